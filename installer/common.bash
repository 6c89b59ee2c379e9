# SPDX-License-Identifier: LGPL-3.0-or-later
# shellcheck shell=bash
# What installer/run and installer/test share. Sourced, never run.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

say() { printf '%s\n' "installer: $*" >&2; }
die() { say "$*"; exit 1; }

# packages_of GROUP... prints the names of the packages in these groups.
packages_of() {
    awk -v groups=" $* " '/^[^#]/ && index(groups, " " $3 " ") { print $1 }' "$top/installer/packages"
}

# missing_of PACKAGE... prints those that are not installed. Of a|b the second will do as well.
missing_of() {
    local names installed package
    read -ra names <<<"${*//|/ }"
    installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${names[@]}" 2>/dev/null \
        | awk '$1 == "installed" { print $2 }' | paste -sd ' ') " || true
    for package in "$@"; do
        [[ $installed == *" ${package%|*} "* || $installed == *" ${package#*|} "* ]] \
            || printf '%s\n' "${package%|*}"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Installs what is missing of the groups given, and nothing else happens if nothing is.
install_packages() {
    local wanted missing
    mapfile -t wanted < <(packages_of "$@")
    mapfile -t missing < <(missing_of "${wanted[@]}")
    [ ${#missing[@]} = 0 ] && return
    command -v apt-get >/dev/null \
        || die "this needs Debian 12 or one of its children; elsewhere install: ${wanted[*]}"
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null \
        || die "neither root nor sudo; ask an administrator to install: ${missing[*]}"
    say "installing ${missing[*]}"
    as_root bash "$top/installer/apt-install" "${missing[@]}"
}

# build PRESET [TARGET] configures if that was never done, then builds.
build() {
    local preset=$1 log
    cd "$top" || return
    if [ ! -f "build/$preset/build.ninja" ]; then
        log=$(mktemp)
        cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; die "configuring failed"; }
        rm -f "$log"
    fi
    cmake --build --preset "$preset" --parallel "$jobs" ${2:+--target "$2"} >&2
}
