# SPDX-License-Identifier: LGPL-3.0-or-later
# shellcheck shell=sh
# What the commands share: the file of the template $QONTROLLER_ID, the same half written, and
# what says that the file is this controller's.
# shellcheck disable=SC2034 # for who reads this file
file=$ROOT/$QONTROLLER_ID
part=${file%/*}/.${file##*/}.part
mark=$KEPT/$QONTROLLER_ID
