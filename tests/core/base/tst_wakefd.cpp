// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/files/wakefd.h"

#include <QtTest/QtTest>

#include <poll.h>

using namespace qontroller;

namespace {

bool isReadable(const WakeFd &fd)
{
    pollfd waiting{fd.get(), POLLIN, 0};
    return ::poll(&waiting, 1, 0) == 1;
}

} // namespace

/// A poll() that waits for others, too, can be ended.
class WakeFdTest : public QObject
{
    Q_OBJECT

private slots:
    void isReadableFromWakeToClear()
    {
        const WakeFd fd;
        QVERIFY(fd);
        QVERIFY(!isReadable(fd));
        fd.wake();
        fd.wake();
        QVERIFY(isReadable(fd));
        fd.clear();
        QVERIFY(!isReadable(fd));
        fd.clear(); // which waits for nothing
    }
};

QONTROLLER_TEST(WakeFdTest)
#include "tst_wakefd.moc"
