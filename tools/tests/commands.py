"""Finds the programs that scripts, Python files and Swift tests start."""
import ast
import re

NAME = re.compile(r"[a-z][a-z0-9._+-]*$")

# Shell

KEYWORDS = {"if", "then", "else", "elif", "fi", "do", "done", "while", "until", "!", "time", "{", "}", "esac", "in"}
BUILTINS = {
    "alias", "bg", "bind", "break", "builtin", "caller", "cd", "command", "compgen", "complete", "continue", "declare",
    "dirs", "disown", "echo", "enable", "eval", "exec", "exit", "export", "false", "fg", "getopts", "hash", "help", "jobs",
    "kill", "let", "local", "mapfile", "popd", "printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "set",
    "shift", "shopt", "source", "suspend", "test", "times", "trap", "true", "type", "typeset", "ulimit", "umask",
    "unalias", "unset", "wait",
}
# Commands whose argument is a command: how many arguments come before it.
WRAPPERS = {"exec": 0, "eval": 0, "env": 0, "nice": 0, "sudo": 0, "command": 0, "builtin": 0, "setsid": 0, "nohup": 0,
            "xargs": 0, "setpriv": 0, "quietly": 0, "step": 1, "on_machine": 1, "judge": 1, "chroot": 1, "run": 0}
OPERATORS = re.compile(r"\|\||&&|;;|\|&|[;|&\n(){}]")


def tokens_of(text, start=0, closing=None):
    """Words and operators of a shell script, up to `closing`; what is in `$(...)` comes as tokens of its own.

    A part of a word that is quoted or expanded is shown as `$`.
    """
    tokens, nested, word, position, heredocs = [], [], "", start, []

    def end_word():
        nonlocal word
        if word:
            tokens.append(word)
        word = ""

    while position < len(text):
        character = text[position]
        if closing and character == closing and not word.endswith("\\"):
            end_word()
            break
        if character == "\\":
            word += "" if text[position + 1:position + 2] == "\n" else "$"
            position += 2
        elif character == "'":
            position = text.index("'", position + 1) + 1
            word += "$"
        elif character == '"':
            position, inner = skip_quoted(text, position + 1)
            nested += inner
            word += "$"
        elif text.startswith("$((", position):
            position = text.index("))", position) + 2
            word += "$"
        elif text.startswith(("$(", "<(", ">("), position):
            inner, position = tokens_of(text, position + 2, ")")
            nested += ["\n", *inner]
            word += "$"
        elif text.startswith("${", position):
            position = closing_brace(text, position + 2)
            word += "$"
        elif character == "#" and not word:
            position = (text + "\n").index("\n", position)
        elif text.startswith("<<<", position):
            end_word()
            position += 3
        elif text.startswith("<<", position):
            match = re.compile(r"<<-?\s*(['\"]?)(\w+)\1").match(text, position)
            heredocs.append(match[2])
            position = match.end()
        elif text.startswith("((", position) and not word:
            position = text.index("))", position) + 2
            end_word()
            tokens.append("$")
        elif operator := OPERATORS.match(text, position):
            if character in "{}" and (word or text[position + 1:position + 2] not in (" ", "\n", ";")):
                word += character
                position += 1
                continue
            end_word()
            tokens.append(operator[0])
            position = operator.end()
            if character == "\n":
                for mark in heredocs:
                    position = re.compile(rf"^\s*{mark}$", re.MULTILINE).search(text, position).end()
                heredocs = []
        elif character.isspace():
            end_word()
            position += 1
        else:
            word += character
            position += 1
    end_word()
    return [*tokens, *nested], position + 1


def skip_quoted(text, position):
    """Behind the closing quote, and the tokens of the commands in between."""
    nested = []
    while text[position] != '"':
        if text[position] == "\\":
            position += 2
        elif text.startswith("$(", position) and not text.startswith("$((", position):
            inner, position = tokens_of(text, position + 2, ")")
            nested += ["\n", *inner]
        elif text.startswith("${", position):
            position = closing_brace(text, position + 2)
        else:
            position += 1
    return position + 1, nested


def closing_brace(text, position):
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        position += 1
    return position


def functions_of(text):
    return set(re.findall(r"^\s*(\w+)\(\) *[{(]", text, re.MULTILINE))


