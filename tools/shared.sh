# shellcheck shell=bash
# Functions that the commands beside this file share by sourcing it.
#
#   require_packages build test     installs the missing packages of these sets, or says how to and returns 1
#   require_swift                   checks the toolchain; if it does not do, says where to get one and returns 1
#   build_release ROOT [PRODUCT...] builds products for release, each as one binary that needs no Swift libraries; by
#                                   default standup, standup-pocketsphinx and standup-tags
#   release_folder ROOT             prints the folder into which build_release builds
#   build_programs ROOT             builds all programs for release, without Whisper if that fails or is not wanted, and
#                                   sets $binaries to their folder
#   install_model                   installs the speech model that fits this machine, if Whisper was built
#   without_whisper                 whether STANDUP_SPEECH leaves out Whisper
#   this_release, mirror            this machine's release by its code name, and the address from which apt gets it
#   without_web                     whether STANDUP_WEB leaves out the web server
#
# STANDUP_NO_INSTALL=1 forbids installing.

# The packages of a set, one a line.
packages_of() {
    local -a packages
    case $1 in
        build) packages=(
            binutils git pkg-config libc6-dev portaudio19-dev libsndfile1-dev libsamplerate0-dev libpocketsphinx-dev
            libpulse-dev libsqlite3-dev libncurses-dev libtag1-dev libsonic-dev libspeexdsp-dev libcurl4-openssl-dev
            libssl-dev libqrencode-dev libarchive-dev libpq-dev libasound2-plugins pocketsphinx-en-us
        ) ;;
        # What fetches and builds whisper.cpp.
        speech) packages=(cmake ninja-build g++ python3 ca-certificates) ;;
        # Sound servers, speakers, listeners, readers of exports, a terminal that can be read, shells, checkers of
        # manuals and units, a maker of certificates, a reader of QR codes, a database server and a pooler for it.
        test) packages=(
            pulseaudio pulseaudio-utils pipewire pipewire-bin pipewire-pulse wireplumber flite sox libsox-fmt-all
            ffmpeg flac vorbis-tools opus-tools pocketsphinx pocketsphinx-testdata asterisk-core-sounds-en-g722 tmux python3
            zsh fish mandoc systemd openssl zbar-tools postgresql postgresql-client pgbouncer
        ) ;;
        # A browser, and what drives it.
        browser) packages=(chromium chromium-driver fonts-noto-cjk python3-venv) ;;
        # A display, a terminal in it, and what compares pictures of both.
        film) packages=(xvfb xterm fonts-dejavu-core python3-numpy) ;;
        # What keeps the cores busy, and makes disks that fail.
        torture) packages=(stress-ng e2fsprogs) ;;
        lint) packages=(shellcheck) ;;
        # What counts instructions.
        growth) packages=(binutils python3 valgrind) ;;
        # What the benchmarks compare with, speech whose words are known, and sounds without any.
        bench) packages=(
            jackd2 alsa-utils stress-ng mc vim ripgrep sqlite3 python3-venv python3-numpy sound-theme-freedesktop
            oxygen-sounds
        ) ;;
        # What makes packages, and checks them.
        package) packages=(python3 binutils dpkg-dev lintian) ;;
        fresh-machine) packages=(debootstrap procps) ;;
        # What https://www.swift.org/install/linux/ lists for a system, and the certificates of the packages' addresses.
        # That page has no list for Debian 13; it is the same with its release's library of C++.
        toolchain-debian-1[23]) packages=(
            binutils-gold gcc git libcurl4-openssl-dev libedit-dev libicu-dev libncurses-dev libpython3-dev
            libsqlite3-dev libxml2-dev pkg-config tzdata uuid-dev ca-certificates
            "libstdc++-$([[ $1 == *-12 ]] && echo 12 || echo 14)-dev"
        ) ;;
        *) return 1 ;;
    esac
    printf '%s\n' "${packages[@]}"
}

needed_swift=6.2

# What `swift build` needs for standup-web.
# shellcheck disable=SC2034  # used where this file is sourced
web_build=(--traits Web --scratch-path "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")/.build-web")

without_web() {
    [[ ${STANDUP_WEB:-} == none ]]
}

without_whisper() {
    [[ ${STANDUP_SPEECH:-} == pocketsphinx ]]
}

say() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
}

