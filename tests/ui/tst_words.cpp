// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/theme/resources.h"
#include "ui/words/account.h"
#include "ui/words/controllerdetails.h"
#include "ui/words/format.h"
#include "ui/words/limits.h"
#include "ui/words/naturalorder.h"

#include "core/engine/observe/items/itemrow.h"

#include <QtTest/QtTest>

#include <pwd.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Two clocks that stand.
Moment noon()
{
    const QDateTime local(QDate::currentDate(), QTime(12, 0));
    return {TimePoint(10h), WallTime(std::chrono::milliseconds(local.toMSecsSinceEpoch()))};
}

/// A controller whose last list ended a minute before noon().
ControllerView listed(ListEnd last)
{
    ControllerView view;
    view.gauges.workers = view.options.workers;
    view.lists.last = last;
    view.lists.wasComplete = true;
    view.lists.completeAt = noon().now - (last == ListEnd::Complete ? 1min : 11min);
    view.lists.endedAt = noon().now - 1min;
    view.lists.lastTook = 3400ms;
    view.lists.objects = 1400;
    return view;
}

/// With ordinary spaces.
QString plain(QString text)
{
    return text.replace(QChar(0x202f), ' ').replace(QChar(0xa0), ' ');
}

} // namespace

Q_DECLARE_METATYPE(ControllerView)

class WordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void numbersInTextsCountAsNumbers_data()
    {
        QTest::addColumn<QString>("smaller");
        QTest::addColumn<QString>("larger");
        const auto row = [](const char *smaller, const char *larger) {
            QTest::addRow("%s before %s", smaller, larger)
                << QString::fromUtf8(smaller) << QString::fromUtf8(larger);
        };
        row("item-9", "item-10");
        row("item-99", "item-100");
        row("2023/DSC_9.jpg", "2023/DSC_10.jpg");
        row("2023/12/a", "2023/101/a");
        row("10.0.0.9", "10.0.0.10");
        row("item-09", "item-10");
        row("item", "item-1");
        row("a9", "b1");
        row("0", "1");
        row("9", "a");
        row("item-123456789012345678901", "item-223456789012345678901");
        row("item-99999999999999999999", "item-100000000000000000000");
        row("ä-9", "ä-10");
    }
    void numbersInTextsCountAsNumbers()
    {
        QFETCH(QString, smaller);
        QFETCH(QString, larger);
        QVERIFY(naturalKey(smaller.toStdString()) < naturalKey(larger.toStdString()));
    }

    void attemptsNeverLookLikeMoreThanThereCanBe_data()
    {
        QTest::addColumn<unsigned>("errors");
        QTest::addColumn<int>("limit");
        QTest::addColumn<QString>("text");
        QTest::newRow("first") << 1U << 3 << QStringLiteral("1/3");
        QTest::newRow("last") << 3U << 3 << QStringLiteral("3/3");
        QTest::newRow("tried again later") << 9U << 3 << QStringLiteral("9 (limit 3)");
        QTest::newRow("limit not known") << 9U << -1 << QStringLiteral("9");
    }
    void attemptsNeverLookLikeMoreThanThereCanBe()
    {
        QFETCH(unsigned, errors);
        QFETCH(int, limit);
        QTEST(attemptsText(errors, limit < 0 ? std::nullopt : std::optional(limit)), "text");
    }

    void attemptsSayWhatBecameOfThem_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<unsigned>("errors");
        QTest::addColumn<QString>("expected");
        const auto row = [](ItemState state, unsigned errors, const char *expected) {
            QTest::newRow(expected) << int(state) << errors << QString::fromUtf8(expected);
        };
        row(ItemState::InSync, 0, "none failed");
        row(ItemState::BackOff, 2, "2/3 failed");
        row(ItemState::Failed, 3, "3/3 failed");
        row(ItemState::Failed, 1, "retries used up; failed since: 1");
        row(ItemState::Parked, 0, "the last one was parked");
        row(ItemState::Parked, 2, "2/3 failed, the last one was parked");
    }
    void attemptsSayWhatBecameOfThem()
    {
        QFETCH(int, state);
        QFETCH(unsigned, errors);
        QFETCH(QString, expected);
        ItemRow row;
        row.state = static_cast<ItemState>(state);
        row.errors = errors;
        QCOMPARE(attemptsSentence(row, 3), expected);
    }

    void whatAPersonChoseIsSaidAsItWasChosen()
    {
        using namespace std::chrono_literals;
        const auto said = [](Duration term) {
            return formatTerm(term).replace(QChar(0x202f), QLatin1Char(' '));
        };
        QCOMPARE(said(15min), "15 min");
        QCOMPARE(said(1h), "1 h");
        QCOMPARE(said(90min), "1 h 30 min");
        QCOMPARE(said(24h), "1 d");
        QCOMPARE(said(30s), "30 s");
    }

    void noMoreWorkersAreBusyThanThereAre_data()
    {
        QTest::addColumn<int>("running");
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("stuck");
        QTest::addColumn<int>("stuckInPlace");
        QTest::addColumn<QString>("text");
        QTest::newRow("idle") << 0 << 4 << 0 << 0 << QStringLiteral("0/4");
        QTest::newRow("busy") << 4 << 4 << 0 << 0 << QStringLiteral("4/4");
        QTest::newRow("replaced") << 5 << 4 << 1 << 0 << QStringLiteral("4/4 + 1 stuck");
        QTest::newRow("replaced, some idle") << 3 << 4 << 1 << 0 << QStringLiteral("2/4 + 1 stuck");
        QTest::newRow("stuck in place") << 4 << 4 << 2 << 2 << QStringLiteral("4/4");
        QTest::newRow("some replaced") << 6 << 4 << 5 << 3 << QStringLiteral("4/4 + 2 stuck");
        QTest::newRow("fewer wanted") << 8 << 2 << 0 << 0 << QStringLiteral("2/2 + 6 ending");
        QTest::newRow("none wanted") << 3 << 0 << 0 << 0 << QStringLiteral("0/0 + 3 ending");
        QTest::newRow("both") << 5 << 2 << 1 << 0 << QStringLiteral("2/2 + 1 stuck + 2 ending");
        QTest::newRow("from two moments") << 0 << 4 << 1 << 0 << QStringLiteral("0/4");
    }
    void noMoreWorkersAreBusyThanThereAre()
    {
        QFETCH(int, running);
        QFETCH(int, workers);
        QFETCH(int, stuck);
        QFETCH(int, stuckInPlace);
        Gauges gauges;
        gauges.running = std::uint64_t(running);
        gauges.workers = workers;
        gauges.states[std::size_t(ItemState::Stuck)] = std::uint64_t(stuck);
        gauges.stuckInPlace = std::uint64_t(stuckInPlace);
        QTEST(inFlightText(gauges), "text");
    }

    void anAccountIsOneOfTheUid_data()
    {
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("logname");
        const QByteArray right = getpwuid(getuid())->pw_name;
        const QByteArray wrong = getuid() == 0 ? "nobody" : "root";
        QTest::newRow("both say so") << right << right;
        QTest::newRow("none is set") << QByteArray() << QByteArray();
        QTest::newRow("one is set") << QByteArray() << right;
        QTest::newRow("another account") << wrong << wrong;
        QTest::newRow("one of them is right") << wrong << right;
        QTest::newRow("no account") << QByteArray("no such account") << QByteArray();
    }
    void anAccountIsOneOfTheUid()
    {
        QFETCH(QByteArray, user);
        QFETCH(QByteArray, logname);
        const auto set = [](const char *name, const QByteArray &value) {
            value.isNull() ? qunsetenv(name) : qputenv(name, value);
        };
        const std::pair before{qgetenv("USER"), qgetenv("LOGNAME")};
        set("USER", user);
        set("LOGNAME", logname);
        const QString name = accountName();
        set("USER", before.first);
        set("LOGNAME", before.second);
        QCOMPARE(name, QString::fromLocal8Bit(getpwuid(getuid())->pw_name));
    }

    void howTheListsOfAControllerGo_data()
    {
        QTest::addColumn<ControllerView>("view");
        QTest::addColumn<QStringList>("lines"); // below the heading
        const QString every = QStringLiteral("One follows every 30 s.");
        QTest::newRow("complete") << listed(ListEnd::Complete)
                                  << QStringList{"The last list was complete at 11:59:00: "
                                                 "1 400 objects in 3.4 s.",
                                                 every};
        ControllerView partial = listed(ListEnd::Partial);
        partial.lists.why = "/srv/x cannot be read";
        QTest::newRow("partial")
            << partial
            << QStringList{"The last list was not complete at 11:59:00 (1 400 objects in 3.4 s), "
                           "so deletions wait: /srv/x cannot be read.",
                           "The last complete list ended at 11:49:00.", every};
        ControllerView failed = listed(ListEnd::Failed);
        failed.lists.why = "no such folder";
        failed.lists.failures = 7;
        failed.watchError = "the socket is gone";
        failed.lists.wasComplete = false;
        QTest::newRow("failed")
            << failed
            << QStringList{"The last list failed at 11:59:00, after 3.4 s: no such folder.",
                           "7 lists in a row have failed.", "No complete list has ended yet.",
                           every,
                           "Changes are not heard of before the next list: the socket is gone."};
        failed.lists.endedAt = {};
        failed.watchError.clear();
        failed.lists.failures = 1;
        QTest::newRow("failed, says a host of an earlier version")
            << failed
            << QStringList{"The last list failed: no such folder.",
                           "No complete list has ended yet.", every};
        ControllerView first;
        first.gauges.workers = 1;
        first.lists.beganAt = noon().now - 5s;
        QTest::newRow("the first") << first
                                   << QStringList{"No list has ended yet.",
                                                  "One has been under way since 11:59:55.", every};
        ControllerView slow = listed(ListEnd::Complete);
        slow.lists.beganAt = noon().now - 2min;
        QTest::newRow("slow") << slow
                              << QStringList{"The last list was complete at 11:59:00: "
                                             "1 400 objects in 3.4 s.",
                                             "One has been under way since 11:58:00.", every};
    }
    void howTheListsOfAControllerGo()
    {
        QFETCH(ControllerView, view);
        const QStringList parts = detailsOf(view, noon(), {}).split("\n\n");
        QCOMPARE(parts.size(), 3);
        QTEST(plain(parts.at(1)).split('\n').mid(1), "lines");
        const QStringList steps = stepsOf(view,
                                          noon()); // which an object's explanation begins with
        QCOMPARE(steps.mid(1), parts.at(1).split('\n').mid(1));
    }

    void whatAControllerIsLimitedBy()
    {
        ControllerView view = listed(ListEnd::Complete);
        view.gauges.running = 3;
        const auto limits = [&view] {
            return plain(detailsOf(view, noon(), {}).section("\n\n", 0, 0)).split('\n');
        };
        QCOMPARE(limits(), (QStringList{"Limits", "3 of 4 workers are busy.",
                                        "No object waits for the retry limit of 10/s.",
                                        "An object counts as failed after 6 attempts in a row."}));
        view.gauges.states[std::size_t(ItemState::BackOff)] = 500;
        view.gauges.retriesLimited = 494;
        view.options.handlerTimeout = 30s;
        QCOMPARE(limits().mid(2),
                 (QStringList{"494 objects wait for the retry limit of 10/s, about 50 s.",
                              "An object counts as failed after 6 attempts in a row.",
                              "An attempt that takes longer than 30 s is stuck."}));
    }

    void howAControllerDiffersFromItsSession()
    {
        const ControllerView view = listed(ListEnd::Complete);
        const auto last = [&view](const QStringList &differences) {
            return detailsOf(view, noon(), differences).section("\n\n", 2);
        };
        QCOMPARE(last({}), "Its options are as the session gives them.");
        QCOMPARE(last({"a", "b"}), "Differs from the session\na\nb");
    }

    // As the other programs write it: two ids never look alike.
    void whatIsNotSeenIsWrittenByItsNumber()
    {
        QCOMPARE(toLine("rtl-\u202egnp.exe"), "rtl-\\u202egnp.exe");
        QCOMPARE(toLine("a\u200bb"), "a\\u200bb");
        QCOMPARE(toLine("a\x1b b\u0085\n"), "a\\x1b b\\x85\\n");
        QCOMPARE(toLine("größe 漢字"), "größe 漢字");
        QCOMPARE(toLines("a\x1b\nb"), "a\\x1b\nb");
    }
};

QONTROLLER_WINDOW_TEST(WordsTest)
#include "tst_words.moc"