def commands_of_shell(text, functions=frozenset()):
    """The programs that a script starts."""
    tokens, _ = tokens_of(text)
    found, functions = set(), functions | functions_of(text)
    at_command, skip, until = True, 0, None
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else "\n"
        if until:
            if token == until:
                until, at_command = None, until != ")"
        elif OPERATORS.fullmatch(token) or token in KEYWORDS:
            at_command, skip = token not in (")", "in"), 0
            if token == ")" and following not in ("&&", "||", "|", ";", "\n", "&", "}"):
                at_command = True  # a pattern of `case`
        elif token in ("[[", "for", "case", "select"):
            until = {"[[": "]]", "case": "in"}.get(token, "\n")
            until = ";" if until == "\n" and ";" in tokens[index:index + 40] else until
        elif token.endswith("=") and following == "(":
            until = ")"
        elif not at_command or re.match(r"\w+(\[[^]]*\])?\+?=", token) or re.match(r"\d*[<>]", token):
            continue
        elif skip:
            skip -= 1
        elif following in ("(", ")") and token != "exit" and re.fullmatch(r"[\w$*?./-]+", token):
            at_command = False  # the name of a function, or a pattern of `case`
        elif token.startswith("-") or token.isdigit():
            continue
        else:
            if NAME.match(token) and token not in functions | BUILTINS:
                found.add(token)
            at_command = token in WRAPPERS
            skip = WRAPPERS.get(token, 0)
    return found


# Python

STARTERS = {"run", "Popen", "check_output", "check_call", "running", "Terminal", "last_line", "timed", "spawn",
            "which", "execvp", "execvpe", "execv", "require"}


def commands_of_python(text):
    """The programs that a Python file starts: what is given to a function that starts one, and what looks like it."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", None))
            if name in STARTERS and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                arguments = node.args if name == "require" else node.args[:1]
                found |= {argument.value for argument in arguments if isinstance(argument, ast.Constant)}
            if name in STARTERS and isinstance(node.args[0], (ast.List, ast.Tuple)):
                found |= command_line(node.args[0].elts)
        if isinstance(node, (ast.List, ast.Tuple)) and any(
                isinstance(item, ast.Constant) and str(item.value).startswith("-") for item in node.elts[1:]):
            found |= command_line(node.elts)
    return {name for name in found if NAME.match(name)}


def command_line(items):
    """The programs of a list of arguments."""
    words = [item.value if isinstance(item, ast.Constant) and isinstance(item.value, str) else "$" for item in items]
    found = set()
    for index, word in enumerate(words):
        if word.startswith("-") or "=" in word:
            continue
        found.add(word.removeprefix("/usr").removeprefix("/bin/").removeprefix("/sbin/"))
        if word in ("bash", "sh") and words[index + 1:index + 2] == ["-c"] and words[index + 2:]:
            found |= commands_of_shell(words[index + 2])
        if word not in ("env", "nice", "setsid"):
            break
    return found


# Swift

def commands_of_swift(text, has_run=False):
    """The programs that a Swift test starts, and whether it starts some in a way that cannot be followed.

    In some targets `run` takes a program and its arguments, or a line for the shell; others run ours by that name.
    """
    found = set(re.findall(r'\binstalled\(\s*"([^"]+)"', text))
    if has_run:
        for line in re.findall(r'(?<![.\w])run\(\s*"((?:[^"\\]|\\.)*)"', text):
            found |= {line} if NAME.match(line) else commands_of_shell(plain(line))
        for lines in re.findall(r'(?<![.\w])run\(\s*"""\n(.*?)"""', text, re.DOTALL):
            found |= commands_of_shell(plain(lines))
    for lines in re.findall(r'"#!/bin/(?:ba)?sh\\n(.*?)"', text):
        found |= commands_of_shell(plain(lines).replace("\\n", "\n"))
    paths = set(re.findall(r'(?<!\+ )"(?:/usr)?/s?bin/([\w.+-]+)(?=["\s\\])', text))
    found |= {name for name in paths if name != "env" and NAME.match(name)}
    return {name for name in found if NAME.match(name)}, "env" in paths


def plain(text):
    """A string literal without what is put into it, which stands in for one word."""
    while (shorter := re.sub(r"\\\([^()]*(\([^()]*\)[^()]*)*\)", "$", text)) != text:
        text = shorter
    return re.sub(r"\\(\n)", r"\1", text).replace('\\"', '"').replace("\\\n", "")
