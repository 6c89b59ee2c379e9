// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/applysessiondialog.h"

#include <QtCore/QTemporaryDir>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeWidget>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

using StepKind = SessionStep::Kind;
using State = SessionStep::State;

ApplyStatus steps(State state, const std::string &why = {})
{
    ApplyStatus status;
    status.steps = {{"photos", StepKind::Change, "workers 8", state, why},
                    {"old", StepKind::Stop, {}, state, why},
                    {"music", StepKind::Restart, "parameters", state, why},
                    {"new", StepKind::Start, {}, state, why}};
    status.untouched = 2;
    status.hasEnded = true;
    return status;
}

/// The dialog over a window, with the file that was chosen for it.
struct ApplyRig : Rig
{
    explicit ApplyRig(WindowOptions options = {})
        : Rig(options)
    {}
    ApplySessionDialog *choose()
    {
        action("applySession")->trigger();
        auto *files = find<QFileDialog>("applyFileDialog");
        emit files->fileSelected("/etc/night.json");
        files->close();
        return find<ApplySessionDialog>("applySessionDialog");
    }
    /// The dialog in which Apply was pressed, once it had shown what would change.
    ApplySessionDialog *pressApply()
    {
        ApplySessionDialog *dialog = choose();
        application.tellApply(steps(State::Planned));
        dialog->findChild<QPushButton *>("applyButton")->click();
        return dialog;
    }
};

QStringList linesOf(const ApplySessionDialog &dialog)
{
    const auto *tree = dialog.findChild<QTreeWidget *>("applySteps");
    QStringList lines;
    for (int i = 0; i < tree->topLevelItemCount(); ++i)
        lines += tree->topLevelItem(i)->text(0) + ' ' + tree->topLevelItem(i)->text(1) + ' '
                 + tree->topLevelItem(i)->text(2);
    return lines;
}

QString textOf(const ApplySessionDialog &dialog)
{
    return dialog.findChild<QLabel *>("applyText")->text();
}

} // namespace

