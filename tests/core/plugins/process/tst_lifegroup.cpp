// SPDX-License-Identifier: LGPL-3.0-or-later
// What a cgroup does for a server that was killed: tests/app/qontrollerd/tst_earlierlives.cpp.
#include "testprogram.h"

#include "core/plugins/process/lifegroup.h"

#include <QtTest/QtTest>

using namespace qontroller;

namespace {

constexpr const char *Unified = "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n";
constexpr const char *Hybrid = "30 23 0:25 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
                               "31 30 0:27 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
                               "32 30 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
constexpr const char *OfContainer =
    "30 23 0:26 /docker/a1 /sys/fs/cgroup ro master:4 - cgroup2 cgroup rw\n";
constexpr const char *None = "30 23 0:27 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n";

} // namespace

class LifeGroupTest final : public QObject
{
    Q_OBJECT

private slots:
    void findsTheFolderOfACgroup_data()
    {
        QTest::addColumn<QByteArray>("mounts");
        QTest::addColumn<QByteArray>("cgroups");
        QTest::addColumn<QByteArray>("folder"); // empty: there is none
        const auto row = [](const char *name, const char *mounts, const char *cgroups,
                            const char *folder) {
            QTest::newRow(name) << QByteArray(mounts) << QByteArray(cgroups) << QByteArray(folder);
        };
        row("cgroup2 alone", Unified, "0::/system.slice/a.service\n",
            "/sys/fs/cgroup/system.slice/a.service");
        row("cgroup2 beside the old ones", Hybrid, "8:pids:/b\n0::/a\n",
            "/sys/fs/cgroup/unified/a");
        row("the root", Unified, "0::/\n", "/sys/fs/cgroup");
        row("a part of the hierarchy", OfContainer, "0::/docker/a1/x\n", "/sys/fs/cgroup/x");
        row("all of that part", OfContainer, "0::/docker/a1\n", "/sys/fs/cgroup");
        row("a part with the same beginning", OfContainer, "0::/docker/a12\n", "");
        row("another part", OfContainer, "0::/b\n", "");
        row("above its namespace", Unified, "0::/../b\n", "");
        row("no cgroup2", None, "8:pids:/b\n", "");
        row("not mounted", None, "8:pids:/b\n0::/a\n", "");
        row("not a member", Hybrid, "8:pids:/b\n", "");
    }
    void findsTheFolderOfACgroup()
    {
        QFETCH(QByteArray, mounts);
        QFETCH(QByteArray, cgroups);
        QFETCH(QByteArray, folder);
        const auto found = cgroupFolder(mounts.toStdString(), cgroups.toStdString());
        QCOMPARE(QByteArray::fromStdString(found.value_or("")), folder);
    }
};

QONTROLLER_TEST(LifeGroupTest)
#include "tst_lifegroup.moc"
