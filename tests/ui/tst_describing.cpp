// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/views/descriptionpane.h"
#include "ui/words/linediff.h"

#include "core/engine/observe/items/itemdetail.h"

#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QToolButton>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// What an object should be and what it is.
class DescribingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources(QStringLiteral("en")); }
    void init() { failOnAnyWarning(); }
    void comparesLineByLine_data();
    void comparesLineByLine();
    void textsThatDifferTooMuchAreNotAligned();
    void showsWhatDiffers();
    void saysThatAllIsWell();
    void saysWhyThereIsNothing();
    void windowLivesWhileThePluginTakesItsTime();
    void lastQuestionIsAnswered();
    void asksAgainAfterARunAndOnDemand();
    void saysThatPluginsAreBusyWithEarlierQuestions();
    void closesWhileAPluginIsAsked();

private:
    static void select(const Rig &rig, int row)
    {
        rig.items().selectRow(row);
    }
    static QString text(const Rig &rig)
    {
        return rig.find<QPlainTextEdit>("descriptionText")->toPlainText();
    }
};

void DescribingTest::comparesLineByLine_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("lines");
    QTest::newRow("same") << "a b" << "a b" << " a  b";
    QTest::newRow("nothing") << "" << "" << "";
    QTest::newRow("all is missing") << "a b" << "" << "+a +b";
    QTest::newRow("all is too much") << "" << "a b" << "-a -b";
    QTest::newRow("one differs") << "a b c" << "a x c" << " a -x +b  c";
    QTest::newRow("one too many") << "a c" << "a b c" << " a -b  c";
    QTest::newRow("one is missing") << "a b c" << "a c" << " a +b  c";
    QTest::newRow("in the middle") << "a b c d e" << "a x c y e" << " a -x +b  c -y +d  e";
    QTest::newRow("twice the same") << "a a b" << "a b" << " a +a  b";
    QTest::newRow("turned round") << "a b" << "b a" << "-b  a +b";
}

void DescribingTest::comparesLineByLine()
{
    QFETCH(QString, wanted);
    QFETCH(QString, found);
    QStringList lines;
    for (const DiffLine &line : diffLines(wanted.split(QLatin1Char(' '), Qt::SkipEmptyParts),
                                          found.split(QLatin1Char(' '), Qt::SkipEmptyParts))) {
        const char *sign = line.kind == DiffLine::Kind::Same     ? " "
                           : line.kind == DiffLine::Kind::Wanted ? "+"
                                                                 : "-";
        lines += QLatin1String(sign) + line.text;
    }
    QTEST(lines.join(QLatin1Char(' ')), "lines");
}

void DescribingTest::textsThatDifferTooMuchAreNotAligned()
{
    QStringList wanted{QStringLiteral("head")};
    QStringList found = wanted;
    for (int i = 0; i < 2000; ++i) {
        wanted += QStringLiteral("w%1").arg(i);
        found += QStringLiteral("f%1").arg(i);
    }
    const auto lines = diffLines(wanted, found);
    QCOMPARE(lines.size(), 4001u);
    QVERIFY(lines[0].kind == DiffLine::Kind::Same);
    QVERIFY(lines[1].kind == DiffLine::Kind::Found);
    QVERIFY(lines[4000].kind == DiffLine::Kind::Wanted);
}

void DescribingTest::showsWhatDiffers()
{
    Rig rig;
    rig.feed.onDescribe([](const ObjectId &id, auto &&) {
        return Description{id + "\nsize 12\nmode 644\n", id + "\nsize 11\nmode 644\n", {}};
    });
    QVERIFY(rig.isReady());
    select(rig, 0);
    QTRY_COMPARE(text(rig), QStringLiteral("  item-0\n− size 11\n+ size 12\n  mode 644"));
    QCOMPARE(rig.label("descriptionVerdict"),
             QStringLiteral("2 lines differ: − is so, + should be so."));
    QVERIFY(rig.label("descriptionAge").startsWith(QStringLiteral("As of ")));
}

void DescribingTest::saysThatAllIsWell()
{
    Rig rig;
    rig.feed.onDescribe([](auto &&...) { return Description{"a\n", "a\n", {}}; });
    QVERIFY(rig.isReady());
    select(rig, 0);
    QTRY_COMPARE(rig.label("descriptionVerdict"), QStringLiteral("It is as it should be."));
}