/// File ▸ Apply Session.
class ApplyingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }

    void showsWhatWouldChangeThenDoesIt()
    {
        ApplyRig rig;
        QVERIFY(rig.isReady());
        ApplySessionDialog *dialog = rig.choose();
        QVERIFY(dialog);
        QCOMPARE(dialog->windowTitle(), "Apply Session night.json");
        auto *apply = dialog->findChild<QPushButton *>("applyButton");
        QVERIFY(!apply->isEnabled());
        QCOMPARE(rig.application.applied.size(), std::size_t{1});
        QCOMPARE(rig.application.applied[0].file, "/etc/night.json");
        QVERIFY(rig.application.applied[0].mode == ApplyMode::DryRun);

        rig.application.tellApply(steps(State::Planned));
        QCOMPARE(linesOf(*dialog),
                 (QStringList{"photos options change: workers 8 ", "old drains and stops ",
                              "music drains and starts anew: parameters ", "new starts "}));
        QCOMPARE(textOf(*dialog), "2 controllers are not touched.");
        QVERIFY(apply->isEnabled());

        apply->click();
        QVERIFY(!apply->isEnabled());
        QVERIFY(rig.application.applied.at(1).mode == ApplyMode::DryRun); // it may have changed
        rig.application.tellApply(steps(State::Planned));
        QVERIFY(!apply->isEnabled());
        QCOMPARE(rig.application.applied.size(), std::size_t{3});
        QVERIFY(rig.application.applied.at(2).mode == ApplyMode::Apply);
        ApplyStatus half = steps(State::Planned);
        half.steps[0].state = State::Done;
        half.hasEnded = false;
        rig.application.tellApply(half);
        QCOMPARE(linesOf(*dialog).first(), "photos options change: workers 8 done");
        QCOMPARE(textOf(*dialog), "Controllers that are to stop drain first …");
        rig.application.tellApply(steps(State::Done));
        QCOMPARE(textOf(*dialog), "The session runs. 2 controllers are not touched.");
        QVERIFY(!apply->isEnabled());
        QCOMPARE(apply->toolTip(), "It is applied.");
    }

    void whatIsNoLongerWhatWasShownIsNotDone()
    {
        ApplyRig rig;
        QVERIFY(rig.isReady());
        ApplySessionDialog *dialog = rig.pressApply();
        auto *apply = dialog->findChild<QPushButton *>("applyButton");
        ApplyStatus other = steps(State::Planned);
        other.steps.pop_back(); // the file or the host has changed meanwhile
        rig.application.tellApply(other);
        QCOMPARE(linesOf(*dialog).size(), 3);
        QVERIFY(textOf(*dialog).startsWith("This would change now; it is not what was shown"));
        QCOMPARE(rig.application.applied.size(), std::size_t{2}); // both only asked
        QVERIFY(apply->isEnabled());
        apply->click();
        rig.application.tellApply(other);
        QCOMPARE(rig.application.applied.size(), std::size_t{4});
        QVERIFY(rig.application.applied.back().mode == ApplyMode::Apply);
    }

    void saysWhatIsWrong()
    {
        ApplyRig rig;
        QVERIFY(rig.isReady());
        ApplySessionDialog *dialog = rig.choose();
        ApplyStatus wrong;
        wrong.problems = {"controllers[0].plugin: is missing", "version: must be 1"};
        wrong.hasEnded = true;
        rig.application.tellApply(wrong);
        QCOMPARE(textOf(*dialog), "controllers[0].plugin: is missing\nversion: must be 1");
        QVERIFY(!dialog->findChild<QPushButton *>("applyButton")->isEnabled());
        QCOMPARE(linesOf(*dialog), QStringList{});
    }

    void saysWhatFailed()
    {
        ApplyRig rig;
        QVERIFY(rig.isReady());
        ApplySessionDialog *dialog = rig.pressApply();
        rig.application.tellApply(steps(State::Planned));
        QCOMPARE(rig.application.applied.size(), std::size_t{3});
        rig.application.tellApply(steps(State::Failed, "its calls do not return"));
        QCOMPARE(linesOf(*dialog).last(), "new starts failed: its calls do not return");
        QVERIFY(textOf(*dialog).startsWith("Not all of it could be done."));
    }

    void whatEndsAfterTheDialogIsSaidInTheWindow()
    {
        ApplyRig rig;
        QVERIFY(rig.isReady());
        ApplySessionDialog *dialog = rig.pressApply();
        rig.application.tellApply(steps(State::Planned));
        QCOMPARE(rig.application.applied.size(), std::size_t{3});
        delete dialog;
        rig.application.tellApply(steps(State::Failed, "x"));
        QVERIFY(rig.hasMessage("Not all of it could be done."));
    }

    void aCloseBeforeTheCheckIsOverIsSaid()
    {
        ApplyRig rig;
        QVERIFY(rig.isReady());
        ApplySessionDialog *dialog = rig.pressApply();
        dialog->reject();
        rig.application.tellApply(steps(State::Planned));
        QVERIFY(rig.hasMessage("Nothing was applied"));
        QCOMPARE(rig.application.applied.size(), std::size_t{2}); // both only asked
    }

    void aHostThatIsLostLeavesWhatIsKnown()
    {
        ApplyRig rig;
        QVERIFY(rig.isReady());
        ApplySessionDialog *dialog = rig.pressApply();
        auto *apply = dialog->findChild<QPushButton *>("applyButton");
        rig.application.tellApply(steps(State::Planned));
        ApplyStatus half = steps(State::Planned);
        half.steps[0].state = State::Done;
        half.problems = {"db1: the host does not answer; it may have been done all the same"};
        rig.application.tellApply(half);
        QCOMPARE(linesOf(*dialog).first(), "photos options change: workers 8 done");
        QVERIFY(textOf(*dialog).contains("it may have been done all the same"));
        QCOMPARE(apply->toolTip(), "What came of it is said above.");
    }

    void oneOfSeveralHostsIsChosen()
    {
        ApplyRig rig;
        FakeHosts &hosts = rig.application.shown;
        hosts.add("db1");
        hosts.add("db2");
        QVERIFY(rig.isReady());
        ApplySessionDialog *dialog = rig.choose();
        auto *choice = dialog->findChild<QComboBox *>("applyHost");
        QVERIFY(choice->isVisible());
        QVERIFY(rig.application.applied.empty()); // nothing is asked before
        choice->setCurrentIndex(choice->findText("db2"));
        QCOMPARE(rig.application.applied.size(), std::size_t{1});
        QCOMPARE(rig.application.applied[0].host, hosts.all[1].id);
        const auto late = rig.application.applyTold;
        choice->setCurrentIndex(choice->findText("db1"));
        late(steps(State::Planned)); // of the host before
        QCOMPARE(linesOf(*dialog), QStringList{});
        choice->setCurrentIndex(choice->findText("db2"));
        late(steps(State::Planned)); // of an earlier question
        QCOMPARE(linesOf(*dialog), QStringList{});
    }
};

QONTROLLER_WINDOW_TEST(ApplyingTest)
#include "tst_applying.moc"
