// SPDX-License-Identifier: LGPL-3.0-or-later
#include "kitrun.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

using namespace qontroller::test;

/// A plugin that is wrong in one way is told so, and nothing else.
class FaultsTest final : public QObject
{
    Q_OBJECT

private slots:
    void findsThePlantedFault_data()
    {
        QTest::addColumn<QString>("check");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *fault, const char *check, const char *sentence) {
            QTest::newRow(fault) << check << sentence;
        };
        row("loses-deletions", "deletions",
            R"("n\d+\.txt" was deleted, but ".*" is still there, after remove\(\) was done with it)");
        row("finds-deleted", "deletions",
            R"("n\d+\.txt" is found as its get\(\) says, but is not in a complete list: it would )"
            "never be removed");
        row("appends", "idempotent",
            R"("n\d+\.txt" was changed when it was added a second time: it is "(.*)\1" and was "\1")");
        row("trusts-notes", "drift",
            R"("n\d+\.txt" is (not there|".*"), but should be ".*", after it was damaged and )"
            "handled again");
        row("deaf", "stops",
            "watch has not returned 2s after it was asked to stop before it began");
        row("remembers", "state",
            R"("n\d+\.txt" is ".*", but should be ".*", after it was modified and handled by )"
            "the instance that handled it before");
        row("mutates", "objects",
            R"("n\d+\.txt" is "", but should be ".+", after add\(\) was given the same object a )"
            "second time");
        row("crashes", "idempotent",
            R"(its process was ended by signal 6 \(Aborted\) in remove of "conformance-never-added")");
        row("exits", "idempotent",
            R"(its process ended with exit status 0 in remove of "conformance-never-added")");
        row("never-right", "adds",
            R"re("n\d+\.txt" is "NEVER (.*)", but should be "\1", after it was added)re");
        row("cut-list-complete", "lists",
            R"("n\d+\.txt" is not in a list that was asked to stop (before it began|after \d) and )"
            "says that it is complete: it would count as deleted");
        row("no-leftovers", "leftovers",
            R"("n\d+\.txt" was deleted, but ".*" is still there, after it was deleted while )"
            "nothing ran and a new instance listed");
        row("outage-empty", "outage",
            R"("n\d+\.txt" is not in a list that says it is complete, but its source is away: it )"
            "would count as deleted");
        row("half-done", "cancels",
            R"("n\d+\.txt" is (not there|".*"), but should be ".*", after a call was cut short )"
            "and a whole one followed");
        row("resumes", "converges",
            R"("n\d+\.txt" is ".*", but should be ".*", 6s after (the last change|it was in )"
            "order for the first time)");
        row("never-ready", "watch",
            R"(its watch has not said ready\(\) 6s after it began: the first list waits for that)");
        row("ready-too-early", "watch",
            R"("n\d+\.txt" was created while ready\(\) was said, and the watch has not told of it )"
            "6s later: it would wait for the next list");
        row("ready-twice", "watch", R"(its watch said ready\(\) \d times in one call)");
        row("swallows-deletions", "watch",
            R"("n\d+\.txt" was deleted, and the watch has not told of it 6s later: it would stay )"
            "until the next list");
        row("swallows-changes", "watch",
            R"("n\d+\.txt" was modified, and the watch has not told of it 6s later: it would wait )"
            "for the next list");
        row("tells-of-deletions", "watch",
            R"("n\d+\.txt" was modified, and the watch says that it was deleted: it would be )"
            "removed");
        row("chokes", "watch",
            R"("n\d+\.txt" was created after world\.garbage had put something there that is no )"
            "object, and the watch has not told of it 6s later: it would wait for the next list");
        row("ends-its-watch", "watch", "its watch ended by itself: no connection");
        row("not-utf8", "lists",
            R"("caf.+" is an id that is not UTF-8: no window, log or command can name it as it is)");
        row("touches", "creates",
            R"("target.*" in the world's folder was touched by create\(\): it is .*)");
        row("leaves-open", "descriptors",
            "an instance that has ended leaves 1 more open: .*/source");
        row("eats", "adds",
            R"("n\d+\.txt" was changed in what the plugin works on, by the plugin itself: as )"
            R"(world\.desired shows, it is gone and was ".*", and no command of .*\.json ran )"
            "meanwhile");
        row("throws", "exceptions",
            R"(an exception of an unknown type left remove of "conformance-never-added")");
    }
    void findsThePlantedFault()
    {
        QFETCH(QString, check);
        QFETCH(QString, sentence);
        const QRegularExpression expected(QRegularExpression::anchoredPattern(sentence));
        // What is wrong is waited for, so it is not given long; what is right needs less.
        const QStringList limits{"--settle-limit", "6s", "--stop-limit", "2s"};
        KitRun run;
        QCOMPARE(run.judgeFault(QTest::currentDataTag(), 1, limits), 3);
        QVERIFY2(run.checksThat("failed") == QStringList{check}, run.output());
        QVERIFY2(expected.match(run.text(check)).hasMatch(), qPrintable(run.text(check)));
        QVERIFY(!run.checks().at(check)["right"].toString().isEmpty());
        for (const QString &other : run.checksThat("not run")) {
            const bool isForOthers = ForConsist.contains(other)
                                     && run.text(other) == "is for consist controllers";
            QVERIFY2(isForOthers
                         || run.text(other).startsWith("would only repeat what is wrong with "),
                     qPrintable(run.text(other)));
        }
        QCOMPARE(run.checks().size(), std::size_t(CheckCount));

        const bool isOfAll = check == "exceptions";
        for (const int seed : {2, 3}) {
            const QStringList only{"--only", isOfAll ? "idempotent" : check};
            QCOMPARE(run.judgeFault(QTest::currentDataTag(), seed, limits + only), 3);
            QVERIFY2(expected.match(run.text(check)).hasMatch(), qPrintable(run.text(check)));
            QCOMPARE(run.checks().at(check)["seed"].toInt(), seed);
        }
    }
};

QTEST_GUILESS_MAIN(FaultsTest)
#include "tst_faults.moc"
