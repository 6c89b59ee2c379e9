#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# packages.sh BUILD: the Debian packages of what is built in BUILD, installed, used, upgraded and
# removed on a copy of this machine that is thrown away. Skipped (77) where none can be had: that
# needs root, and file systems that can be mounted.
set -euo pipefail

fail() { printf 'packages.sh: %s\n' "$*" >&2; exit 1; }
# expect WHAT WANTED SEEN
expect() { [ "$2" = "$3" ] || fail "$1: wanted: $2; seen: $3"; }

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Outside: makes the packages, and the copy.
outside() {
    local build=$1 version
    unshare --mount true 2>/dev/null || { echo "no mounts here"; exit 77; }
    work=$(mktemp -d /var/tmp/qontroller-packages.XXXXXX) # /tmp may be an overlay or a tmpfs already
    trap 'rm -rf "$work"' EXIT
    export DPKG_DEB_COMPRESSOR_LEVEL=1 # they are thrown away
    "$top/installer/package" "$work/debs" "$build" >/dev/null
    # Not symbols for debuggers: the build may have none.
    lintian --allow-root --fail-on error,warning "$work"/debs/*.deb
    # An upgrade: the same of a later version.
    mkdir "$work/later"
    for deb in "$work"/debs/qontroller*_*.deb; do
        dpkg-deb --raw-extract "$deb" "$work/raw"
        version=$(sed -n 's/^Version: //p' "$work/raw/DEBIAN/control")
        sed -i "s/^Version: .*/&.1/; s/(= $version)/(= $version.1)/" "$work/raw/DEBIAN/control"
        dpkg-deb --root-owner-group --build "$work/raw" "$work/later" >/dev/null
        rm -rf "$work/raw"
    done
    cp "${BASH_SOURCE[0]}" "$work/script"
    unshare --mount --pid --fork --mount-proc bash "$work/script" --copy "$work"
}

# In a mount namespace of its own: all changes to the machine go into memory.
copy() {
    local work=$1 here=$1/machine
    mkdir "$here"
    mount -t tmpfs none "$here"
    mkdir "$here"/{changes,spare,root}
    mount -t overlay -o "lowerdir=/,upperdir=$here/changes,workdir=$here/spare" none "$here/root" \
        2>/dev/null || { echo "no overlay here"; exit 77; }
    mount -t proc proc "$here/root/proc"
    mount --rbind /dev "$here/root/dev"
    mount -t tmpfs none "$here/root/run"
    mount -t tmpfs none "$here/root/tmp"
    mount --bind "$work" "$here/root/mnt"
    chroot "$here/root" bash /mnt/script --inside
    umount --lazy "$here"/root/{proc,dev,run,tmp}
    boot "$here/root" "$work"
}

# The same machine with systemd as its first process, which starts the service; skipped where
# systemd cannot be that.
boot() {
    local root=$1 work=$2 nspawn status=0
    cat >"$root/etc/systemd/system/packages.service" <<'END'
[Unit]
SuccessAction=exit
FailureAction=exit
FailureActionExitStatus=3
[Service]
Type=oneshot
TimeoutStartSec=2min
ExecStart=/bin/bash /mnt/script --booted
StandardOutput=append:/mnt/booted
StandardError=append:/mnt/booted
END
    nspawn=(timeout --kill-after 10s 8m env SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --quiet --register=no --keep-unit
        --console=pipe --directory "$root" --bind "$work:/mnt" --boot)
    "${nspawn[@]}" systemd.unit=packages.service </dev/null >"$work/console" 2>&1 || status=$?
    ((status != 124 && status != 137)) || { cat "$work/console" >&2; fail "the boot has not ended in 8 minutes"; }
    [ -f "$work/booted" ] || { echo "no systemd as the first process here"; cat "$work/console"; return; }
    cat "$work/booted"
    [ "$(tail -n 1 "$work/booted")" = "the service comes and goes" ] || fail "the service"
}

install_debs() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        --reinstall -o Dpkg::Use-Pty=0 "$@" >/tmp/apt 2>&1 || { cat /tmp/apt >&2; fail "apt-get"; }
}
# All files where packages put some, but those that say what is installed.
files() {
    find /etc /opt /srv /usr /var -xdev \( -path /var/tmp -o -path /var/log -o -path /var/cache \
        -o -path /var/lib/dpkg -o -path /var/lib/apt \
        -o -path /var/lib/systemd/deb-systemd-helper-enabled \) -prune -o -print \
        | grep -avE '^/etc/(passwd|group|shadow|gshadow|subuid|subgid)-?$|/mimeinfo.cache$|/icon-theme.cache$|^/etc/.pwd.lock$' \
        | sort
}
# as USER GROUPS COMMAND...
as() {
    local user=$1 groups=$2
    shift 2
    setpriv --reuid "$user" --regid "$user" --groups "$groups" "$@"
}

