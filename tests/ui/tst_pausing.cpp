// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/actions/operatorlogmodel.h"
#include "ui/dialogs/liveoptionsdialog.h"
#include "ui/dialogs/termsdialog.h"
#include "ui/words/explaining.h"
#include "ui/words/pausewords.h"

#include "core/engine/observe/items/itemrow.h"

#include <QtCore/QRegularExpression>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// What an operator asked of photos.
OperatorLine lineOf(const std::string &who, const std::string &text, const Ids &ids)
{
    static std::uint64_t number = 1000;
    OperatorLine line{SteadyClock::instance().wallNow(), who, "photos", text};
    line.ids = ids;
    line.idCount = ids.size();
    line.number = line.changed = ++number;
    return line;
}

} // namespace

/// Pauses with a reason and an end, and options that change while a controller runs.

class PausingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void pausesItemsForAWhileAndSaysWhy()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        const std::string id = rig.tabs->items().refAt(0).id;
        TermsDialog *dialog = fillIn(rig, "pauseItemsFor", 1, QStringLiteral("  disk  change "));
        QStringList verbs;
        for (const QAbstractButton *button : dialog->findChild<QDialogButtonBox *>()->buttons())
            verbs += button->text();
        QVERIFY(verbs.contains("&Pause 1 Object"));
        QCOMPARE(dialog->findChild<QLabel *>("termsQuestion")->text(),
                 QString::fromStdString(id) + QStringLiteral(" of photos will be paused."));
        rig.items().selectRow(7); // is not meant
        dialog->accept();
        QVERIFY((rig.control.commands.back()
                 == Command{rig.photos, ItemsAction{ItemVerb::Pause, {id}, {1h, "disk change"}}}));
        QTRY_VERIFY(rig.hasToast("The pause lasts 1\u202fh"));
    }

    void theOverviewSaysWhoPausedObjectsSinceWhenAndUntilWhen()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const auto pause = [&](const std::string &id, const char *reason, Duration length) {
            ItemRow row = pausedRow(id.c_str(), reason);
            row.since = rig.feed.now();
            row.pausedUntil = length == Duration{} ? TimePoint{} : rig.feed.now() + length;
            rig.feed.setItem(rig.photos, row);
        };
        const auto line = [](const std::string &who, const std::string &text, const Ids &ids) {
            static std::uint64_t number = 0;
            OperatorLine said{SteadyClock::instance().wallNow(), who, "photos", text};
            said.ids = ids;
            said.idCount = ids.size();
            said.number = said.changed = ++number;
            return said;
        };
        const auto says = [&rig](const QString &pattern) {
            const QRegularExpression sought(QRegularExpression::anchoredPattern(pattern));
            return !needsOf(*rig.window).filter(sought).isEmpty();
        };
        pause("a", "audit", 1h);
        pause("b", "audit", 1h);
        QTRY_VERIFY(says("photos: 2 objects paused; since \\d\\d:\\d\\d, until "
                         "\\d\\d:\\d\\d: audit"));
        rig.application.shown.log(0, line("anna (window)", "pause 2 objects for 1 h: audit",
                                          {"a", "b"}));
        QTRY_VERIFY(says("photos: 2 objects paused; by anna \\(window\\) since "
                         "\\d\\d:\\d\\d, until \\d\\d:\\d\\d: audit"));
        pause("c", "", {});
        rig.application.shown.log(0, line("root", "job 1: pause photos/c", {"c"}));
        QTRY_VERIFY(says("photos: 3 objects paused; 2 by anna .*: audit; 1 by root since "
                         "\\d\\d:\\d\\d"));
        const NeedRow *row = needRow(*rig.window, "photos", AttentionKind::ObjectsPaused);
        QVERIFY(row && row->need().since != TimePoint{});
    }

    // As Resume All does.
    void aPauseOfAnotherIsNotEndedWithoutAQuestion()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        ItemRow row = pausedRow("a", "audit");
        row.since = rig.feed.now();
        rig.feed.setItem(rig.photos, row);
        rig.application.shown.log(0, lineOf("anna", "pause 1 object: audit", {"a"}));
        QTRY_VERIFY(needs(*rig.window, "photos: 1 object paused; by anna"));
        const auto resume = [&rig](AttentionKind kind, const QString &verb) {
            const NeedRow *need = needRow(*rig.window, "photos", kind);
            return need && press(*need, verb);
        };
        QVERIFY(resume(AttentionKind::ObjectsPaused, "Resume 1"));
        ConfirmDialog *dialog = rig.question();
        QVERIFY(dialog);
        QVERIFY(rig.control.commands.empty());
        QCOMPARE(dialog->findChild<QLabel *>("confirmQuestion")->text(), "Resume 1 object?");
        QVERIFY(dialog->findChild<QPlainTextEdit *>("confirmDetails")
                    ->toPlainText()
                    .startsWith("1 object paused: by anna since "));
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QTRY_COMPARE(rig.control.commands.size(), 1u);
        QVERIFY((rig.control.commands.front()
                 == Command{rig.photos, ItemsAction{ItemVerb::Resume, {"a"}}}));
        rig.feed.edit(rig.photos, [](ControllerView &view) {
            view.state = ControllerState::Paused;
            view.paused = true;
            view.pauseReason = "audit";
        });
        rig.application.shown.log(0, lineOf("oncall", "pause: audit", {}));
        QTRY_VERIFY(needs(*rig.window, "photos: Paused: audit; by oncall"));
        QVERIFY(resume(AttentionKind::Paused, "Resume"));
        QTRY_VERIFY((dialog = rig.question()));
        QCOMPARE(dialog->findChild<QLabel *>("confirmQuestion")->text(), "Resume photos?");
        dialog->reject();
        QCOMPARE(rig.control.commands.size(), 1u);
    }

    void aPauseOfYourOwnIsNotAskedAbout()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        rig.action("pauseItems")->trigger();
        QCOMPARE(rig.control.commands.size(), 1u);
        const auto *paused = std::get_if<ItemsAction>(&rig.control.commands.front().action);
        QVERIFY(paused);
        const ObjectId id = paused->ids.front();
        ItemRow row = pausedRow(id.c_str(), "");
        row.since = rig.feed.now();
        rig.feed.setItem(rig.photos, row);
        OperatorLine line = lineOf("anna (window)", "pause 1 object", {id});
        line.ticket = 1; // as the control gave it
        rig.application.shown.log(0, line);
        QTRY_VERIFY(needs(*rig.window, "photos: 1 object paused; by anna (window)"));
        const NeedRow *need = needRow(*rig.window, "photos", AttentionKind::ObjectsPaused);
        QVERIFY(need && press(*need, "Resume 1"));
        QCOMPARE(rig.control.commands.size(), 2u);
    }

    void theOverviewSaysWhoPausedAController()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &view) {
            view.state = ControllerState::Paused;
            view.paused = true;
            view.pauseReason = "audit";
        });
        rig.application.shown.log(0, {SteadyClock::instance().wallNow(), "oncall", "photos",
                                      "pause: audit"});
        QTRY_VERIFY(needs(*rig.window, "photos: Paused: audit; by oncall"));
    }

    void aPauseThatIsThereEndsAnewAndUndoSetsItBack()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.setItem(rig.photos, pausedRow("item-x", "disk"));
        QTRY_COMPARE(rig.tabs->items().rowCount(), 31);
        rig.items().selectAll();
        QTRY_VERIFY(rig.action("pauseItemsFor")->isEnabled());
        TermsDialog *dialog = fillIn(rig, "pauseItemsFor", 0, QStringLiteral("night"));
        const QString question = dialog->findChild<QLabel *>("termsQuestion")->text();
        QVERIFY2(question.endsWith(
                     "1 of them is paused already: that pause then ends at this time."),
                 qPrintable(question));
        dialog->accept();
        const auto *pause = std::get_if<ItemsAction>(&rig.control.commands.back().action);
        QVERIFY(pause && pause->terms.expiry == 15min
                && std::ranges::count(pause->ids, "item-x") == 1);
        const auto sent = rig.control.commands.size();
        rig.action("undo")->trigger();
        QTRY_COMPARE(rig.control.commands.size(), sent + 2);
        const auto *again = std::get_if<ItemsAction>(&rig.control.commands.back().action);
        QVERIFY(again && again->ids == Ids{"item-x"} && again->terms.reason == "disk");
        QVERIFY(again->terms.expiry > 80h && again->terms.expiry < 100h);
        const auto &others = rig.control.commands[rig.control.commands.size() - 2].action;
        const auto *resume = std::get_if<ItemsAction>(&others);
        QVERIFY(resume->verb == ItemVerb::Resume && !resume->ids.empty()
                && std::ranges::count(resume->ids, "item-x") == 0);
    }

    void whatAColleaguePausesBehindTheQuestionIsSetBackByUndo()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectAll();
        QTRY_VERIFY(rig.action("pauseItemsFor")->isEnabled());
        TermsDialog *dialog = fillIn(rig, "pauseItemsFor", 0, QStringLiteral("night"));
        const ItemRef other = rig.tabs->items().refAt(7);
        ItemRow row = pausedRow(other.id.c_str(), "disk");
        row.key = other.key;
        rig.feed.setItem(rig.photos, row);
        QTRY_COMPARE(rig.label("statusPaused"), "1 object paused");
        dialog->accept();
        const auto sent = rig.control.commands.size();
        rig.action("undo")->trigger();
        QTRY_COMPARE(rig.control.commands.size(), sent + 2);
        const auto *again = std::get_if<ItemsAction>(&rig.control.commands.back().action);
        QVERIFY(again && again->verb == ItemVerb::Pause && again->ids == Ids{other.id}
                && again->terms.reason == "disk");
    }

    void aPausedControllerIsSaidToBePaused()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &view) {
            view.state = ControllerState::Paused;
            view.paused = true;
        });
        QTRY_COMPARE(rig.label("statusPaused"), "1 controller paused");
        TermsDialog *dialog = fillIn(rig, "pauseControllerFor", 0, {});
        QCOMPARE(dialog->findChild<QLabel *>("termsQuestion")->text(),
                 "photos will be paused. 1 of them is paused already: that pause then ends at this "
                 "time.");
        dialog->reject();
    }

    void pausesAControllerForAWhileAndSaysWhy()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        fillIn(rig, "pauseControllerFor", 4, QStringLiteral("maintenance"))->accept();
        QVERIFY(
            (rig.control.commands.back()
             == Command{rig.photos, ControllerAction{ControllerVerb::Pause, {{}, "maintenance"}}}));
    }

    void escPausesNothing()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        TermsDialog *dialog = fillIn(rig, "pauseControllerFor", 0, {});
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(rig.control.commands.empty());
    }

    void whatIsPausedIsNotOfferedToBePausedHoweverMany()
    {
        constexpr int Many = 1500;
        Rig rig;
        for (int i = 0; i < Many; ++i)
            rig.feed.setItem(rig.photos, "more-" + std::to_string(i), ItemState::Paused);
        QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == Many + 30; }));
        rig.items().selectAll();
        QVERIFY(rig.action("pauseItems")->isEnabled());
        for (int i = 0; i < 30; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::Paused);
        QTRY_VERIFY(!rig.action("pauseItems")->isEnabled());
        QVERIFY(rig.action("pauseItems")->toolTip().contains("paused already"));
        QVERIFY(rig.action("resumeItems")->isEnabled());
    }

    void theEndOfAPauseIsSaid_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("said");
        QTest::addRow("item") << "item-7" << 0 << "The pause of item-7 has ended.";
        QTest::addRow("items") << "" << 3 << "The pauses of 3 objects have ended.";
        QTest::addRow("controller") << "" << 0 << "The pause of photos has ended.";
    }
    void theEndOfAPauseIsSaid()
    {
        QFETCH(QString, id);
        QFETCH(int, number);
        QFETCH(QString, said);
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.addEvent(rig.photos,
                          {1,
                           {},
                           EventRecord::Kind::PauseEnded,
                           id.toStdString(),
                           number > 0 ? Said::pausesEnded(std::uint64_t(number)) : Said(),
                           0});
        QTRY_COMPARE(rig.toasts().size(), 1);
        QCOMPARE(rig.toasts().first().remove(QChar(0x2068)).remove(QChar(0x2069)), said);
    }

    void undoOfAResumePausesAsBefore()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.setItem(rig.photos, pausedRow("item-x", "night"));
        rig.feed.edit(rig.photos, [](ControllerView &delta) {
            delta.state = ControllerState::Paused;
            delta.pauseReason = "maintenance";
        });
        QTRY_COMPARE(rig.tabs->items().rowCount(), 31);
        for (int i = 0; i < 31; ++i) {
            if (rig.tabs->items().refAt(i).id == "item-x")
                rig.items().selectRow(i);
        }
        QCOMPARE(rig.tabs->meantItems().size(), 1u);
        QTRY_VERIFY(rig.label("statusPaused").contains("maintenance"));
        rig.action("resumeItems")->trigger();
        QCOMPARE(rig.control.commands.size(), 1u);
        rig.action("undo")->trigger();
        QTRY_COMPARE(rig.control.commands.size(), 2u);
        const PauseTerms items = std::get<ItemsAction>(rig.control.commands.back().action).terms;
        QCOMPARE(items.reason, std::string("night"));
        QVERIFY(items.expiry > 80h && items.expiry < 100h);
        rig.action("resumeController")->trigger();
        rig.action("undo")->trigger();
        QTRY_COMPARE(rig.control.commands.size(), 4u);
        QVERIFY(
            (rig.control.commands.back()
             == Command{rig.photos, ControllerAction{ControllerVerb::Pause, {{}, "maintenance"}}}));
    }

    void saysReasonAndEnd_data()
    {
        QTest::addColumn<QString>("reason");
        QTest::addColumn<int>("minutes");
        QTest::addColumn<QString>("expected");
        QTest::newRow("neither") << "" << 0 << "";
        QTest::newRow("reason") << "night" << 0 << "night";
        QTest::newRow("end") << "" << 12 << "resumes in 12 min 00 s";
        QTest::newRow("both") << "night" << 12 << "night, resumes in 12 min 00 s";
    }
    void saysReasonAndEnd()
    {
        QFETCH(QString, reason);
        QFETCH(int, minutes);
        const TimePoint now(10h);
        const TimePoint until = minutes > 0 ? now + std::chrono::minutes(minutes) : TimePoint{};
        QString text = pauseText(reason.toStdString(), until, now);
        text.replace(QChar(0x202f), QLatin1Char(' '));
        QTEST(text, "expected");
    }

    void showsReasonAndEndEverywhere()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [now = rig.feed.now()](ControllerView &delta) {
            delta.state = ControllerState::Paused;
            delta.pauseReason = "maintenance";
            delta.pausedUntil = now + 30min;
        });
        QTRY_VERIFY(rig.label("statusPaused").contains("maintenance, resumes in"));
        QVERIFY(rig.find<QLabel>("statusPaused")->toolTip().startsWith("photos: "));
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        const QModelIndex state =
            rig.tabs->table(Tabs::Tab::Controllers).model()->index(0, ControllersModel::State);
        QTRY_VERIFY(state.data().toString().startsWith("Paused: maintenance, resumes in"));
        QCOMPARE(state.data(Qt::ToolTipRole), state.data());
    }

    void changesOnlyTheOptionsThatDiffer()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        LiveOptionsDialog *dialog = openOptions(rig);
        type(dialog, "resyncInterval", QStringLiteral("5m"));
        type(dialog, "maxRetries", QStringLiteral("9"));
        type(dialog, "retryRate", QStringLiteral("2.5"));
        dialog->accept();
        QCOMPARE(rig.control.commands.size(), 1u);
        ControllerOptions wanted;
        wanted.resyncInterval = 5min;
        wanted.maxRetries = 9;
        wanted.retryRate = 2.5;
        QVERIFY((rig.control.commands[0] == Command{rig.photos, setOptions({}, wanted)}));
        QTRY_VERIFY(rig.hasToast("3 options of photos changed"));
    }

    void undoesAChangeOfOptions()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        LiveOptionsDialog *dialog = openOptions(rig);
        type(dialog, "workers", QStringLiteral("12"));
        dialog->accept();
        rig.action("undo")->trigger();
        QTRY_COMPARE(rig.control.commands.size(), 2u);
        QVERIFY((rig.control.commands[0] == Command{rig.photos, setWorkers(12)}));
        QVERIFY((rig.control.commands[1] == Command{rig.photos, setWorkers(4)}));
        openOptions(rig)->accept(); // nothing differs
        QCOMPARE(rig.control.commands.size(), 2u);
    }

    void goesBackToWhatTheSessionSays()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const TemporaryWorkers workers{4, 2, SteadyClock::instance().wallNow() + 90min, 2h, "anna"};
        rig.application.shown.keep(0, {.file = "/j",
                                       .controllers = {
                                           {"photos", {}, {{{"maxRetries", "5", "3"}}, workers}}}});
        LiveOptionsDialog *dialog = nullptr;
        QTRY_VERIFY((dialog = openOptions(rig))
                    && (dialog->findChild<QPushButton *>("liveOptionsBack") || !dialog->close()));
        const auto *differences = dialog->findChild<QLabel *>("liveOptionsDifferences");
        const QStringList lines = differences->text().split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines.at(1), QStringLiteral("• Retries: 5, and 3 in the session"));
        QVERIFY2(lines.at(2).startsWith("• Workers: 4 until ") && lines.at(2).endsWith(", then 2"),
                 qPrintable(lines.at(2)));
        type(dialog, "resyncInterval", QStringLiteral("5m")); // is not meant
        dialog->findChild<QPushButton *>("liveOptionsBack")->click();
        QVERIFY(!dialog->isVisible());
        QCOMPARE(rig.control.commands.size(), 1u);
        ControllerOptions wanted;
        wanted.maxRetries = 3;
        wanted.workers = 2;
        QVERIFY((rig.control.commands[0] == Command{rig.photos, setOptions({}, wanted)}));
        QTRY_VERIFY(rig.hasToast("2 options of photos changed"));
        rig.action("undo")->trigger();
        QTRY_COMPARE(rig.control.commands.size(), 2u);
        QVERIFY((rig.control.commands[1] == Command{rig.photos, setOptions(wanted, {})}));
    }

    void refusesOptionsThatDoNotHold()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        LiveOptionsDialog *dialog = openOptions(rig);
        type(dialog, "retryRate", QStringLiteral("0"));
        dialog->accept();
        QVERIFY(dialog->isVisible());
        QCOMPARE(rig.label("liveOptionsError"), "retryRate must be more than 0");
        type(dialog, "retryRate", QStringLiteral("10"));
        type(dialog, "resyncInterval", QStringLiteral("soon"));
        dialog->accept();
        QVERIFY(dialog->isVisible());
        QVERIFY(rig.control.commands.empty());
    }

private:
    static TermsDialog *fillIn(const Rig &rig, const char *action, int choice,
                               const QString &reason)
    {
        rig.action(action)->trigger();
        auto *dialog = rig.find<TermsDialog>("pauseDialog");
        dialog->findChild<QComboBox *>("termsExpiry")->setCurrentIndex(choice);
        dialog->findChild<QLineEdit *>("termsReason")->setText(reason);
        return dialog;
    }
    /// Until 100 h.
    static ItemRow pausedRow(const char *id, const char *reason)
    {
        ItemRow row;
        row.id = id;
        row.state = ItemState::Paused;
        row.paused = true;
        row.pauseReason = reason;
        row.pausedUntil = TimePoint(100h);
        return row;
    }
    static LiveOptionsDialog *openOptions(const Rig &rig)
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the one before
        rig.action("setOptions")->trigger();
        return rig.find<LiveOptionsDialog>("liveOptionsDialog");
    }
    static void type(LiveOptionsDialog *dialog, const char *option, const QString &value)
    {
        dialog->findChild<QLineEdit *>(QStringLiteral("input:/") + QLatin1String(option))
            ->setText(value);
    }
};

QONTROLLER_WINDOW_TEST(PausingTest)
#include "tst_pausing.moc"