is_installed() {
    [[ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

apt_get() {
    local -a command=(env DEBIAN_FRONTEND=noninteractive apt-get -o Dpkg::Use-Pty=0)
    ((EUID == 0)) || command=(sudo "${command[@]}")
    # apt's messages are not the result of this command, so they go to standard error.
    "${command[@]}" "$@" >&2
}

may_install() {
    [[ -z ${STANDUP_NO_INSTALL:-} ]] || return 1
    ((EUID == 0)) && return 0
    command -v sudo >/dev/null || return 1
    [[ -t 0 ]] || sudo -n true 2>/dev/null
}

# Where apt gets the main packages of this machine's release: "bookworm-security ADDRESS", a line for each part.
apt_sources() {
    # shellcheck disable=SC2016 # Apt fills them in.
    apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Identifier: Packages' |
        awk -v release="$(this_release)" '$2 == "main" && ($1 == release || index($1, release "-") == 1) { print $1, $3 }'
}

# The mirror from which apt has the packages of this machine's release, and those of others as well.
mirror() {
    apt_sources | awk -v release="$(this_release)" '$1 == release { print $2; exit }'
}

this_release() {
    # shellcheck source=/dev/null
    (source /etc/os-release && echo "$VERSION_CODENAME")
}

require_packages() {
    local -a wanted missing=() answer=(-y)
    local set package
    mapfile -t wanted < <(for set in "$@"; do packages_of "$set"; done)
    if ! command -v apt-get dpkg-query >/dev/null; then
        say "this is neither Debian nor Ubuntu; install the equivalents of these packages: ${wanted[*]}"
        say "(continuing without checking for them)"
        return 0
    fi
    for package in "${wanted[@]}"; do
        is_installed "$package" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    if ! may_install; then
        say "packages are missing; install them with:"
        say "  sudo apt-get install --no-install-recommends ${missing[*]}"
        return 1
    fi
    say "installing: ${missing[*]}"
    # Where sudo may ask for a password at a terminal, apt asks for consent too.
    ((EUID == 0)) || [[ ! -t 0 ]] || answer=()
    local -a install=(install "${answer[@]}" --no-install-recommends --no-remove "${missing[@]}")
    if ! apt-cache show "${missing[@]}" >/dev/null 2>&1 || ! apt_get "${install[@]}"; then
        # The package lists may be out of date, or missing.
        apt_get update && apt_get "${install[@]}"
    fi || {
        say "apt could not install the packages (see above); install them with: apt-get install ${missing[*]}"
        return 1
    }
}

require_swift() {
    local found
    if ! command -v swift >/dev/null; then
        say "no Swift toolchain found; install version $needed_swift or later from https://www.swift.org/install/linux/"
        return 1
    fi
    found=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' | head -n 1)
    if [[ "$(printf '%s\n' "$needed_swift" "${found:-0}" | sort -V | head -n 1)" != "$needed_swift" ]]; then
        say "Swift ${found:-of an unknown version} is too old," \
            "install version $needed_swift or later from https://www.swift.org/install/linux/"
        return 1
    fi
}

release_build() {
    local root=$1 option
    shift
    local static=$root/.build/static
    local -a linked=()
    # A program that is started often has few libraries to look up and load: Swift's run-time library needs these two.
    mkdir -p "$static"
    ln -sfn "$(clang -print-file-name=libstdc++.a)" "$static/libstdc++.a"
    linked+=(-Xlinker "-L$static" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
    # Nothing that is loaded later needs a symbol of the program.
    linked+=(-Xlinker --no-export-dynamic)
    # A start applies 100,000 relocations; glibc reads them packed since 2.36.
    [[ "$(printf '%s\n' 2.36 "$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" | sort -V | head -n 1)" != 2.36 ]] ||
        linked+=(-Xlinker -z -Xlinker pack-relative-relocs)
    # The same source gives the same code wherever it is built. The names of folders are in debug information only relative
    # to the checkout, and there are no sums of that information: a build id, and hashes for incremental builds.
    linked+=(-Xlinker --build-id=none -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen)
    linked+=(-Xswiftc -file-prefix-map -Xswiftc "$root=." -Xcc "-ffile-prefix-map=$root=." -Xcxx "-ffile-prefix-map=$root=.")
    # The compiler leaves the length of a source's path in functions that use withoutActuallyEscaping. GRDB and Hummingbird have
    # one each, which we never call. The linker leaves them out, as all that is never called: each function has a section of its
    # own, and none is kept for other programs.
    linked+=(-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link)
    # tools/package sets more options, one a line.
    [[ -z ${STANDUP_LINK:-} ]] || while IFS= read -r option; do linked+=(-Xlinker "$option"); done <<<"$STANDUP_LINK"
    # The toolchain's own linker: the system's linker warns about functions that the static Foundation calls.
    swift build --package-path "$root" -c release --static-swift-stdlib --disable-local-rpath \
        --explicit-target-dependency-import-check error -Xswiftc -use-ld=lld "${linked[@]}" "$@"
}

# The toolchain's folder of static libraries has it.
static_library() {
    local resources
    resources=$(swift -print-target-info -static-stdlib | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
    echo "$resources/linux/lib_$1.a"
}

build_release() {
    local root=$1 product
    shift
    (($#)) || set -- standup standup-pocketsphinx standup-tags
    for product in "$@"; do
        if [[ $product == standup-tags ]]; then
            build_tags "$root"
        else
            release_build "$root" --product "$product"
        fi || return
    done
}

# Not by `swift build`, whose libraries need Swift's: a second one in the program, and none where no toolchain is.
build_tags() {
    local folder
    folder=$(release_folder "$1") && mkdir -p "$folder" || return
    clang++ -shared -fPIC -O2 -g "-ffile-prefix-map=$1=." -I"$1/Sources/C/CTagLib/include" -Wl,--build-id=none -Wl,--as-needed \
        -Wl,-soname,libstandup-tags.so "$1"/Sources/C/CTagLib/*.cpp -ltag -o "$folder/libstandup-tags.so.new" &&
        mv "$folder/libstandup-tags.so.new" "$folder/libstandup-tags.so"
}

release_folder() {
    release_build "$1" --show-bin-path
}

build_programs() {
    say "building standup; the first build takes some minutes"
    build_release "$1" >&2 || return
    binaries=$(release_folder "$1")
    "$1/tools/speech" || without "Whisper cannot be built"
}

install_model() {
    without_whisper || "$binaries/standup" models install || without "no speech model could be installed"
}

# Continues without Whisper, for a reason that was printed before.
without() {
    say "$1, see above; continuing with PocketSphinx, which makes more mistakes"
    STANDUP_SPEECH=pocketsphinx
}
