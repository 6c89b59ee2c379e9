// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text/text.h"
#include "core/engine/filter/filterfields.h"
#include "core/engine/filter/filterparser.h"
#include "core/engine/observe/items/itemrow.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

const TimePoint Now{10h};

ItemRow sample()
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

bool finds(const char *filter, ObjectId id)
{
    ItemRow row = sample();
    row.id = std::move(id);
    return parseFilter(filter).value().matches({row, "photos", Now});
}

} // namespace

class FilterTest final : public QObject
{
    Q_OBJECT

private slots:
    void matches_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("expected");
        const auto row = [](const char *text, bool expected) {
            QTest::newRow(text) << QByteArray(text) << expected;
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
        row("host:db1", true);
        row("host:db2", false);
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
    void matches()
    {
        QFETCH(QByteArray, text);
        const auto filter = parseFilter(text.toStdString());
        QVERIFY2(filter, filter ? "" : inWords(filter.error()).c_str());
        QTEST(filter->matches({sample(), "photos", Now, "db1"}), "expected");
    }

    void saysWhichHostsItTakes_data()
    {
        QTest::addColumn<bool>("asks");
        QTest::addColumn<QByteArray>("taken");
        const auto row = [](const char *text, bool asks, const char *taken) {
            QTest::newRow(text) << asks << QByteArray(taken);
        };
        row("state:failed img", false, "db1 db2 db10");
        row("host:db1", true, "db1 db10");
        row("host:/^db1$/ state:failed", true, "db1");
        row("host:db2,db10 id:none", true, "db2 db10");
        row("-host:db1", true, "db2");
        row("host:db host:2", true, "db2");
    }
    void saysWhichHostsItTakes()
    {
        const auto filter = parseFilter(QTest::currentDataTag());
        QVERIFY(filter);
        QTEST(filter->asksForHosts(), "asks");
        QByteArrayList taken;
        for (const char *host : {"db1", "db2", "db10"}) {
            if (filter->takesHost(host))
                taken += host;
        }
        QTEST(taken.join(' '), "taken");
    }

    void saysWhereItIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("position");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char *name, const char *text, int position,
                            const char *sentence) {
            QTest::newRow(name) << QByteArray(text) << position << QByteArray(sentence);
        };
        row("unknown field", "img colour:red", 4,
            "there is no field \"colour\"; the fields are id, error, controller, host, state, is, "
            "queue, "
            "cause, tries, coalesced, behind, worker, age, wait, next");
        row("unknown state", "state:faild", 6,
            "\"faild\" is none of in-sync, waiting, running, back-off, waiting-for-lock, failed, "
            "parked, held, paused, stuck, ignored, elsewhere");
        row("expression for a mark", "is:/f/", 3,
            "\"f\" is none of failing, given-up, kept, looping");
        row("open expression", "a id:/x", 5, "the expression has no closing /");
        row("wrong expression", "id:/a(b/", 7,
            "the expression is wrong here: missing closing parenthesis");
        row("open quotation", "id:\"abc", 3, "the quotation has no closing \"");
        row("no number", "tries:many", 6, "write tries with a number, as in tries:>=3");
        row("no duration", "img age:>5", 8, "write age with a duration, as in age:>5m");
        row("nothing after a field", "id:", 0, "a text is missing after id:");
        row("nothing in an expression", "img id://", 4, "a text is missing after id:");
        row("nothing in an expression alone", "-//", 0, "a text is missing");
        row("number missing", "tries:>=", 6, "write tries with a number, as in tries:>=3");
        row("two numbers", "tries:1,2", 6, "write tries with a number, as in tries:>=3");
    }
    void saysWhereItIsWrong()
    {
        QFETCH(QByteArray, text);
        const auto filter = parseFilter(text.toStdString());
        QVERIFY(!filter);
        QTEST(int(filter.error().position), "position");
        QVERIFY(filter.error().length > 0);
        QTEST(QByteArray::fromStdString(inWords(filter.error())), "sentence");
    }

    void caseDoesNotMatterInAnyLanguage()
    {
        QVERIFY(finds("id:GRÜN", "grün/öl"));
        QVERIFY(finds("ÖL", "grün/öl"));
        QVERIFY(finds("id:/(?i)ΣΊΣΥΦΟΣ/", "σίσυφος"));
        QVERIFY(!finds("id:grun", "grün"));
    }

    void expressionsUnderstandUnicode()
    {
        for (const char *letter : {"é", "ß", "σ", "中"}) {
            QVERIFY2(finds("id:/^\\S$/", letter) && finds("id:/^\\w$/", letter), letter);
            QVERIFY2(!finds("id:/^\\W$/", letter) && !finds("id:/^\\s$/", letter), letter);
            QVERIFY2(finds("id:/^\\D$/", letter) && !finds("id:/^\\d$/", letter), letter);
        }
        QVERIFY(finds("id:/^\\W$/", "😀"));
        QVERIFY(!finds("id:/^WEB/", "web-1") && finds("id:/(?i)^WEB/", "web-1"));
    }

    void aFilterThatIsReadHasALimit()
    {
        const auto longest = readFilter(std::string(LongestText, 'x'));
        QVERIFY(longest);
        const auto longer = readFilter(std::string(LongestText + 1, 'x'));
        QVERIFY(!longer);
        QCOMPARE(longer.error(), std::string("a filter has 4096 bytes at the most"));
        const auto wrong = readFilter("nix:" + std::string(4000, 'x'));
        QVERIFY(!wrong && wrong.error().size() < 1000);
    }

    void idsThatAreNotUtf8AreSearched()
    {
        QVERIFY(finds("id:after", "before\xff\xfe"
                                  "after"));
        QVERIFY(finds("-id:\xff", "before\xff"
                                  "after"));
        QVERIFY(finds("id:/before/", "before\xff"
                                     "after"));
    }

    void anExpressionThatWouldTakeForEverFindsNothing()
    {
        QVERIFY(!finds("id:/^(a|a|a)*b$/", std::string(40, 'a')));
    }

    void quotesValuesThatNeedIt_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("term");
        const auto row = [](const char *name, const char *value, const char *term) {
            QTest::newRow(name) << QByteArray(value) << QByteArray(term);
        };
        row("plain", "photos", "controller:photos");
        row("space", "my photos", "controller:\"my photos\"");
        row("quote", "a\"b", "controller:\"a\\\"b\"");
        row("comma", "a,b", "controller:\"a,b\"");
        row("slash", "/a", "controller:\"/a\"");
    }
    void quotesValuesThatNeedIt()
    {
        QFETCH(QByteArray, value);
        const std::string term = filterTerm("controller", value.toStdString());
        QTEST(QByteArray::fromStdString(term), "term");
        const auto filter = parseFilter(term);
        QVERIFY(filter);
        QVERIFY(filter->matches({sample(), value.toStdString(), Now}));
        QVERIFY(!filter->matches({sample(), "other", Now}));
    }

    void replacesTheTermOfOneField_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("term");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char *name, const char *before, const char *term,
                            const char *after) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(term) << QByteArray(after);
        };
        row("added", "img", "state:failed", "img state:failed");
        row("replaced", "state:parked img", "state:failed", "img state:failed");
        row("taken out", "state:parked img", "", "img");
        row("into nothing", "", "state:failed", "state:failed");
        row("quotes survive", "id:\"a b\" state:parked", "", "id:\"a b\"");
    }
    void replacesTheTermOfOneField()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, term);
        QTEST(QByteArray::fromStdString(
                  replaceFilterTerm(before.toStdString(), "state", term.toStdString())),
              "after");
    }

    void leavesOutTermsOnFieldsThatARowLacks_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("matches"); // for rows that have a controller, and words
        QTest::addColumn<bool>("asks");
        QTest::newRow("nothing") << QByteArray("") << true << false;
        QTest::newRow("a field it has") << QByteArray("controller:videos") << false << true;
        QTest::newRow("a word") << QByteArray("nothing") << false << true;
        QTest::newRow("fields it lacks") << QByteArray("state:parked -is:failing") << true << false;
        QTest::newRow("both") << QByteArray("state:parked controller:photos") << true << true;
    }
    void leavesOutTermsOnFieldsThatARowLacks()
    {
        QFETCH(QByteArray, text);
        const Filter filter = parseFilter(text.toStdString()).value();
        const FilterFields fields = filterFieldBit("controller") | filterFieldBit("");
        QTEST(filter.matches({sample(), "photos", Now}, fields), "matches");
        QTEST(filter.asksFor(fields), "asks");
    }
    void everyFieldHasABitOfItsOwn()
    {
        FilterFields all = filterFieldBit("");
        for (const FilterField &field : filterFields()) {
            QCOMPARE(all & filterFieldBit(field.name), FilterFields{0});
            all |= filterFieldBit(field.name);
        }
        QCOMPARE(filterFieldBit("none"), FilterFields{0});
    }

    void knowsWhetherTimeMatters()
    {
        QVERIFY(parseFilter("age:>5m")->dependsOnTime());
        QVERIFY(!parseFilter("tries:>5")->dependsOnTime());
    }
};

QTEST_GUILESS_MAIN(FilterTest)
#include "tst_filter.moc"
