// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "core/engine/jobs/eligibility.h"
#include "core/engine/observe/items/itemrow.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/words/format.h"
#include "ui/words/jobwords.h"

#include <QtGui/QAction>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>

using namespace qontroller;
using namespace qontroller::test;

/// What the operator does to many objects is a job of the host.

namespace {

/// Asks for a requeue of sixty objects.
void requeueMany(Rig &rig)
{
    for (int i = 0; i < 60; ++i)
        rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::Failed, "no", 6);
    QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 60; }));
    rig.items().selectAll();
    rig.action("requeueItems")->trigger();
}

JobKey begunIn(Rig &rig)
{
    requeueMany(rig);
    rig.question()->accept();
    static_cast<void>(QTest::qWaitFor([&rig] { return !rig.label("statusJobs").isEmpty(); }));
    return rig.application.hostJobs.last()->key;
}

QString outcomeOf(const Rig &rig, int row)
{
    const auto *log = rig.find<Table>("operatorTable")->model();
    return log->index(row, OperatorLogModel::Outcome).data().toString();
}

JobStatus running(const char *who, std::uint64_t eligible, std::uint64_t succeeded)
{
    JobStatus job;
    job.state = JobState::Running;
    job.who = who;
    job.controller = "photos";
    job.eligible = eligible;
    job.given = job.succeeded = succeeded;
    return job;
}

} // namespace

class JobsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void aRequeueOfManyIsAJobThatIsFollowedToItsEnd()
    {
        Rig rig;
        requeueMany(rig);
        QVERIFY(rig.question());
        QCOMPARE(rig.find<QPushButton>("confirmAct")->text(), "Requeue 60 Objects");
        QVERIFY(rig.label("confirmConsequence")
                    .contains(QStringLiteral("50 a second: all in ")
                              + formatAge(std::chrono::seconds(2))));
        rig.question()->accept();
        QTRY_COMPARE(rig.label("statusJobs"), "Requeue: 0 of 60 ended · all asked for in 2\u202fs");
        QTRY_VERIFY(rig.hasToast("Requeued, 50 a second: "));
        QVERIFY(rig.control.commands.empty());
        QCOMPARE(rig.application.hostJobs.requests().front().second.pace, 50.0);
        QCOMPARE(outcomeOf(rig, 0), "0 of 60 ended");
        const JobKey key = rig.application.hostJobs.last()->key;
        rig.application.hostJobs.edit(key, [](JobStatus &job) {
            job.given = 40;
            job.succeeded = 30;
            job.failed = 2;
        });
        QTRY_COMPARE(rig.label("statusJobs"),
                     "Requeue: 32 of 60 ended · all asked for in 1\u202fs");
        QCOMPARE(outcomeOf(rig, 0), "32 of 60 ended · 30 × done · 2 × failed");
        rig.application.hostJobs.edit(key, [](JobStatus &job) { job.given = 60; });
        QTRY_COMPARE(rig.label("statusJobs"), "Requeue: 32 of 60 ended");
        rig.application.hostJobs.edit(key, [](JobStatus &job) {
            job.state = JobState::Ended;
            job.succeeded = 58;
        });
        QTRY_COMPARE(rig.label("statusJobs"), QString());
        QVERIFY(!rig.find<QToolButton>("jobStop")->isVisible());
        QTRY_VERIFY(rig.hasToast("Requeue has ended: 58 × done · 2 × failed"));
        QCOMPARE(rig.find<Table>("operatorTable")->model()->rowCount(), 1);
        QCOMPARE(outcomeOf(rig, 0), "58 × done · 2 × failed");
    }

    void theQuestionSaysWhatTheHostSkips()
    {
        Rig rig;
        rig.application.hostJobs.skip(12, "running now"); // since the last picture
        requeueMany(rig);
        QVERIFY(rig.question());
        QCOMPARE(rig.find<QPushButton>("confirmAct")->text(), "Requeue 48 Objects");
        QVERIFY(rig.find<QPlainTextEdit>("confirmDetails")
                    ->toPlainText()
                    .startsWith("12 skipped: running now\n"));
    }

    void whatTheHostSkipsAltogetherIsNotAskedFor()
    {
        Rig rig;
        rig.application.hostJobs.skip(60, "paused: resume first");
        requeueMany(rig);
        QTRY_VERIFY(rig.hasToast("Nothing to do. Skipped: 60 (paused: resume first)."));
        QVERIFY(!rig.window->findChild<ConfirmDialog *>());
        QTRY_COMPARE(rig.application.hostJobs.last()->job.state, JobState::Stopped);
    }

    void whatAHostCannotPrepareIsSaid()
    {
        Rig rig;
        rig.application.hostJobs.refuse("20 jobs run already: stop one, or try again later");
        requeueMany(rig);
        QTRY_VERIFY(rig.hasMessage("Nothing was done: 20 jobs run already"));
        QVERIFY(!rig.window->findChild<ConfirmDialog *>());
    }

    void aJobThatCannotBeBegunAnyMoreIsSaidAndWrittenDown()
    {
        Rig rig;
        requeueMany(rig);
        auto *dialog = rig.question();
        rig.application.hostJobs.forget(rig.application.hostJobs.last()->key);
        dialog->accept();
        QTRY_VERIFY(rig.hasMessage("Nothing was done: there is no such job"));
        QVERIFY(outcomeOf(rig, 0).startsWith("not sent: there is no such job"));
    }

    void aJobOfAnotherFrontEndIsShownAndCanBeStopped()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const JobKey key = rig.application.hostJobs.add(running("berta", 1200, 400));
        QTRY_COMPARE(rig.label("statusJobs"),
                     QStringLiteral("Requeue: 400 of %1 ended").arg(formatCount(1200)));
        auto *stop = rig.find<QToolButton>("jobStop");
        QVERIFY(stop->isVisible());
        QCOMPARE(stop->toolTip(),
                 QStringLiteral("Stop job 1 (berta, photos): Requeue: 400 of %1 ended")
                     .arg(formatCount(1200)));
        stop->click();
        QTRY_COMPARE(rig.application.hostJobs.find(key)->state, JobState::Stopped);
        QTRY_VERIFY(!stop->isVisible());
        QVERIFY(rig.toasts().isEmpty()); // it was not ours
    }

    void severalJobsAreSummedAndEachCanBeStopped()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const JobKey first = rig.application.hostJobs.add(running("anna", 600, 100));
        const JobKey second = rig.application.hostJobs.add(running("berta", 400, 100));
        QTRY_COMPARE(rig.label("statusJobs"),
                     QStringLiteral("2 jobs: 200 of %1 ended").arg(formatCount(1000)));
        auto *stop = rig.find<QToolButton>("jobStop");
        QVERIFY(stop->menu());
        emit stop->menu()->aboutToShow();
        QCOMPARE(stop->menu()->actions().size(), 2);
        stop->menu()->actions().last()->trigger();
        QTRY_COMPARE(rig.application.hostJobs.find(second)->state, JobState::Stopped);
        QCOMPARE(rig.application.hostJobs.find(first)->state, JobState::Running);
        QTRY_COMPARE(rig.label("statusJobs"), "Requeue: 100 of 600 ended");
    }

    void noJobIsStoppedInAReadOnlyWindow()
    {
        WindowOptions options;
        options.access = WindowOptions::Access::ReadOnly;
        Rig rig(options);
        rig.application.hostJobs.add(running("berta", 1200, 400));
        auto *stop = rig.find<QToolButton>("jobStop");
        QTRY_VERIFY(stop->isVisible());
        QVERIFY(!stop->isEnabled());
        QCOMPARE(stop->toolTip(), "This window is read only.");
    }

    void aJobIsNotKnownAnyMoreWhenItsHostWasStartedAnew()
    {
        Rig rig;
        const JobKey key = begunIn(rig);
        rig.application.hostJobs.edit(key, [](JobStatus &job) { job.given = job.succeeded = 7; });
        QTRY_COMPARE(outcomeOf(rig, 0), "7 of 60 ended · 7 × done");
        rig.application.hostJobs.forget(key);
        QTRY_VERIFY(rig.hasMessage("A job has ended with its host"));
        QCOMPARE(outcomeOf(rig, 0), "7 of 60 ended · 7 × done · the rest is not known: "
                                    "the host was started anew");
    }

    void everyReasonOfTheEngineIsPutIntoWords()
    {
        prepareResources("de");
        int reasons = 0;
        const auto check = [&reasons](ItemVerb verb, const ItemRow *row) {
            const auto why = qontroller::skipReason(verb, row);
            if (why.empty())
                return;
            ++reasons;
            QVERIFY2(reasonText(why) != QString::fromUtf8(why.data(), qsizetype(why.size())),
                     why.data());
        };
        for (const ItemVerb verb : itemVerbs()) {
            check(verb, nullptr);
            for (int state = 0; state < ItemStateCount; ++state) {
                ItemRow row;
                row.state = static_cast<ItemState>(state);
                check(verb, &row);
                row.absent = row.paused = true;
                check(verb, &row);
            }
        }
        QVERIFY(reasons > int(itemVerbs().size()));
        QCOMPARE(reasonText("its controller does not run"), "sein Controller läuft nicht");
        QCOMPARE(reasonText("the host stops"), "der Host wird beendet");
        QCOMPARE(reasonText("what a newer host says"), "what a newer host says");
        prepareResources("en");
    }

    void theSumOfJobsIsOfWhatGoesOn()
    {
        JobStatus ended = running("anna", 10, 10);
        ended.state = JobState::Ended;
        ended.pace = 25;
        ended.skipped = {{3, "paused already"}};
        JobStatus other = running("anna", 90, 30);
        other.pace = 25;
        other.skipped = {{2, "paused already"}, {1, "not known"}};
        const JobStatus sum = sumOf({{{{1, 0}, 1}, ended}, {{{2, 0}, 1}, other}});
        QCOMPARE(sum.state, JobState::Running);
        QCOMPARE(sum.eligible, 100U);
        QCOMPARE(sum.succeeded, 40U);
        QCOMPARE(sum.pace, 25.0);
        QVERIFY((sum.skipped == std::vector<JobSkipped>{{5, "paused already"}, {1, "not known"}}));
        other.state = JobState::Stopped;
        QCOMPARE(sumOf({{{{1, 0}, 1}, other}, {{{2, 0}, 1}, ended}}).state, JobState::Stopped);
        QCOMPARE(sumOf({{{{1, 0}, 1}, ended}, {{{2, 0}, 1}, other}}).state, JobState::Stopped);
    }
};

QONTROLLER_WINDOW_TEST(JobsTest)
#include "tst_jobs.moc"
