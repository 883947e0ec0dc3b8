# shellcheck shell=bash
# Functions that put the files of the programs into a folder, as they are installed below a prefix. For commands that have
# sourced tools/shared.sh.
#
#   stage_program BINARIES WHISPER FOLDER   standup, its recognizers, assets, manual and completions; WHISPER is the folder
#                                           of standup-whisper and what it needs, empty to leave it out
#   stage_web WEB FOLDER                    the web server of the folder WEB, and the files of its pages
#   lazy_libraries FILE...                  the libraries that programs load when they first need them, one a line
#
# With symbols=yes, a program's symbols are in a folder .debug beside it, where gdb and lldb look for them.

symbols=
# The checkout.
staged_root=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")

# A program or a library, without its symbols.
stage_binary() {
    local mode=755 debug
    [[ $2 != *.so* ]] || mode=644
    install -D --mode="$mode" "$1" "$2"
    if [[ -z $symbols ]]; then
        objcopy --strip-all "$2"
        return
    fi
    debug=$(dirname "$2")/.debug/$(basename "$2").debug
    mkdir -p "$(dirname "$debug")"
    objcopy --only-keep-debug "$2" "$debug"
    chmod 644 "$debug"
    objcopy --strip-all --add-gnu-debuglink="$debug" "$2"
}

# The files of a folder of assets.
stage_assets() {
    local file
    for file in "$1"/*.*; do
        install -D --mode=644 "$file" "$2/share/standup-assets/$(basename "$1")/$(basename "$file")"
    done
}

stage_program() {
    local binaries=$1 whisper=$2 folder=$3 assets file shell completions
    stage_binary "$binaries/standup" "$folder/bin/standup"
    stage_binary "$binaries/standup-pocketsphinx" "$folder/libexec/standup/standup-pocketsphinx"
    stage_binary "$binaries/libstandup-tags.so" "$folder/libexec/standup/libstandup-tags.so"
    if [[ -n $whisper ]]; then
        for file in "$whisper"/standup-whisper "$whisper"/lib{whisper,ggml}*.so*; do
            [[ ! -e $file ]] || stage_binary "$file" "$folder/libexec/standup/$(basename "$file")"
        done
        for file in "$whisper"/ggml-silero-*.bin; do
            install -D --mode=644 "$file" "$folder/libexec/standup/$(basename "$file")"
        done
    fi
    for assets in "$staged_root"/Assets/*/; do
        [[ $assets == */Web/ ]] || stage_assets "${assets%/}" "$folder"
    done
    install -D --mode=644 "$staged_root/docs/standup.1" "$folder/share/man/man1/standup.1"
    for shell in bash:bash-completion/completions/standup zsh:zsh/site-functions/_standup \
        fish:fish/vendor_completions.d/standup.fish; do
        completions=$folder/share/${shell#*:}
        mkdir -p "$(dirname "$completions")"
        # The shell reads it, nothing runs it.
        "$binaries/standup" completions "${shell%%:*}" | sed '1{/^#!/d}' >"$completions"
        chmod 644 "$completions"
    done
    for file in applications/standup.desktop metainfo/io.github.standup.standup.metainfo.xml; do
        install -D --mode=644 "$staged_root/tools/packaging/$(basename "$file")" "$folder/share/$file"
    done
    install -D --mode=644 "$staged_root/Assets/Web/icon.svg" "$folder/share/icons/hicolor/scalable/apps/standup.svg"
}

stage_web() {
    local web=$1 folder=$2
    stage_binary "$web/standup-web" "$folder/libexec/standup/standup-web"
    stage_assets "$staged_root/Assets/Web" "$folder"
}

# By the names in the programs, which CLazyLibrary gives to the loader. CStderrFilter looks at ALSA's and JACK's library
# only where PortAudio has loaded them.
lazy_libraries() {
    strings --all "$@" | grep -xE 'lib[a-z0-9_+-]+\.so\.[0-9]+' | grep -vxE 'lib(asound\.so\.2|jack\.so\.0)' |
        grep -vxFf <(basename -a "$@" && objdump --private-headers "$@" | awk '$1 == "NEEDED" { print $2 }') | sort -u
}
