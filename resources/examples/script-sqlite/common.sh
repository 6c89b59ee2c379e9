# SPDX-License-Identifier: LGPL-3.0-or-later
# shellcheck shell=sh
# What the commands share.

# An id is the row's name as one line that can be a file's name: % / and newline
# are written %25, %2F and %0A.
# shellcheck disable=SC2034 # used by those who read this file
id_of_row="replace(replace(replace(name, '%', '%25'), '/', '%2F'), char(10), '%0A')"

# A text as SQL that nothing in it can break out of.
as_sql() {
    printf "CAST(x'%s' AS TEXT)" "$(printf %s "$1" | od -An -v -tx1 | tr -d ' \n')"
}

query() {
    sqlite3 -readonly -batch -bail "$@"
}

file_of_id() {
    printf '%s/%s.json' "$FILES" "$QONTROLLER_ID"
}
