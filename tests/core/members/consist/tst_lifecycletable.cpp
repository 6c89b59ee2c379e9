// SPDX-License-Identifier: LGPL-3.0-or-later
#include "lifecyclerig.h"
#include "printing.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::consist::test;
using Kind = Command::Kind;

class LifecycleTableTest : public QObject
{
    Q_OBJECT

private slots:
    // Each state by each command, and what the facts make of each state.
    void everyStateAndCommand_data();
    void everyStateAndCommand();
    void everyStateAndFact_data();
    void everyStateAndFact();
    void everyStateSaysWhatItWaitsFor_data();
    void everyStateSaysWhatItWaitsFor();
};

namespace {

/// A lifecycle with one operation "a" in \a phase.
Lifecycle stateIn(Phase phase)
{
    Operation operation;
    operation.id = "a";
    operation.type = "restart";
    operation.phase = phase;
    operation.since = operation.drainingSince = Noon;
    return {{operation}};
}

constexpr int Gone = -1;
constexpr const char *Ok = "";

} // namespace

void LifecycleTableTest::everyStateAndCommand_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<int>("command");
    QTest::addColumn<int>("after"); // a phase, or Gone
    QTest::addColumn<QString>("refusal");

    struct Row
    {
        Phase phase;
        Kind command;
        int after;
        const char *refusal;
    };
    const auto stays = [](Phase phase, Kind command, const char *refusal = Ok) {
        return Row{phase, command, int(phase), refusal};
    };
    const auto goes = [](Phase phase, Kind command, Phase after) {
        return Row{phase, command, int(after), Ok};
    };
    const char *notDrained = "it is not drained";
    const char *notStarted = "it was not started";
    const char *notStuck = "it is not stuck";
    const std::vector<Row> rows{
        stays(Phase::PreCheck, Kind::Begin),
        stays(Phase::PreCheck, Kind::Start, notDrained),
        stays(Phase::PreCheck, Kind::Finish, notStarted),
        {Phase::PreCheck, Kind::Undo, Gone, Ok},
        stays(Phase::PreCheck, Kind::Force, notStuck),
        stays(Phase::PreCheck, Kind::Delete),
        stays(Phase::Permitted, Kind::Begin),
        stays(Phase::Permitted, Kind::Start, notDrained),
        stays(Phase::Permitted, Kind::Finish, notStarted),
        {Phase::Permitted, Kind::Undo, Gone, Ok},
        stays(Phase::Permitted, Kind::Force, notStuck),
        stays(Phase::Permitted, Kind::Delete),
        stays(Phase::Draining, Kind::Begin),
        stays(Phase::Draining, Kind::Start, notDrained),
        stays(Phase::Draining, Kind::Finish, notStarted),
        goes(Phase::Draining, Kind::Undo, Phase::Restoring),
        stays(Phase::Draining, Kind::Force, notStuck),
        stays(Phase::Draining, Kind::Delete),
        stays(Phase::Drained, Kind::Begin),
        goes(Phase::Drained, Kind::Start, Phase::Operating),
        stays(Phase::Drained, Kind::Finish, notStarted),
        goes(Phase::Drained, Kind::Undo, Phase::Restoring),
        stays(Phase::Drained, Kind::Force, notStuck),
        stays(Phase::Drained, Kind::Delete),
        stays(Phase::Operating, Kind::Begin),
        stays(Phase::Operating, Kind::Start),
        goes(Phase::Operating, Kind::Finish, Phase::Operated),
        goes(Phase::Operating, Kind::Undo, Phase::Undoing),
        stays(Phase::Operating, Kind::Force, notStuck),
        stays(Phase::Operating, Kind::Delete),
        stays(Phase::Operated, Kind::Begin),
        stays(Phase::Operated, Kind::Start, notDrained),
        stays(Phase::Operated, Kind::Finish),
        goes(Phase::Operated, Kind::Undo, Phase::Restoring),
        stays(Phase::Operated, Kind::Force, notStuck),
        stays(Phase::Operated, Kind::Delete),
        stays(Phase::PostCheck, Kind::Begin),
        stays(Phase::PostCheck, Kind::Start, notDrained),
        stays(Phase::PostCheck, Kind::Finish),
        goes(Phase::PostCheck, Kind::Undo, Phase::Restoring),
        stays(Phase::PostCheck, Kind::Force, notStuck),
        stays(Phase::PostCheck, Kind::Delete),
        stays(Phase::Restoring, Kind::Begin),
        stays(Phase::Restoring, Kind::Start, notDrained),
        stays(Phase::Restoring, Kind::Finish),
        stays(Phase::Restoring, Kind::Undo),
        stays(Phase::Restoring, Kind::Force, notStuck),
        stays(Phase::Restoring, Kind::Delete),
        stays(Phase::Undoing, Kind::Begin),
        stays(Phase::Undoing, Kind::Start, notDrained),
        goes(Phase::Undoing, Kind::Finish, Phase::Restoring),
        stays(Phase::Undoing, Kind::Undo),
        goes(Phase::Undoing, Kind::Force, Phase::Restoring),
        stays(Phase::Undoing, Kind::Delete),
    };
    QCOMPARE(rows.size(), std::size_t{PhaseCount * CommandCount});
    for (const Row &row : rows) {
        QTest::addRow("%s, command %d", std::string(name(row.phase)).c_str(), int(row.command))
            << int(row.phase) << int(row.command) << row.after << QString(row.refusal);
    }
}

