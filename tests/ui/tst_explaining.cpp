// SPDX-License-Identifier: GPL-3.0-or-later
// The engine gives facts; the window has the words.
#include "support/fakes.h"
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/words/explaining.h"

#include "core/engine/observe/items/itemdetail.h"

#include <QtWidgets/QPlainTextEdit>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

using ExplanationKind = Explanation::Kind;
constexpr int KindCount = Explanation::KindCount;

class ExplainingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void durationsAreAsPeopleWriteThem_data()
    {
        QTest::addColumn<Explanation>("fact");
        QTest::addColumn<QString>("expected");
        const auto row = [](const Explanation &fact, const char *expected) {
            QTest::newRow(expected) << fact << QString::fromUtf8(expected);
        };
        const TimePoint now(1h);
        row({.kind = ExplanationKind::Paused, .until = now + 899250ms, .text = "disk change"},
            "Paused: disk change, resumes in 15 min 00 s.");
        row({.kind = ExplanationKind::Paused, .until = now + 15min},
            "Paused: resumes in 15 min 00 s.");
        row({.kind = ExplanationKind::Paused, .text = "for ever"}, "Paused: for ever.");
        row({.kind = ExplanationKind::ControllerPaused}, "The controller is paused.");
        row({.kind = ExplanationKind::LockHeld, .until = now + 2500ms},
            "Its lock is held elsewhere; asked again in 3 s.");
        row({.kind = ExplanationKind::LockHeld, .until = now - 1s},
            "Its lock is held elsewhere; asked again in 0 s.");
        row({.kind = ExplanationKind::Running, .since = now - 61s, .number = 3},
            "Runs on worker 3 since 1 min 01 s.");
        row({.kind = ExplanationKind::WaitsForWorker,
             .since = now - 5s,
             .band = Band::Event,
             .number = 80},
            "Ready since 5 s, with priority event. Ready in all: 80; running now: 0.");
        row({.kind = ExplanationKind::WaitsFor, .until = now + 1min, .text = "the disk"},
            "Waits for something else: the disk; looked at again in 1 min 00 s.");
        row({.kind = ExplanationKind::Held, .since = now - 5s, .number = 30, .missing = 12},
            "The list 5 s ago lacked 12 of 30 objects, too many at once to be believed. Keep it or "
            "remove it.");
        row({.kind = ExplanationKind::Held,
             .since = now - 5s,
             .text = "another\ndisk",
             .number = 30,
             .missing = 12,
             .before = 3},
            "The list 5 s ago lacked 12 of 30 objects, too many at once to be believed; 3 of them "
            "had "
            "gone or were held before: another\\ndisk. Keep it or remove it.");
        row({.kind = ExplanationKind::DeniedByStorage, .number = 30, .missing = 12, .before = 3},
            "Its storage says that it is gone, while lists show it; so it says of 12 of 30 "
            "objects, "
            "too many to be believed; 3 of them had gone or were held before. Keep it or remove "
            "it.");
    }
    void durationsAreAsPeopleWriteThem()
    {
        QFETCH(Explanation, fact);
        QFETCH(QString, expected);
        QCOMPARE(wordsOf(fact, TimePoint(1h)).replace(QChar(0x202f), QLatin1Char(' ')), expected);
    }

    void everyFactIsASentence()
    {
        QStringList seen;
        for (int kind = 0; kind < KindCount; ++kind) {
            Explanation fact;
            fact.kind = static_cast<ExplanationKind>(kind);
            const QString words = wordsOf(fact, {});
            QVERIFY2(words.endsWith(QLatin1Char('.')), qPrintable(words));
            QVERIFY2(!words.contains(QLatin1Char('%')), qPrintable(words));
            QVERIFY2(!seen.contains(words), qPrintable(words));
            seen += words;
        }
    }

    void everythingSaidHasWords()
    {
        QStringList seen;
        for (int kind = int(Said::Kind::Done); kind < Said::KindCount; ++kind) {
            if (kind == int(Said::Kind::ProcessLost)) // its text is all of it
                continue;
            const QString words = wordsOf(Said(static_cast<Said::Kind>(kind)));
            QVERIFY(!words.isEmpty() && !words.contains(QLatin1Char('%')) && !seen.contains(words));
            QVERIFY(!inWords(Said(static_cast<Said::Kind>(kind))).empty());
            seen += words;
        }
    }

    void foreignTextStaysInOneLine()
    {
        QCOMPARE(wordsOf(Said(Said::Kind::Failed, "no\nspace")), "failed: no\\nspace");
        QCOMPARE(wordsOf(Said("as\tit came")), "as\\tit came");
        QCOMPARE(wordsOf(Said(Said::Kind::ProcessLost, "its\nprocess ended")),
                 "its\\nprocess ended");
        QCOMPARE(wordsOf(Said(Said::Kind::Done, "3\nfiles")), "done: 3\\nfiles");
        const QString gone = QStringLiteral("its storage says that it is gone; ");
        QCOMPARE(wordsOf(Said(Said::Kind::Withheld)), gone + "the removal is held");
        QCOMPARE(wordsOf(Said(Said::Kind::Withheld, "kept")), gone + "it is kept by an operator");
        QCOMPARE(wordsOf(Said(Said::Kind::Removed, "3 files")), "removed: 3 files");
        QVERIFY(wordsOf(Said::removalsHeld(2, "another\ndisk")).endsWith(": another\\ndisk"));
    }

    void detailsCountDown()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        ItemDetail detail;
        detail.row.id = "item-0";
        detail.row.state = ItemState::Paused;
        detail.explanation = {{.kind = ExplanationKind::Paused, .until = rig.feed.now() + 24h}};
        rig.feed.setDetail(detail);
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.label("detailExplanation").contains("resumes in 23"));
    }

    // What is asked for meanwhile does not run, as of one that runs.
    void detailsOfAPausedObjectSayWhatFollowsOnResume()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        ItemDetail detail;
        detail.row.id = "item-0";
        detail.row.state = ItemState::Paused;
        detail.row.again = true;
        rig.feed.setDetail(detail);
        rig.items().selectRow(0);
        const auto says = [&rig](const QString &sentence) {
            const auto labels = rig.window->findChildren<QLabel *>();
            return std::ranges::any_of(labels, [&](const QLabel *each) {
                return each->accessibleName() == sentence;
            });
        };
        QTRY_VERIFY(says("State: Paused, one run follows on resume"));
    }

    void detailsTellAResultFromAnError()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        ItemDetail detail;
        detail.row.id = "item-0";
        detail.row.state = ItemState::InSync;
        detail.row.text = "3 files";
        rig.feed.setDetail(detail);
        rig.items().selectRow(0);
        QTRY_COMPARE(rig.find<QPlainTextEdit>("detailError")->toPlainText(), "3 files");
        QCOMPARE(rig.label("detailErrorHeading"), "Last result");
        detail.row.state = ItemState::Failed;
        detail.row.errors = 1;
        rig.feed.setDetail(detail);
        QTRY_COMPARE(rig.label("detailErrorHeading"), "Last error");
    }

    void e31_detailsShowWhatWasLeftForTheNextAttempt()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        ItemDetail detail;
        detail.row.id = "item-0";
        rig.feed.setDetail(detail);
        rig.items().selectRow(0);
        auto *kept = rig.find<QPlainTextEdit>("detailKept");
        QTRY_VERIFY(rig.find<QWidget>("detailExplanation")->isVisible());
        QVERIFY(!kept->isVisible());
        detail.row.keptText = KeptText("server 17\nzone b\x1b[31m");
        rig.feed.setDetail(detail);
        QTRY_COMPARE(kept->toPlainText(), "server 17\nzone b\\x1b[31m");
        QVERIFY(kept->isVisible());
        detail.row.keptText = KeptText(std::string(LongestText, 'x')); // it does not widen the pane
        const int width = rig.find<QWidget>("details")->width();
        rig.feed.setDetail(detail);
        QTRY_COMPARE(kept->toPlainText().size(), qsizetype(LongestText));
        QCOMPARE(rig.find<QWidget>("details")->width(), width);
        QVERIFY(kept->height() <= 120);
        detail.row.keptText = {};
        rig.feed.setDetail(detail);
        QTRY_VERIFY(!kept->isVisible());
    }
};

QONTROLLER_WINDOW_TEST(ExplainingTest)
#include "tst_explaining.moc"
