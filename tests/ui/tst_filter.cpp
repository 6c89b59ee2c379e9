// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/warnings.h"

#include "ui/filter/filterfields.h"
#include "ui/filter/filterparser.h"
#include "ui/views/filterbox.h"

using namespace qontroller;
using namespace qontroller::ui;
using namespace std::chrono_literals;

class FilterTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { test::failOnAnyWarning(); }
    void matches_data();
    void matches();
    void saysWhereItIsWrong_data();
    void saysWhereItIsWrong();
    void errorAndToolTipNameEveryField_data();
    void errorAndToolTipNameEveryField();
    void quotesValuesThatNeedIt_data();
    void quotesValuesThatNeedIt();
    void replacesTheTermOfOneField_data();
    void replacesTheTermOfOneField();
    void knowsWhetherTimeMatters();
    void boxWaitsForAPauseInTyping();
    void boxKeepsTheLastGoodFilter();

private:
    static ItemRow sample();
    const TimePoint m_now{10h};
};

ItemRow FilterTest::sample()
{
    ItemRow row;
    row.id = "photos/2021/IMG 7.jpg";
    row.state = ItemState::Failed;
    row.text = "No space left on device";
    row.errors = 3;
    row.worker = -1;
    row.coalesced = 2;
    row.generation = 7;
    row.observedGeneration = 5;
    row.since = TimePoint{10h - 6min};
    row.nextRun = TimePoint{10h + 30s};
    row.band = Band::Retry;
    row.causes = 1 << int(Cause::Modified);
    return row;
}

void FilterTest::matches_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *text, bool expected) {
        QTest::newRow(text) << QString::fromUtf8(text) << expected;
    };
    row("", true);
    row("   ", true);
    row("img", true);
    row("SPACE", true);
    row("nothing", false);
    row("img space", true);
    row("img nothing", false);
    row("\"IMG 7\"", true);
    row("\"IMG  7\"", false);
    row("state:failed", true);
    row("STATE:Failed", true);
    row("state:parked", false);
    row("state:parked,failed", true);
    row("-state:failed", false);
    row("-state:parked", true);
    row("state:back-off,waiting-for-lock", false);
    row("controller:photos", true);
    row("controller:doc", false);
    row("controller:doc,phot", true);
    row("id:2021", true);
    row("id:space", false);
    row("error:space", true);
    row("error:2021", false);
    row("id:/20(20|21)/", true);
    row("id:/^2021/", false);
    row("/img \\d\\.jpg/", false);
    row("/IMG \\d\\.jpg/", true);
    row("id:/photos\\/2021/", true);
    row("tries:3", true);
    row("tries:=3", true);
    row("tries:>3", false);
    row("tries:>=3", true);
    row("tries:<4", true);
    row("tries:<=2", false);
    row("coalesced:>1", true);
    row("behind:2", true);
    row("behind:>2", false);
    row("worker:0", false);
    row("age:>5m", true);
    row("age:>7m", false);
    row("age:<1h", true);
    row("next:<1m", true);
    row("next:>1m", false);
    row("wait:>1s", false);
    row("queue:retry", true);
    row("queue:event", false);
    row("is:failing", false);
    row("-is:kept", true);
    row("cause:modified", true);
    row("cause:resync,deleted", false);
    row("state:failed controller:photos id:/IMG/ tries:>=3 age:>5m space", true);
    row("-img", false);
    row("-", false);
}

void FilterTest::matches()
{
    QFETCH(QString, text);
    const Filter::Parsed parsed = parseFilter(text);
    QVERIFY2(!parsed.error, parsed.error ? qPrintable(parsed.error->sentence) : "");
    const ItemRow row = sample();
    QTEST(parsed.filter.matches({row, QStringLiteral("photos"), m_now}), "expected");
}

void FilterTest::saysWhereItIsWrong_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("position");
    QTest::newRow("unknown field") << "img colour:red" << 4;
    QTest::newRow("unknown state") << "state:faild" << 6;
    QTest::newRow("expression for a state") << "state:/f/" << 6;
    QTest::newRow("open expression") << "a id:/x" << 5;
    QTest::newRow("wrong expression") << "id:/a(b/" << 7;
    QTest::newRow("open quotation") << "id:\"abc" << 3;
    QTest::newRow("no number") << "tries:many" << 6;
    QTest::newRow("no duration") << "img age:>5" << 8;
    QTest::newRow("nothing after a field") << "id:" << 0;
    QTest::newRow("number missing") << "tries:>=" << 6;
    QTest::newRow("two numbers") << "tries:1,2" << 6;
}

