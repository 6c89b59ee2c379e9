# SPDX-License-Identifier: LGPL-3.0-or-later
# shellcheck shell=sh
# What the commands share: an end with words, times, the history.

# Ends with status $1 and the words $2.
end() {
    printf '%s\n' "$2" >&2
    exit "$1"
}

# Without the folder $SEEN nothing is known of any job.
look_for_seen() {
    [ -d "$SEEN" ] || end 1 "$SEEN is away: nothing is known of any job"
    [ -x "$SEEN" ] || end 1 "$SEEN cannot be entered: let the user $(id -u) in, as with chmod a+x"
}

# $1, such as 90s, 15m, 6h or 1d, in seconds.
seconds() {
    number=${1%[smhd]}
    case $number in
    '' | "$1" | 0?* | *[!0-9]* | ??????*) end 78 "write 90s, 15m, 6h or 1d, and not $1" ;;
    esac
    case $1 in
    *s) echo "$number" ;;
    *m) echo $((number * 60)) ;;
    *h) echo $((number * 3600)) ;;
    *d) echo $((number * 86400)) ;;
    esac
}

# The second $1, and about $1 seconds, for people.
at() {
    date -u -d "@$1" +%FT%TZ
}
span() {
    if [ "$1" -lt 120 ]; then
        echo "$1 s"
    elif [ "$1" -lt 7200 ]; then
        echo "$((($1 + 30) / 60)) min"
    elif [ "$1" -lt 172800 ]; then
        echo "$((($1 + 1800) / 3600)) h"
    else
        echo "$((($1 + 43200) / 86400)) d"
    fi
}

# Writes behind the history $1, of which $LINES_KEPT lines stay: in the second $2, $3.
note() {
    {
        [ ! -e "$1" ] || tail -n "-$((LINES_KEPT - 1))" "$1"
        printf '%s %s\n' "$(at "$2")" "$3"
    } >"$1%part"
    mv -T "$1%part" "$1"
}