inside() {
    dpkg --purge qontroller qontrollerd qontroller-dev >/dev/null 2>&1 || true
    files >/tmp/before

    install_debs /mnt/debs/qontroller_*.deb /mnt/debs/qontrollerd_*.deb /mnt/debs/qontroller-dev_*.deb
    expect "where the server is" /usr/bin/qontrollerd "$(command -v qontrollerd)"
    for program in qontroller qontrollerd qontrollerctl qontroller-conformance; do
        QT_QPA_PLATFORM=offscreen "$program" --version >/tmp/version || fail "$program does not start"
        grep -q '^Qontroller\|^qontroller' /tmp/version || fail "$program: $(cat /tmp/version)"
        man --warnings --local-file "$(man --where "$program")" 2>&1 >/dev/null | grep . && fail "man $program"
    done
    desktop-file-validate /usr/share/applications/org.qontroller.Qontroller.desktop
    appstreamcli validate --no-net /usr/share/metainfo/org.qontroller.Qontroller.metainfo.xml >/tmp/appstream \
        || fail "$(cat /tmp/appstream)"
    systemd-analyze verify /lib/systemd/system/qontrollerd@.service 2>&1 | grep qontroller && fail "the unit"

    # The service's line, by its user, with a session as README has it.
    mkdir -p /srv/photos /var/lib/qontroller/photos /run/qontroller/photos
    echo picture >/srv/photos/a.jpg
    chmod 755 /srv/photos
    sed 's#/srv/backup/photos#/var/lib/qontroller/photos/copies#' \
        /usr/share/doc/qontroller/installer/files/example.json >/etc/qontroller/photos.json
    chown -R qontroller:qontroller /var/lib/qontroller /run/qontroller
    chmod 700 /var/lib/qontroller/photos
    local line user group
    line=$(sed -n 's/^ExecStart=//p' /lib/systemd/system/qontrollerd@.service \
        | sed 's#%S#/var/lib#g; s#%E#/etc#g; s#%i#photos#g; s#[$]QONTROLLER_OPTIONS#--metrics 127.0.0.1:0#')
    user=$(id -u qontroller)
    group=$(id -g qontroller)
    (
        umask 077
        # shellcheck disable=SC2086
        RUNTIME_DIRECTORY=/run/qontroller/photos STATE_DIRECTORY=/var/lib/qontroller/photos \
            exec setpriv --reuid "$user" --regid "$group" --clear-groups $line
    ) >/tmp/log 2>&1 &
    local server=$!
    for ((i = 0; i < 600; i++)); do
        [ -f /var/lib/qontroller/photos/copies/a.jpg ] && break
        kill -0 $server 2>/dev/null || { cat /tmp/log >&2; fail "the service has ended"; }
        read -rt 0.1 <> <(:) || true
    done
    expect "the copy" picture "$(cat /var/lib/qontroller/photos/copies/a.jpg)"
    qontrollerctl status | grep -q '^photos .*healthy' || fail "qontrollerctl status of root: $(qontrollerctl status 2>&1)"
    as 12345 "$group" qontrollerctl status | grep -q '^photos .*healthy' || fail "qontrollerctl status of the group"
    as 12345 12345 qontrollerctl status >/dev/null 2>&1 && fail "a stranger steers the service"

    # An example, by its README: its commands can be run where they are.
    cp -r /usr/share/doc/qontroller/resources/examples/script-sqlite /tmp/sqlite
    (cd /tmp/sqlite && sqlite3 data.sqlite ".read schema.sql" "INSERT INTO notes (name) VALUES ('milk')" \
        && qontrollerd --until-idle --metrics off --control off session.json) >/tmp/log3 2>&1 \
        || { cat /tmp/log3 >&2; fail "the example"; }
    [ -f /tmp/sqlite/files/milk.json ] || fail "the example did nothing"

    # An author's plugin.
    cp -r /usr/share/qontroller/template /tmp/template
    (cd /tmp/template && cmake -B build && cmake --build build && cd build && cpack -G DEB) \
        >/tmp/author 2>&1 || { cat /tmp/author >&2; fail "the template"; }
    install_debs /tmp/template/build/*.deb
    mkdir /tmp/texts
    echo text >/tmp/texts/a.txt
    cat >/tmp/texts.json <<'END'
{ "version": 1, "controllers": [ { "name": "texts", "plugin": "checksums", "parameters": { "folder": "/tmp/texts" } } ] }
END
    qontrollerd --until-idle --metrics off --control off /tmp/texts.json >/tmp/log2 2>&1 || { cat /tmp/log2 >&2; fail "the plugin"; }
    [ -f /tmp/texts/a.txt.sha256 ] || fail "the plugin did nothing"

    install_debs /mnt/later/qontroller_*.deb /mnt/later/qontrollerd_*.deb /mnt/later/qontroller-dev_*.deb
    [ -f /etc/qontroller/photos.json ] || fail "an upgrade has taken a session"
    kill $server || fail "an upgrade has ended a server, without systemd"
    local status=0
    wait $server || status=$?
    expect "the server's status" 143 $status

    apt-get remove -y qontroller qontrollerd qontroller-dev qontroller-checksums >/dev/null 2>&1 || fail "remove"
    for kept in /etc/qontroller/photos.json /var/lib/qontroller/photos; do
        [ -e $kept ] || fail "remove has taken $kept"
    done
    dpkg --purge qontroller qontrollerd qontroller-dev qontroller-checksums >/tmp/purge 2>&1 \
        || { cat /tmp/purge >&2; fail "purge"; }
    rm -rf /srv/photos
    files >/tmp/after
    diff /tmp/before /tmp/after >&2 || fail "a purge leaves something"
    echo "the packages come and go"
}

pid_of() { systemctl show --property MainPID --value "$1"; }

booted() {
    rm -f /usr/sbin/policy-rc.d # a container's, which starts no service
    dpkg --install /mnt/debs/qontrollerd_*.deb >/dev/null
    mkdir -p /srv/specs
    echo '{ "command": ["sleep", "86400"] }' >/srv/specs/sleeper.json
    cat >/etc/qontroller/jobs.json <<'END'
{ "version": 1, "controllers": [ { "name": "jobs", "plugin": "process", "parameters": {
    "folder": "/srv/specs", "state": "/var/lib/qontroller/jobs/processes", "onStop": "keep" } } ] }
END
    echo '{ "version": 1, "controllers": [ { "name": "nothing", "plugin": "process" } ] }' >/etc/qontroller/wrong.json
    systemctl enable --now --quiet qontrollerd@jobs || fail "$(journalctl --unit qontrollerd@jobs)"
    systemctl start qontrollerd@wrong 2>/dev/null && fail "a session that is wrong has started"
    expect "the wrong session's state" failed "$(systemctl is-failed qontrollerd@wrong)"
    qontrollerctl --host jobs requeue jobs/sleeper --wait >/dev/null || fail "the process: $(qontrollerctl --host jobs why jobs/sleeper)"
    qontrollerctl --host jobs status | grep -q '^jobs .*healthy' || fail "qontrollerctl status"

    # An upgrade starts the service again, and the process runs on.
    local server sleeper
    server=$(pid_of qontrollerd@jobs)
    sleeper=$(pidof sleep)
    dpkg --install /mnt/later/qontrollerd_*.deb >/dev/null
    [ "$(pid_of qontrollerd@jobs)" != "$server" ] || fail "an upgrade has not started the service again"
    qontrollerctl --host jobs requeue jobs/sleeper --wait >/dev/null || fail "the process after an upgrade"
    expect "the process after an upgrade" "$sleeper" "$(pidof sleep)"

    dpkg --remove qontrollerd >/dev/null
    expect "the service after remove" inactive "$(systemctl is-active qontrollerd@jobs)"
    expect "the process after remove" "" "$(pidof sleep)"
    dpkg --purge qontrollerd >/dev/null
    expect "links of the service" "" "$(find /etc/systemd /etc/qontroller /var/lib/qontroller -name '*qontroller*' 2>/dev/null)"
    expect "units that are left" "" "$(systemctl list-units --all --plain --no-legend 'qontrollerd*')"
    echo "the service comes and goes"
}

case ${1:-} in
    --copy) copy "$2" ;;
    --inside) inside ;;
    --booted) booted ;;
    *) outside "$(realpath "${1:?the folder of a build}")" ;;
esac
