// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/api/outcome.h"
#include "core/engine/api/storage.h"

using namespace qontroller;
using namespace std::chrono_literals;

class OutcomeTest : public QObject
{
    Q_OBJECT

private slots:
    void delayIsNeverNegative()
    {
        QCOMPARE(Outcome::requeueAfter(-1s).delay(), Duration(0));
        QCOMPARE(Outcome::wait("x", -1h).delay(), Duration(0));
    }

    void e12_anErrorIsItsText() { QCOMPARE(Outcome::park(Error("a text")).text(), "a text"); }

    void e11_storageAnswersOneOfFourThings()
    {
        using Kind = Fetched<int>::Kind;
        QVERIFY(Fetched<int>::assumed(nullptr).kind() == Kind::Failed);
    }
};

QONTROLLER_TEST(OutcomeTest)
#include "tst_outcome.moc"
