// SPDX-License-Identifier: LGPL-3.0-or-later
// What earlier lives have left for this one to know their processes by.
#include "fuzz.h"
#include "testprogram.h"

#include "core/plugins/process/earlierprocess.h"
#include "core/plugins/process/lifegroup.h"

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

Corpus marks()
{
    const std::string life = lifeOf(::getpid());
    return {life, "1.7." + std::string(36, 'b'),
            "0::/system.slice/qontrollerd.service/qontroller-a@" + life + "\n",
            "36 29 0:30 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n",
            "36 29 0:30 /../.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n0::/a/../b\n"};
}

void readMarks(std::string_view input)
{
    static_cast<void>(isOver(input));
    const std::string_view first = input.substr(0, input.size() / 2);
    const auto group = cgroupFolder(first, input.substr(first.size()));
    if (group && group->find("/..") != std::string::npos
        && first.find("/..") == std::string_view::npos)
        qFatal("a cgroup leads out of the mount");
}

} // namespace

class FuzzMarks : public QObject
{
    Q_OBJECT

private slots:
    void whateverAnEarlierLifeLeftIsRead() { fuzz(marks(), 200'000, readMarks); }
};

QONTROLLER_TEST(FuzzMarks)
#include "tst_fuzzmarks.moc"
