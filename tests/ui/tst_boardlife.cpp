// SPDX-License-Identifier: GPL-3.0-or-later
// The board over the real thing: store, mover, engine, and the demonstration's adapter.
#include "consistrig.h"

#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/begindialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/models/eventsmodel.h"
#include "ui/views/board.h"
#include "ui/words/lifecyclewords.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

namespace qontroller::test {

using consist::Phase;
using consist::test::ConsistRig;

class BoardLifeTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void anOperationGoesItsWay()
    {
        Life life;
        QVERIFY(life.isOpen());
        life.begin("s1");
        QVERIFY(life.shows("s1", Phase::Drained));
        QCOMPARE(life.engine.traffic("s1"), std::string("off"));
        QTRY_COMPARE(life.stateOf("s1"), "Out of service");
        life.begin("s2");
        QVERIFY(life.shows("s2", Phase::PreCheck)); // one at a time
        QTRY_VERIFY(ui::waitingText(*life.operation("s2")).contains("at most 1"));
        life.trigger("startOperation", "s1");
        QVERIFY(life.shows("s1", Phase::Operating));
        life.trigger("finishOperation", "s1");
        QVERIFY(life.engine.hasTraffic("s1", "on"));
        QTRY_VERIFY(!life.operation("s1"));
        QVERIFY(life.shows("s2", Phase::Drained));
        life.trigger("undoOperation", "s2");
        QVERIFY(life.engine.hasTraffic("s2", "on"));
        QTRY_VERIFY(!life.operation("s2"));
        QTRY_COMPARE(life.stateOf("s2"), "In service");
        QCOMPARE(needsOf(*life.window.window),
                 QStringList{"photos: 5 objects failed: no space left"});
    }

    void aStuckDrainIsForced()
    {
        Life life;
        life.engine.options.drainDeadline = std::chrono::milliseconds(1);
        QVERIFY(life.isOpen());
        {
            const std::lock_guard lock(life.engine.world->mutex);
            life.engine.world->provider.refused = {"s1:80"};
        }
        life.begin("s1");
        QTRY_VERIFY(needs(*life.window.window, "s1: The drain makes no progress; operation op"));
        QVERIFY(life.operation("s1")->waiting.isStuck);
        const auto web = [&] {
            return life.window.tabs->board().employers().rows().index(0, 0).data().toString();
        };
        QTRY_VERIFY2(web().contains("error"), qPrintable(web())); // while passes are refused
        const QAbstractItemModel *events = life.window.find<Table>("eventsTable")->model();
        const auto said = [events](const QString &text) {
            return !events
                        ->match(events->index(0, EventsModel::Text), Qt::DisplayRole, text, 1,
                                Qt::MatchContains)
                        .isEmpty();
        };
        QTRY_VERIFY(
            said(QStringLiteral("s1: operation op makes no progress in drain"))); // it stays
        const auto last = [events](int column) {
            return events->index(events->rowCount() - 1, column).data().toString();
        };
        QCOMPARE(last(EventsModel::Controller), "demo");
        QCOMPARE(last(EventsModel::Id), "s1");
        const NeedRow *row = needRow(*life.window.window, "s1", AttentionKind::StuckDrain);
        QVERIFY(row && press(*row, "Force…"));
        auto *dialog = life.window.window->findChild<ConfirmDialog *>();
        QVERIFY(dialog);
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QVERIFY(life.shows("s1", Phase::Drained));
        QVERIFY(life.operation("s1")->operation.isForced);
        QTRY_VERIFY(!needs(*life.window.window, "The drain makes no progress"));
        QTRY_VERIFY(said(QStringLiteral("Settled: this operation goes on.")));
    }

private:
    struct Life
    {
        Life() { engine.options.preCheck.maxUnavailable = EmployeeShare{1}; }
        bool isOpen()
        {
            engine.putWeb("web", {"s1", "s2"});
            engine.start();
            window.application.shown.lifecycles[0] = engine.mover;
            if (!engine.hasTraffic("s1", "on") || !engine.hasTraffic("s2", "on")
                || !QTest::qWaitFor([&] { return window.action("tab6")->isEnabled(); }))
                return false;
            window.action("tab6")->trigger();
            return QTest::qWaitFor([&] { return stateOf("s2") == QStringLiteral("In service"); });
        }
        QModelIndex row(const char *member)
        {
            EmployersModel &model = window.tabs->board().employers().rows();
            const QModelIndex web = model.index(0, 0);
            for (int i = 0; web.isValid() && i < model.rowCount(web); ++i) {
                if (model.memberAt(model.index(i, 0, web)) == engine.key(member))
                    return model.index(i, 0, web);
            }
            return {};
        }
        QString stateOf(const char *member)
        {
            return row(member).siblingAtColumn(EmployersModel::State).data().toString();
        }
        void begin(const char *member)
        {
            window.tabs->board().employers().setCurrentIndex(row(member));
            window.action("beginOperation")->trigger();
            const auto dialogs = window.window->findChildren<BeginDialog *>();
            auto *dialog = dialogs.last();
            dialog->findChild<QComboBox *>("beginType")->setCurrentText("restart");
            dialog->findChild<QLineEdit *>("beginId")->setText("op");
            dialog->findChild<QPushButton *>("beginAct")->click();
        }
        const consist::OperationView *operation(const char *member)
        {
            return window.tabs->board().rows().find({engine.key(member).text(), "op"});
        }
        bool shows(const char *member, Phase phase)
        {
            return QTest::qWaitFor([&] {
                const auto *view = operation(member);
                return view && view->operation.phase == phase;
            });
        }
        void trigger(const char *action, const char *member)
        {
            window.tabs->board().select({engine.key(member).text(), "op"});
            window.action(action)->trigger();
        }

        ConsistRig engine;
        Rig window;
    };
};

} // namespace qontroller::test

using qontroller::test::BoardLifeTest;
QONTROLLER_WINDOW_TEST(BoardLifeTest)
#include "tst_boardlife.moc"
