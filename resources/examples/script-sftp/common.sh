# SPDX-License-Identifier: LGPL-3.0-or-later
# shellcheck shell=sh
# What the commands share.
export LC_ALL=C.UTF-8
umask 022

# The file of users on standard input without the BOM that some editors write.
without_bom() {
    LC_ALL=C sed '1s/^\xEF\xBB\xBF//'
}

# The names of the accounts that are this controller's: those whose primary group is $GROUP.
accounts() {
    entry=$(getent group "${GROUP:?}") || {
        printf 'there is no group %s: groupadd --system %s\n' "$GROUP" "$GROUP" >&2
        exit 1
    }
    getent passwd | awk -F : -v group="$entry" '
        BEGIN { split(group, field) }
        $4 == field[3] { print $1 }'
}

is_account() {
    ours=$(accounts) || exit 1
    printf '%s\n' "$ours" | grep -qxF -e "$1"
}

is_user_name() {
    [ "${#1}" -le 32 ] || return 1
    case $1 in
    '' | "$GROUP" | [!abcdefghijklmnopqrstuvwxyz_]*) return 1 ;;
    *[!abcdefghijklmnopqrstuvwxyz0123456789_-]*) return 1 ;;
    esac
}

park() {
    printf '%s\n' "$1" >&2
    exit 78
}
