# SPDX-License-Identifier: LGPL-3.0-or-later
# shellcheck shell=sh
# What the commands share. Without a locale of UTF-8 curl takes no address with other letters.
export LC_ALL=C.UTF-8

# The report on $QONTROLLER_ID, named after its address. A % that no digit follows is in no such
# name: what is half written ends with one.
report_file() {
    printf '%s/%s' "$REPORTS" "$(printf %s "$QONTROLLER_ID" | sed 's/%/%25/g; s,/,%2F,g')"
}