void DescribingTest::saysWhyThereIsNothing()
{
    Rig rig;
    QVERIFY(rig.isReady());
    select(rig, 0);
    QTRY_COMPARE(rig.label("descriptionVerdict"),
                 QStringLiteral("Nothing to compare: nothing is described."));
    QVERIFY(!rig.find<QPlainTextEdit>("descriptionText")->isVisible());
}

void DescribingTest::windowLivesWhileThePluginTakesItsTime()
{
    Rig rig;
    std::atomic<bool> ended = false;
    rig.feed.onDescribe([&](const ObjectId &, const std::stop_token &stop) {
        while (!ended && !stop.stop_requested())
            std::this_thread::yield();
        return Description{"late\n", "late\n", {}};
    });
    QVERIFY(rig.isReady());
    select(rig, 0);
    QTRY_VERIFY(rig.label("descriptionAge").endsWith(QStringLiteral("no answer yet")));
    QVERIFY(!rig.find<QToolButton>("describeAgain")->isEnabled());
    const int pulls = rig.feed.pulls();
    QTRY_VERIFY(rig.feed.pulls() > pulls + 2); // all else goes on
    ended = true;
    QTRY_COMPARE(text(rig), QStringLiteral("  late"));
}

void DescribingTest::lastQuestionIsAnswered()
{
    Rig rig;
    rig.feed.onDescribe([](const ObjectId &id, const std::stop_token &stop) {
        while (id == "item-0" && !stop.stop_requested())
            std::this_thread::yield();
        return Description{id, id, {}};
    });
    QVERIFY(rig.isReady());
    select(rig, 0);
    QTRY_VERIFY(rig.label("descriptionAge").endsWith(QStringLiteral("no answer yet")));
    select(rig, 1);
    QTRY_COMPARE(text(rig), QStringLiteral("  item-1"));
}

void DescribingTest::asksAgainAfterARunAndOnDemand()
{
    Rig rig;
    std::atomic<int> asked = 0;
    rig.feed.onDescribe([&](auto &&...) {
        return Description{std::to_string(++asked), {}, {}};
    });
    QVERIFY(rig.isReady());
    select(rig, 0);
    QTRY_COMPARE(text(rig), QStringLiteral("+ 1"));
    rig.find<QToolButton>("describeAgain")->click();
    QTRY_COMPARE(text(rig), QStringLiteral("+ 2"));
    ItemDetail detail;
    detail.row.id = "item-0";
    detail.row.lastRun = rig.feed.now();
    rig.feed.setDetail(detail);
    QTRY_COMPARE(text(rig), QStringLiteral("+ 3"));
}

void DescribingTest::saysThatPluginsAreBusyWithEarlierQuestions()
{
    std::atomic<bool> ended = false;
    std::atomic<int> asked = 0;
    Rig rig;
    rig.feed.onDescribe([&](const ObjectId &id, auto &&) {
        for (++asked; !ended;) // whatever it is asked to do
            std::this_thread::yield();
        return Description{id, id, {}};
    });
    QVERIFY(rig.isReady());
    for (int row = 0; row < 2; ++row) {
        select(rig, row);
        QTRY_COMPARE(asked, row + 1);
    }
    select(rig, 2);
    rig.feed.stopAt(rig.feed.now() + 2s);
    QTRY_VERIFY(rig.label("descriptionAge")
                    .endsWith(QStringLiteral("plugins are still busy with earlier questions")));
    ended = true;
    QTRY_COMPARE(text(rig), QStringLiteral("  item-2"));
}

void DescribingTest::closesWhileAPluginIsAsked()
{
    std::atomic<bool> isAsked = false;
    Rig rig;
    rig.feed.onDescribe([&](const ObjectId &, const std::stop_token &stop) {
        isAsked = true;
        while (!stop.stop_requested())
            std::this_thread::yield();
        return Description{};
    });
    QVERIFY(rig.isReady());
    select(rig, 0);
    QTRY_VERIFY(isAsked);
    rig.window.reset();
}

QONTROLLER_WINDOW_TEST(DescribingTest)
#include "tst_describing.moc"