void FilterTest::saysWhereItIsWrong()
{
    QFETCH(QString, text);
    const auto error = parseFilter(text).error;
    QVERIFY(error);
    QTEST(error->position, "position");
    QVERIFY(error->length > 0);
    QVERIFY(!error->sentence.isEmpty());
}

void FilterTest::errorAndToolTipNameEveryField_data()
{
    QTest::addColumn<QString>("field");
    for (const FilterField &field : filterFields())
        QTest::newRow(field.name) << QString::fromLatin1(field.name);
}

void FilterTest::errorAndToolTipNameEveryField()
{
    QFETCH(QString, field);
    const QRegularExpression name(QStringLiteral("\\b%1\\b").arg(field));
    const auto error = parseFilter(QStringLiteral("colour:red")).error;
    QVERIFY(error);
    QVERIFY2(error->sentence.contains(name), qPrintable(error->sentence));
    const QString tip = FilterBox().toolTip();
    QVERIFY2(tip.contains(field + QLatin1Char(':')), qPrintable(tip));
}

void FilterTest::quotesValuesThatNeedIt_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("term");
    QTest::newRow("plain") << "photos"
                           << "controller:photos";
    QTest::newRow("space") << "my photos"
                           << "controller:\"my photos\"";
    QTest::newRow("quote") << "a\"b"
                           << "controller:\"a\\\"b\"";
    QTest::newRow("comma") << "a,b"
                           << "controller:\"a,b\"";
    QTest::newRow("slash") << "/a"
                           << "controller:\"/a\"";
}

void FilterTest::quotesValuesThatNeedIt()
{
    QFETCH(QString, value);
    const QString term = filterTerm(QStringLiteral("controller"), value);
    QTEST(term, "term");
    const Filter::Parsed parsed = parseFilter(term);
    QVERIFY(!parsed.error);
    QVERIFY(parsed.filter.matches({sample(), value, m_now}));
    QVERIFY(!parsed.filter.matches({sample(), QStringLiteral("other"), m_now}));
}

void FilterTest::replacesTheTermOfOneField_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("term");
    QTest::addColumn<QString>("after");
    QTest::newRow("added") << "img"
                           << "state:failed"
                           << "img state:failed";
    QTest::newRow("replaced") << "state:parked img"
                              << "state:failed"
                              << "img state:failed";
    QTest::newRow("taken out") << "state:parked img"
                               << ""
                               << "img";
    QTest::newRow("into nothing") << ""
                                  << "state:failed"
                                  << "state:failed";
    QTest::newRow("quotes survive") << "id:\"a b\" state:parked"
                                    << ""
                                    << "id:\"a b\"";
}

void FilterTest::replacesTheTermOfOneField()
{
    QFETCH(QString, before);
    QFETCH(QString, term);
    QTEST(replaceFilterTerm(before, QStringLiteral("state"), term), "after");
}

void FilterTest::knowsWhetherTimeMatters()
{
    QVERIFY(parseFilter(QStringLiteral("age:>5m")).filter.dependsOnTime());
    QVERIFY(!parseFilter(QStringLiteral("tries:>5")).filter.dependsOnTime());
}

void FilterTest::boxWaitsForAPauseInTyping()
{
    FilterBox box;
    QSignalSpy changes(&box, &FilterBox::filterChanged);
    QTest::keyClicks(&box, QStringLiteral("failed"));
    QCOMPARE(changes.size(), 0);
    QTRY_COMPARE(changes.size(), 1);
    QTest::keyClick(&box, Qt::Key_Escape);
    QCOMPARE(box.text(), QString());
    QCOMPARE(changes.size(), 2);
}

void FilterTest::boxKeepsTheLastGoodFilter()
{
    FilterBox box;
    QSignalSpy changes(&box, &FilterBox::filterChanged);
    box.setFilterText(QStringLiteral("state:failed"));
    box.setFilterText(QStringLiteral("state:faild"));
    QCOMPARE(changes.size(), 1);
    QVERIFY(box.error());
    QVERIFY(box.accessibleDescription().contains(QStringLiteral("7")));
    QCOMPARE(box.text(), QStringLiteral("state:faild"));
    box.setFilterText(QStringLiteral("state:parked"));
    QVERIFY(!box.error());
    QVERIFY(box.accessibleDescription().startsWith(QStringLiteral("All terms must hold.")));
    QCOMPARE(changes.size(), 2);
}

QTEST_MAIN(FilterTest)
#include "tst_filter.moc"
