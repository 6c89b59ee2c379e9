# SPDX-License-Identifier: LGPL-3.0-or-later
# shellcheck shell=sh
# What the commands share.

export LC_ALL=C
PATH=$PATH:/usr/sbin # where nginx is, also for ordinary users

# The virtual host as nginx has it, without .conf (or .part: half written).
# shellcheck disable=SC2034 # for who reads this file
site=$CONFIG/vhosts.d/$QONTROLLER_ID

# nginx with the configuration in the folder $1.
run_nginx() {
    folder=$1
    shift
    nginx -p "$PREFIX" -c "$folder/nginx.conf" "$@"
}

# What nginx has said in the file $1, without the time and the sentence that it is wrong.
complaint() {
    sed '/ test failed$/d; s/^.*\[[a-z]*\] //; s/^[0-9]*#[0-9]*: //' "$1"
}
