// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakelifecycles.h"
#include "support/windowrig.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/quitdialog.h"
#include "ui/views/board.h"

#include <QtWidgets/QFileDialog>
#include <QtWidgets/QPushButton>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

class QuittingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources(QStringLiteral("en")); }
    void init() { failOnAnyWarning(); }
    void quitsWithoutAQuestionWhenNothingIsLost();
    void asksWhileHandlersRun();
    void asksWhileMembersAreOutOfService();
    void asksBeforeChangesAreLost();
    void savesAndQuits();
    void aBulkRequeueShowsItsProgressAndCanBeStopped();
    void asksBeforeABulkRequeueIsCutShort();
};

namespace {

/// The question that closing the window leads to.
QuitDialog *ask(Rig &rig)
{
    rig.action("quit")->trigger();
    return rig.window->findChild<QuitDialog *>();
}

/// Starts a requeue of sixty items.
void requeueMany(Rig &rig)
{
    for (int i = 0; i < 60; ++i)
        rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::Failed, "no", 6);
    QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 60; }));
    rig.items().selectAll();
    rig.action("requeueItems")->trigger();
    rig.window->findChild<ConfirmDialog *>()->accept();
}

} // namespace

void QuittingTest::quitsWithoutAQuestionWhenNothingIsLost()
{
    Rig rig;
    QVERIFY(rig.isReady());
    QVERIFY(!ask(rig));
    QVERIFY(!rig.window->isVisible());
}

void QuittingTest::asksWhileHandlersRun()
{
    Rig rig;
    QVERIFY(rig.isReady());
    rig.feed.edit(rig.photos, [](ControllerDelta &d) {
        d.gauges.running = 3;
        d.gauges.depth = 7;
    });
    const int pulls = rig.feed.pulls();
    QTRY_VERIFY(rig.feed.pulls() > pulls + 1);
    QuitDialog *dialog = ask(rig);
    QVERIFY(dialog);
    QVERIFY(rig.window->isVisible());
    QVERIFY(rig.label("quitFacts").contains(QStringLiteral("3 handlers are running.")));
    QVERIFY(rig.label("quitFacts").contains(QStringLiteral("7 objects wait")));
    QVERIFY(!dialog->findChild<QPushButton *>(QStringLiteral("quitSave")));
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QTest::keyClick(dialog, Qt::Key_Return); // the safe answer
    QVERIFY(rig.window->isVisible());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    ask(rig)->findChild<QPushButton *>(QStringLiteral("quitAct"))->click();
    QVERIFY(!rig.window->isVisible());
}

void QuittingTest::asksWhileMembersAreOutOfService()
{
    Rig rig;
    const auto port = std::make_shared<FakeLifecycles>();
    port->setEmployer("web", {"s1", "s2", "s3"});
    port->setOperation("s1", "op", consist::Phase::Drained);
    port->setOperation("s1", "other", consist::Phase::PreCheck);
    port->setOperation("s2", "op", consist::Phase::Operating);
    port->setOperation("s3", "op", consist::Phase::PreCheck); // is in service
    rig.application.lifecycle = port;
    QVERIFY(rig.isReady());
    QTRY_COMPARE(rig.tabs->board().rows().count(), 4u);
    QVERIFY(ask(rig));
    QVERIFY(rig.window->isVisible());
    QVERIFY(rig.label("quitFacts").startsWith(QStringLiteral("2 member")));
    QVERIFY(rig.label("quitFacts").contains(QStringLiteral("s1 (Drained), s2 (Operating)")));
}

void QuittingTest::asksBeforeChangesAreLost()
{
    Rig rig;
    QVERIFY(rig.isReady());
    rig.application.unsaved = true;
    QuitDialog *dialog = ask(rig);
    QVERIFY(dialog);
    QVERIFY(rig.label("quitFacts").contains(QStringLiteral("differs")));
    auto *act = dialog->findChild<QPushButton *>(QStringLiteral("quitAct"));
    QCOMPARE(act->text().remove(QLatin1Char('&')), QStringLiteral("Quit Without Saving"));
    act->click();
    QVERIFY(!rig.window->isVisible());
    QVERIFY(rig.application.saved.isEmpty());
}

void QuittingTest::savesAndQuits()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("night.json"));
    Rig rig;
    QVERIFY(rig.isReady());
    rig.application.unsaved = true;
    ask(rig)->findChild<QPushButton *>(QStringLiteral("quitSave"))->click();
    auto *where = rig.find<QFileDialog>("saveSessionDialog"); // it has no file yet
    QVERIFY(where);
    QVERIFY(rig.window->isVisible());
    emit where->fileSelected(file);
    where->close();
    QCOMPARE(rig.application.saved, QStringList{file});
    QVERIFY(!rig.window->isVisible());
}

void QuittingTest::aBulkRequeueShowsItsProgressAndCanBeStopped()
{
    Rig rig;
    QVERIFY(rig.isReady());
    requeueMany(rig);
    QVERIFY(rig.label("statusBulk").startsWith(QStringLiteral("Requeued 50 of 60")));
    auto *stop = rig.find<QToolButton>("bulkStop");
    QVERIFY(stop->isVisible());
    stop->click();
    QVERIFY(!stop->isVisible());
    QCOMPARE(rig.label("statusBulk"), QString());
    QCOMPARE(rig.control.commands.size(), 1u);
}

void QuittingTest::asksBeforeABulkRequeueIsCutShort()
{
    Rig rig;
    QVERIFY(rig.isReady());
    requeueMany(rig);
    QVERIFY(ask(rig));
    QVERIFY(rig.label("quitFacts").contains(QStringLiteral("10 objects are still to be requeued")));
}

QTEST_MAIN(QuittingTest)
#include "tst_quitting.moc"
