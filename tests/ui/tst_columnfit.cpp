// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowtest.h"

#include "ui/widgets/columnfit.h"

#include <QtTest/QtTest>

using namespace qontroller::ui;

namespace {

using Widths = QList<int>;

constexpr ColumnWish StateWish{.whole = 80, .usual = 120, .least = 60};
constexpr ColumnWish IdWish{.whole = 90, .usual = 230, .least = 110};
constexpr ColumnWish ReasonWish{.whole = 400, .usual = 240, .least = 120, .takesRest = true};
constexpr ColumnWish CountWish{.whole = 50, .usual = 80, .least = 50};

Widths fitted(const std::vector<ColumnWish> &wishes, int room)
{
    const std::vector<int> widths = fittedWidths(wishes, room);
    return {widths.begin(), widths.end()};
}

} // namespace

class ColumnFitTest final : public QObject
{
    Q_OBJECT

private slots:
    void eachHasWhatIsUsualAndOneTakesTheRest()
    {
        QCOMPARE(fitted({StateWish, IdWish, ReasonWish, CountWish}, 1000),
                 (Widths{120, 230, 570, 80}));
    }

    void thoseThatTakeTheRestAreMadeAlike()
    {
        ColumnWish other = ReasonWish;
        other.whole = 100;
        QCOMPARE(fitted({ReasonWish, StateWish, other}, 1121), (Widths{501, 120, 500}));
        QCOMPARE(fitted({ReasonWish, StateWish, other}, 800), (Widths{400, 120, 280}));
    }

    void whatIsMoreThanAColumnNeedsIsForOneThatIsCut()
    {
        QCOMPARE(fitted({StateWish, IdWish, ReasonWish, CountWish}, 620),
                 (Widths{80, 90, 400, 50}));
        const Widths between = fitted({StateWish, IdWish, ReasonWish, CountWish}, 700);
        QCOMPARE(std::accumulate(between.begin(), between.end(), 0), 700);
        QCOMPARE(between[2], 400);
    }

    void theWidestAreCut()
    {
        QCOMPARE(fitted({StateWish, IdWish, ReasonWish, CountWish}, 500),
                 (Widths{80, 90, 280, 50}));
        ColumnWish other = ReasonWish;
        other.whole = 300;
        QCOMPARE(fitted({StateWish, ReasonWish, other}, 480), (Widths{80, 200, 200}));
    }

    void noneIsBelowItsLeast()
    {
        QCOMPARE(fitted({StateWish, IdWish, ReasonWish, CountWish}, 200),
                 (Widths{60, 90, 120, 50}));
    }

    void noColumnIsNoWidth() { QCOMPARE(fitted({}, 500), Widths()); }

    void whereNoneTakesTheRestItStaysFree()
    {
        QCOMPARE(fitted({StateWish, CountWish}, 500), (Widths{120, 80}));
    }
};

QONTROLLER_WINDOW_TEST(ColumnFitTest)
#include "tst_columnfit.moc"