void LifecycleTableTest::everyStateAndCommand()
{
    QFETCH(int, phase);
    QFETCH(int, command);
    QFETCH(int, after);
    QFETCH(QString, refusal);
    Facts facts;
    facts.now = Noon + Minute;
    facts.command = Command{Kind(command), Kind(command) == Kind::Delete ? "" : "a", "restart", {}};
    const Lifecycle before = stateIn(Phase(phase));
    const Step step = next(before, facts, {});
    QString said;
    for (const Action &action : step.actions) {
        if (action.kind == Action::Kind::Refused)
            said = QString::fromStdString(std::string(name(action.refusal)));
    }
    QCOMPARE(said, refusal);
    if (!refusal.isEmpty())
        QVERIFY(step.state == before);
    const auto found = std::find_if(step.state.operations.begin(), step.state.operations.end(),
                                    [](const auto &one) { return one.id == "a"; });
    if (after == Gone) {
        QVERIFY(found == step.state.operations.end());
        return;
    }
    QCOMPARE(found->phase, Phase(after));
    QVERIFY(found->since == (after == phase ? Noon : facts.now));
    QCOMPARE(step.state.operations.size(), std::size_t(Kind(command) == Kind::Delete ? 2 : 1));
}

void LifecycleTableTest::everyStateAndFact_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<int>("bare"); // no mark, nothing missing, no verdict
    QTest::addColumn<int>("marked");
    QTest::addColumn<int>("checked"); // both checks have passed
    QTest::addColumn<int>("missing"); // from somebody, with both checks passed
    QTest::addColumn<int>("ungated"); // no gate, but a mark
    QTest::addColumn<int>("vanished");

    const auto row = [](Phase phase, int bare, int marked, int checked, int missing, int ungated) {
        // Who works on it may still do so when it comes again.
        const bool stays = phase == Phase::Operating || phase == Phase::Undoing;
        QTest::addRow("%s", std::string(name(phase)).c_str())
            << int(phase) << bare << marked << checked << missing << ungated
            << (stays ? int(phase) : Gone);
    };
    const int preCheck = int(Phase::PreCheck), permitted = int(Phase::Permitted);
    const int draining = int(Phase::Draining), drained = int(Phase::Drained);
    const int operating = int(Phase::Operating), postCheck = int(Phase::PostCheck);
    const int restoring = int(Phase::Restoring), undoing = int(Phase::Undoing);
    row(Phase::PreCheck, preCheck, preCheck, permitted, permitted, preCheck);
    row(Phase::Permitted, draining, draining, draining, draining, draining);
    row(Phase::Draining, drained, draining, drained, drained, drained);
    row(Phase::Drained, drained, draining, drained, drained, drained);
    row(Phase::Operating, operating, operating, operating, operating, operating);
    row(Phase::Operated, postCheck, postCheck, postCheck, postCheck, postCheck);
    row(Phase::PostCheck, postCheck, postCheck, restoring, restoring, postCheck);
    row(Phase::Restoring, Gone, Gone, Gone, restoring, Gone);
    row(Phase::Undoing, undoing, undoing, undoing, undoing, undoing);
}

void LifecycleTableTest::everyStateAndFact()
{
    QFETCH(int, phase);
    const auto after = [&](const Facts &facts) {
        const Step step = next(stateIn(Phase(phase)), facts, {});
        return step.state.operations.empty() ? Gone : int(step.state.operations.front().phase);
    };
    Facts bare;
    QTEST(after(bare), "bare");
    Facts marked;
    marked.marks = OneMark;
    QTEST(after(marked), "marked");
    Facts checked;
    checked.preChecks["a"].passed = checked.postChecks["a"].passed = true;
    QTEST(after(checked), "checked");
    Facts missing = checked;
    missing.missing = OneMark;
    QTEST(after(missing), "missing");
    Facts ungated;
    ungated.hasGate = false;
    ungated.marks = OneMark;
    QTEST(after(ungated), "ungated");
    Facts vanished;
    vanished.exists = false;
    QTEST(after(vanished), "vanished");
}

void LifecycleTableTest::everyStateSaysWhatItWaitsFor_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<QString>("what");
    const char *words[PhaseCount] = {"rules",    "gate",     "marks",
                                     "operator", "operator", "other operations",
                                     "checks",   "traffic",  "operator"};
    for (int phase = 0; phase < PhaseCount; ++phase)
        QTest::addRow("%s", std::string(name(Phase(phase))).c_str()) << phase << words[phase];
}

void LifecycleTableTest::everyStateSaysWhatItWaitsFor()
{
    QFETCH(int, phase);
    QFETCH(QString, what);
    const Lifecycle state = stateIn(Phase(phase));
    Facts facts;
    facts.now = Noon + Minute;
    const Waiting waiting = waitingOf(state, state.operations.front(), facts, {});
    QCOMPARE(QString::fromStdString(std::string(name(waiting.what))), what);
    QVERIFY(waiting.since == Noon);
}

QONTROLLER_TEST(LifecycleTableTest)
#include "tst_lifecycletable.moc"
