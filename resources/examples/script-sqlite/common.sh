# SPDX-License-Identifier: LGPL-3.0-or-later
# shellcheck shell=sh
# What the commands share.

# An id is the row's name as one line that can be a file's name: % / and newline are written %25,
# %2F and %0A. A name that cannot be written so (a BLOB, NULL, an empty or very long text, one
# with a zero byte or that is not UTF-8) is %TYPE and the digits of its bytes, as no other id is.
# The function char() makes UTF-8 of every character: what it leaves as it is was UTF-8.
id_of_row="CASE
    WHEN typeof(name) = 'text' AND name <> '' AND length(CAST(name AS BLOB)) <= 245 AND name =
        (SELECT group_concat(char(unicode(substr(name, value, 1))), '')
         FROM generate_series(1, length(name)))
    THEN replace(replace(replace(name, '%', '%25'), '/', '%2F'), char(10), '%0A')
    ELSE '%' || typeof(name) || hex(name) END"

# A text as SQL that nothing in it can break out of.
as_sql() {
    printf "CAST(x'%s' AS TEXT)" "$(printf %s "$1" | od -An -v -tx1 | tr -d ' \n')"
}

# The condition that a row has the id $1. A plain name is looked up in the index first.
has_id() {
    case $1 in
    %text* | %blob* | %null) ;;
    *) printf "name = replace(replace(replace(%s, '%%0A', char(10)), '%%2F', '/'), '%%25', '%%') AND " \
        "$(as_sql "$1")" ;;
    esac
    printf '%s = %s' "$id_of_row" "$(as_sql "$1")"
}

# Without ~/.sqliterc, which may print rows in another form. A writer is waited for.
query() {
    sqlite3 -init /dev/null -readonly -batch -bail -cmd '.timeout 5000' "$@"
}

file_of_id() {
    printf '%s/%s.json' "$FILES" "$QONTROLLER_ID"
}
