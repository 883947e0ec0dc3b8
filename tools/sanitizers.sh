# shellcheck shell=bash
# What the checks with sanitizers share, by sourcing it: they build the tests in a folder of their own, run groups of them
# one after the other, and print one line each.
#
#   check_with NAME FOLDER OPTION... -- GROUP...
#
# $preload is a library that is put in front of the others, if it is set.
#
# NAME is what the lines begin with, FOLDER where it is built, the options are those of `swift build`, and a group is a
# pattern of test targets. Reports and failed tests are shown, and kept beside the build.

# A trap of the program is to end it, not to start the backtracer.
export SWIFT_BACKTRACE=enable=no

# Tests of programs that are started for them: the sanitizer changes how those end on a signal.
others='\.(ProbeTests|ShellTests)/'

check_with() {
    local name=$1 folder=$2 group log status=0
    shift 2
    local -a options=()
    while [[ $1 != -- ]]; do options+=("$1") && shift; done
    shift
    require_swift
    require_packages build test
    mkdir -p "$folder"
    log=$folder/build.log
    if ! nice swift build --build-tests --scratch-path "$folder" "${options[@]}" >"$log" 2>&1; then
        cat "$log"
        echo "$name: the build failed"
        return 1
    fi
    for group in "$@"; do
        log=$folder/$(tr -c '[:alnum:]\n' _ <<<"$group" | cut -c 1-60).log
        if LD_PRELOAD=${preload:-} nice swift test --skip-build --scratch-path "$folder" "${options[@]}" --filter "^($group)\\." --skip "$others" >"$log" 2>&1 &&
            ! grep -qE '(WARNING|ERROR): [A-Za-z]+Sanitizer' "$log"; then
            echo "$name: ${group//|/, }: nothing found, $(grep -ao 'Test run with [0-9]* tests.* passed' "$log" | tail -1)"
        else
            grep -aE '(WARNING|ERROR|SUMMARY): [A-Za-z]+Sanitizer|recorded an issue|error: .*(signal|unexpectedly)' "$log" ||
                tail -n 20 "$log"
            echo "$name: ${group//|/, }: FAILED, see $log"
            status=1
        fi
    done
    return "$status"
}
