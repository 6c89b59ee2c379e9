// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the operator's hand is over something.
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/widgets/handwatch.h"

#include <QtTest/QtTest>
#include <QtWidgets/QPushButton>

using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A place with a button in it, and a button beside the place.
struct HandRig
{
    explicit HandRig(std::chrono::milliseconds rest = 1h)
        : watch(place, rest)
    {
        window.resize(400, 200);
        place.setGeometry(0, 0, 200, 200);
        within.setGeometry(50, 50, 100, 40);
        beside.setGeometry(250, 50, 100, 40);
        watch.follow(within);
        window.show();
        window.activateWindow();
    }
    bool isReady() { return QTest::qWaitForWindowActive(&window); }
    void move(const QPoint &to) { QTest::mouseMove(window.windowHandle(), to); }

    QWidget window;
    QWidget place{&window};
    QPushButton within{&place};
    QPushButton beside{&window};
    HandWatch watch;
};

} // namespace

class HandWatchTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void aPointerThatMovesIsThereUntilItLeaves()
    {
        HandRig rig;
        QVERIFY(rig.isReady());
        QSignalSpy changed(&rig.watch, &HandWatch::changed);
        rig.move({300, 150});
        rig.move({301, 150});
        QVERIFY(!rig.watch.isThere());
        rig.move({10, 10});
        rig.move({11, 10});
        QVERIFY(rig.watch.isThere());
        rig.move({60, 60}); // over a button in it
        rig.move({61, 60});
        QVERIFY(rig.watch.isThere());
        rig.move({300, 150});
        QVERIFY(!rig.watch.isThere());
        QCOMPARE(changed.size(), 2);
    }

    void aHandThatRestsHasLeft()
    {
        HandRig rig(20ms);
        QVERIFY(rig.isReady());
        QSignalSpy changed(&rig.watch, &HandWatch::changed);
        rig.move({10, 10});
        rig.move({11, 10});
        QTRY_COMPARE(changed.size(), 2);
        QVERIFY(!rig.watch.isThere());
        rig.move({12, 10});
        QCOMPARE(changed.size(), 3);
    }

    void theKeyboardIsAHandUntilItGoesElsewhere()
    {
        HandRig rig;
        QVERIFY(rig.isReady());
        rig.within.setFocus(Qt::OtherFocusReason); // by itself
        QVERIFY(!rig.watch.isThere());
        rig.beside.setFocus(Qt::OtherFocusReason);
        rig.within.setFocus(Qt::BacktabFocusReason);
        QVERIFY(rig.watch.isThere());
        rig.beside.setFocus(Qt::TabFocusReason);
        QVERIFY(!rig.watch.isThere());
        rig.within.setFocus(Qt::OtherFocusReason);
        QTest::keyClick(&rig.within, Qt::Key_Shift);
        QVERIFY(rig.watch.isThere());
    }

    void aPointerThatLeavesDoesNotTakeTheKeyboardAlong()
    {
        HandRig rig;
        QVERIFY(rig.isReady());
        rig.beside.setFocus(Qt::OtherFocusReason);
        rig.within.setFocus(Qt::TabFocusReason);
        rig.move({10, 10});
        rig.move({11, 10});
        rig.move({300, 150});
        QVERIFY(rig.watch.isThere());
    }
};

QONTROLLER_WINDOW_TEST(HandWatchTest)
#include "tst_handwatch.moc"
