// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakelifecycles.h"
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/quitdialog.h"
#include "ui/views/board.h"

#include <QtWidgets/QFileDialog>
#include <QtWidgets/QPushButton>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

/// The question that closing the window leads to.
QuitDialog *ask(Rig &rig)
{
    rig.action("quit")->trigger();
    return rig.window->findChild<QuitDialog *>();
}

} // namespace

class QuittingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void quitsWithoutAQuestionWhenNothingIsLost()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QVERIFY(!ask(rig));
        QVERIFY(!rig.window->isVisible());
    }

    void asksWhileHandlersRun()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &d) {
            d.gauges.running = 3;
            d.gauges.depth = 7;
        });
        const int pulls = rig.feed.pulls();
        QTRY_VERIFY(rig.feed.pulls() > pulls + 1);
        QuitDialog *dialog = ask(rig);
        QVERIFY(dialog);
        QVERIFY(rig.window->isVisible());
        QVERIFY(rig.label("quitFacts").contains("3 handlers are running."));
        QVERIFY(rig.label("quitFacts").contains("7 objects wait"));
        QVERIFY(!dialog->findChild<QPushButton *>("quitSave"));
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTest::keyClick(dialog, Qt::Key_Return); // the safe answer
        QVERIFY(rig.window->isVisible());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        ask(rig)->findChild<QPushButton *>("quitAct")->click();
        QVERIFY(!rig.window->isVisible());
    }

    void saysThatPausesAreForgottenWhereNoJournalIsKept()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &d) {
            d.paused = true;
            d.gauges.states[std::size_t(ItemState::Paused)] = 2;
        });
        const int pulls = rig.feed.pulls();
        QTRY_VERIFY(rig.feed.pulls() > pulls + 1);
        rig.application.shown.keep(0, {.file = "/journal.sqlite"});
        QVERIFY(!ask(rig)); // it outlasts the window
        rig.window->show();
        rig.application.shown.keep(0, {});
        rig.application.session = "/session.json";
        QVERIFY(ask(rig));
        QVERIFY2(rig.label("quitFacts")
                     .contains("Forgotten, because no journal is kept: 1 paused controller, "
                               "2 paused objects."),
                 qPrintable(rig.label("quitFacts")));
        rig.window->findChild<QuitDialog *>()->reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        rig.application.session.clear();
        QuitDialog *dialog = ask(rig);
        QVERIFY(
            rig.label("quitFacts").contains("Forgotten, unless the session is saved: 1 paused"));
        dialog->findChild<QPushButton *>("quitSave")->click();
        QVERIFY(rig.window->findChild<QFileDialog *>("saveSessionDialog"));
    }

    void saysThatWhatWasKeptAndWhatIsForATimeIsForgotten()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        ItemRow kept;
        kept.id = "item-7";
        kept.existence = Existence::Kept;
        rig.feed.setItem(rig.photos, kept);
        JournalStatus journal; // of no file
        journal.controllers = {{"photos", {}, {}}};
        journal.controllers[0].changes.workers = TemporaryWorkers{8,
                                                                  4,
                                                                  SteadyClock::instance().wallNow()
                                                                      + std::chrono::hours(1),
                                                                  {},
                                                                  {}};
        journal.controllers[0].changes.options = {{"retry.max", "9", "5"}};
        rig.application.shown.keep(0, journal);
        rig.application.shown.alarm(0, {.acknowledged = {{.key = "photos/failed"}}});
        const int pulls = rig.feed.pulls();
        QTRY_VERIFY(rig.feed.pulls() > pulls + 1);
        QTRY_VERIFY(ask(rig));
        const QString facts = rig.label("quitFacts");
        QVERIFY2(facts.contains("1 object kept, which may be removed then, photos: retry.max 9, "
                                "photos: 8 workers for a time, 1 acknowledgement."),
                 qPrintable(facts));
        rig.window->findChild<QuitDialog *>()->reject();
        journal.file = "/journal.sqlite"; // which keeps both
        rig.application.shown.keep(0, journal);
        rig.action("quit")->trigger();
        QVERIFY(!rig.window->isVisible());
    }

    void saysThatAJournalCannotBeWritten()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.application.shown.keep(0, {.file = "/journal.sqlite",
                                       .whyNotWritten = "/journal.sqlite: the disk is full"});
        QVERIFY(ask(rig));
        QVERIFY2(rig.label("quitFacts")
                     .contains("what was done since then is forgotten. /journal.sqlite: the disk "
                               "is full."),
                 qPrintable(rig.label("quitFacts")));
    }

    void asksWhatIsSoAlsoWhileThePictureIsFrozen()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.action("freeze")->trigger();
        rig.feed.edit(rig.photos, [](ControllerView &d) { d.gauges.running = 40; });
        const int pulls = rig.feed.pulls();
        QTRY_VERIFY(rig.feed.pulls() > pulls + 1);
        QVERIFY(ask(rig));
        QVERIFY(rig.label("quitFacts").contains("40 handlers are running."));
    }

    void asksWhileMembersAreOutOfService()
    {
        Rig rig;
        const auto port = std::make_shared<FakeLifecycles>();
        port->setEmployer("web", {"s1", "s2", "s3"});
        port->setOperation("s1", "op", consist::Phase::Drained);
        port->setOperation("s1", "other", consist::Phase::PreCheck);
        port->setOperation("s2", "op", consist::Phase::Operating);
        port->setOperation("s3", "op", consist::Phase::PreCheck); // is in service
        rig.application.shown.lifecycles[0] = port;
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.tabs->board().rows().count(), 4u);
        QVERIFY(ask(rig));
        QVERIFY(rig.window->isVisible());
        QVERIFY(rig.label("quitFacts").startsWith("2 member"));
        QVERIFY(rig.label("quitFacts").contains("s1 (Drained), s2 (Operating)"));
    }

    void asksBeforeChangesAreLost()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.application.unsaved = true;
        QuitDialog *dialog = ask(rig);
        QVERIFY(dialog);
        QVERIFY(rig.label("quitFacts").contains("differs"));
        auto *act = dialog->findChild<QPushButton *>("quitAct");
        QCOMPARE(act->text().remove(QLatin1Char('&')), "Quit Without Saving");
        act->click();
        QVERIFY(!rig.window->isVisible());
        QVERIFY(rig.application.saved.isEmpty());
    }

    void savesAndQuits()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("night.json");
        Rig rig;
        QVERIFY(rig.isReady());
        rig.application.unsaved = true;
        ask(rig)->findChild<QPushButton *>("quitSave")->click();
        auto *where = rig.find<QFileDialog>("saveSessionDialog"); // it has no file yet
        QVERIFY(where);
        QVERIFY(rig.window->isVisible());
        emit where->fileSelected(file);
        where->close();
        QCOMPARE(rig.application.saved, QStringList{file});
        QVERIFY(!rig.window->isVisible());
    }

    // Also of one that another front end has asked for: it is the host's, which ends.
    void asksBeforeAJobIsCutShort()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        JobStatus job;
        job.state = JobState::Running;
        job.eligible = 60;
        job.given = 50;
        rig.application.hostJobs.add(job);
        QTRY_VERIFY(!rig.label("statusJobs").isEmpty());
        QVERIFY(ask(rig));
        QVERIFY(rig.label("quitFacts").contains("10 objects have not had their turn"));
    }
};

QONTROLLER_WINDOW_TEST(QuittingTest)
#include "tst_quitting.moc"
