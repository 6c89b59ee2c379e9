// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/actions/commander.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/dialogs/workersdialog.h"
#include "ui/state/freshlook.h"
#include "ui/state/itemstore.h"
#include "ui/window/whoasked.h"
#include "ui/words/format.h"

#include "core/engine/observe/feed/delta.h"

#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QToolBar>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr const char *DoNotTouch = "DO NOT TOUCH";

EventRecord taken(Ticket ticket, const Action &action, TimePoint at)
{
    return {0, at, EventRecord::Kind::Command, {}, {Said::Kind::Taken, describe(action)}, ticket};
}

/// The engine, as far as a command changes what is seen.
void obey(FakeFeed &feed, const std::map<ObjectId, ItemKey> &keys, ControllerId id,
          const Action &action, Ticket ticket)
{
    const TimePoint now = feed.now();
    const auto endOf = [now](const std::optional<Duration> &expiry) {
        return expiry ? now + *expiry : TimePoint{};
    };
    const PauseTerms *pause = termsOf(action);
    const auto setItem = [&](const ObjectId &object) {
        ItemRow row;
        row.key = keys.at(object);
        row.id = object;
        row.state = pause ? ItemState::Paused : ItemState::InSync;
        row.paused = pause != nullptr;
        row.pauseReason = pause ? pause->reason : std::string();
        row.pausedUntil = pause ? endOf(pause->expiry) : TimePoint{};
        feed.setItem(id, row);
    };
    const auto *items = std::get_if<ItemsAction>(&action);
    if (items && factsOf(items->verb).undoneBy)
        std::ranges::for_each(items->ids, setItem);
    const auto *all = std::get_if<ControllerAction>(&action);
    feed.edit(id, [&](ControllerView &view) {
        if (all && pause) {
            view.state = ControllerState::Paused;
            view.pauseReason = pause->reason;
            view.pausedUntil = endOf(pause->expiry);
        } else if (all && all->verb == ControllerVerb::Resume) {
            view.state = ControllerState::Running;
            view.pauseReason.clear();
            view.pausedUntil = {};
        }
        view.options = withChange(view.options, action);
    });
    feed.addEvent(id, taken(ticket, action, now));
}

} // namespace

class UndoTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void neverOverridesAnother_data()
    {
        QTest::addColumn<int>("number");
        const std::vector<Case> all = cases();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << int(i);
    }
    void neverOverridesAnother()
    {
        QFETCH(int, number);
        const Case what = cases()[std::size_t(number)];
        Bench bench;
        what.prepare(bench);
        what.act(bench);
        QVERIFY(bench.commander.canUndo());
        bench.takeEffect();
        bench.another(what.another);
        QSignalSpy takenBack(&bench.commander, &Commander::takenBack);
        const std::size_t sent = bench.control.commands.size();
        bench.commander.undo();
        QCOMPARE(bench.control.commands.size(), sent);
        QCOMPARE(bench.questions.size(), 1u);
        QCOMPARE(bench.questions[0].overrides.size(), 1u);
        const QString sentence = sentenceOf(bench.questions[0].overrides[0],
                                            {QStringLiteral("root"), {}},
                                            bench.state.hosts().moment());
        QVERIFY2(sentence.startsWith(what.fact + QStringLiteral(" by root at ")),
                 qPrintable(sentence));
        QVERIFY2(!sentence.contains("ticket"), qPrintable(sentence)); // it is for programs
        if (what.fact.contains("paused"))
            QVERIFY2(sentence.contains(QStringLiteral("(%1)").arg(QLatin1String(DoNotTouch))),
                     qPrintable(sentence));
        bench.commander.undoAnyway(bench.questions[0]);
        QCOMPARE(bench.control.commands.size(), sent + 1);
    }

    void takesBackWhatNobodyTouched_data() { neverOverridesAnother_data(); }

    void takesBackWhatNobodyTouched()
    {
        QFETCH(int, number);
        const Case what = cases()[std::size_t(number)];
        Bench bench;
        what.prepare(bench);
        what.act(bench);
        bench.takeEffect();
        bench.another(ItemsAction{ItemVerb::Requeue, {"a"}});
        QSignalSpy questioned(&bench.commander, &Commander::questioned);
        const std::size_t sent = bench.control.commands.size();
        bench.commander.undo();
        QCOMPARE(questioned.size(), 0);
        QCOMPARE(bench.control.commands.size(), sent + 1);
    }

    void doesNotAskBeforeItsOwnEffectIsSeen()
    {
        Bench bench;
        QSignalSpy questioned(&bench.commander, &Commander::questioned);
        bench.commander.setWorkers(bench.photos, 2);
        bench.feed.edit(bench.photos, [](ControllerView &view) { view.options.workers = 3; });
        bench.pull(); // of before, by another
        bench.commander.undo();
        QCOMPARE(questioned.size(), 0);
        QVERIFY((bench.control.commands.back() == Command{bench.photos, setWorkers(7)}));
    }

    void asksWhenAnotherSetTheSameForATime()
    {
        Bench bench;
        QSignalSpy questioned(&bench.commander, &Commander::questioned);
        bench.commander.setWorkers(bench.photos, 2);
        bench.takeEffect();
        bench.another(setWorkers(7)); // as it was, and for how long only its host knows
        const std::size_t sent = bench.control.commands.size();
        bench.commander.undo();
        QCOMPARE(bench.control.commands.size(), sent);
        QCOMPARE(questioned.size(), 1);
    }

    void ofSeveralOnlyWhatIsTouchedIsAskedAbout()
    {
        Bench bench;
        bench.commander.apply(FrozenScope::of(ItemVerb::Pause, {bench.item("a"), bench.item("b")}));
        bench.takeEffect();
        bench.feed.setItem(bench.photos, [&] {
            ItemRow row;
            row.key = bench.keys.at("b");
            row.id = "b";
            row.state = ItemState::Paused;
            row.paused = true;
            row.pauseReason = DoNotTouch;
            return row;
        }());
        bench.pull(); // and no event tells of it
        bench.commander.undo();
        QVERIFY((bench.control.commands.back()
                 == Command{bench.photos, ItemsAction{ItemVerb::Resume, {"a"}}}));
        QCOMPARE(bench.questions.size(), 1u);
        QVERIFY(
            (bench.questions[0].commands()
             == std::vector{Command{bench.photos, ItemsAction{ItemVerb::Resume, {"b"}}, {}, 1}}));
        QCOMPARE(sentenceOf(bench.questions[0].overrides[0], {}, bench.state.hosts().moment()),
                 isolated(QStringLiteral("b"))
                     + QStringLiteral(" was paused again (DO NOT TOUCH)"));
    }

    // "pause 1 object" does not say which.
    void whatItWouldHaveChangedIsNotAskedAbout_data()
    {
        QTest::addColumn<bool>("isForATime");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<std::size_t>("asked"); // about how many
        QTest::newRow("another reason") << false << DoNotTouch << std::size_t(1);
        QTest::newRow("for a time") << true << QString() << std::size_t(1);
        QTest::newRow("the same") << false << QString() << std::size_t(2);
    }
    void whatItWouldHaveChangedIsNotAskedAbout()
    {
        QFETCH(bool, isForATime);
        QFETCH(QString, reason);
        QFETCH(std::size_t, asked);
        Bench bench;
        bench.commander.apply(FrozenScope::of(ItemVerb::Pause, {bench.item("a"), bench.item("b")}));
        bench.takeEffect();
        bench.another(ItemsAction{ItemVerb::Pause,
                                  {"b"},
                                  {isForATime ? std::optional<Duration>(1h) : std::nullopt,
                                   reason.toStdString()}});
        bench.commander.undo();
        QCOMPARE(bench.questions.size(), 1u);
        QCOMPARE(bench.questions[0].overrides.size(), asked);
        QCOMPARE(bench.questions[0].overrides.back().name, isolated(QStringLiteral("b")));
    }

    void comparesWithWhatIsNowWhileThePictureIsFrozen()
    {
        Bench bench;
        QSignalSpy questioned(&bench.commander, &Commander::questioned);
        bench.commander.apply(FrozenScope::of(ItemVerb::Pause, {bench.item("a")}));
        bench.takeEffect();
        bench.state.setFrozen(true);
        bench.another(ItemsAction{ItemVerb::Pause, {"a"}, {1h, DoNotTouch}});
        bench.commander.undo();
        QCOMPARE(bench.control.commands.size(), 1u);
        QCOMPARE(questioned.size(), 1);
    }

    void namesWhoItWas_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("controller");
        QTest::addColumn<int>("late");
        QTest::addColumn<bool>("isKnown");
        const QString pause = QStringLiteral("pause 1 object");
        const QString job = QStringLiteral("pause 60 objects, job 7");
        QTest::newRow("a command") << pause << pause << "photos" << 0 << true;
        QTest::newRow("for all controllers") << pause << pause << "" << 0 << true;
        QTest::newRow("of another controller") << pause << pause << "videos" << 0 << false;
        QTest::newRow("of another time") << pause << pause << "photos" << 60 << false;
        QTest::newRow("another command") << pause << "resume 1 object"
                                         << "photos" << 0 << false;
        QTest::newRow("a job") << job << "job 7: pause 60 objects of the filter x"
                               << "photos" << 60 << true;
        QTest::newRow("another job") << job << "job 71: pause 60 objects"
                                     << "photos" << 0 << false;
    }
    void namesWhoItWas()
    {
        QFETCH(QString, text);
        QFETCH(QString, asked);
        QFETCH(QString, controller);
        QFETCH(int, late);
        QFETCH(bool, isKnown);
        const Moment moment{TimePoint(10h), WallTime(24h * 20'000)};
        const ForeignCommand command{1, moment.now - 5min, 42, text.toStdString()};
        const OperatorLines all{{moment.wallOf(command.at) + late * 1s, "root",
                                 controller.toStdString(), asked.toStdString()}};
        QCOMPARE(whoAsked(command, "photos", moment, all).who,
                 isKnown ? QStringLiteral("root") : QString());
    }

    void leavesByDefaultAndSaysSo()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.action("pauseItems")->isEnabled());
        const ItemRef item = rig.tabs->items().refAt(0);
        rig.action("pauseItems")->trigger();
        const std::map<ObjectId, ItemKey> keys{{item.id, item.key}};
        obey(rig.feed, keys, rig.photos, ItemsAction{ItemVerb::Pause, {item.id}}, 1);
        QTRY_VERIFY(rig.action("resumeItems")->isEnabled());
        const ItemsAction colleague{ItemVerb::Pause, {item.id}, {1h, DoNotTouch}};
        rig.application.shown.log(0, {SteadyClock::instance().wallNow(), "root", "photos",
                                      describe(Action(colleague))});
        obey(rig.feed, keys, rig.photos, colleague, 42); // no picture of the window has it yet
        QTest::keyClick(rig.window.get(), Qt::Key_Z, Qt::ControlModifier);
        ConfirmDialog *dialog = rig.question();
        QVERIFY(dialog);
        const auto *question = dialog->findChild<QLabel *>("confirmQuestion");
        QTRY_VERIFY(question->text().contains(" by root at "));
        QVERIFY(question->text().contains(QStringLiteral("(%1)").arg(QLatin1String(DoNotTouch))));
        QVERIFY(!question->text().contains("ticket"));
        QCOMPARE(dialog->findChild<QPushButton *>("confirmAct")->text(), "Resume Anyway");
        QTest::keyClick(dialog, Qt::Key_Return); // what has the focus
        QTRY_VERIFY(rig.hasToast("Left as it is: "));
        QCOMPARE(rig.control.commands.size(), 1u);
        QVERIFY(!rig.action("undo")->isEnabled());
    }

    void resumesAnywayWhenTheOperatorWantsIt()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.action("pauseAll")->trigger();
        obey(rig.feed, {}, rig.photos, ControllerVerb::Pause, 1);
        QTRY_VERIFY(rig.window->windowTitle().startsWith("(1) [PAUSED]"));
        obey(rig.feed, {}, rig.photos, ControllerAction{ControllerVerb::Pause, {1h, DoNotTouch}},
             42);
        const int pulls = rig.feed.pulls();
        QTRY_VERIFY(rig.feed.pulls() > pulls + 2);
        rig.action("undo")->trigger();
        ConfirmDialog *dialog = rig.question();
        QVERIFY(dialog);
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QTRY_COMPARE(rig.control.commands.size(), 2u);
        QVERIFY((rig.control.commands[1] == Command{rig.photos, ControllerVerb::Resume}));
    }

    // Also where the text has nothing to take back, and the window offers to take an action back.
    void theKeyInAFieldMeansTheLastThingDone()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *box = rig.find<QLineEdit>("filterBox");
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.action("pauseItems")->isEnabled());
        box->setFocus();
        QTest::keyClicks(box, "it");
        auto *bar = rig.find<QToolBar>("mainToolBar");
        QTest::mouseClick(bar->widgetForAction(rig.action("pauseItems")), Qt::LeftButton);
        QCOMPARE(rig.control.commands.size(), 1u);
        QVERIFY(box->hasFocus());
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(rig.control.commands.size(), 2u);
        QVERIFY(std::get<ItemsAction>(rig.control.commands[1].action).verb == ItemVerb::Resume);
        QCOMPARE(box->text(), "it");
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier); // nothing else is offered
        QCOMPARE(box->text(), QString());
        rig.action("pauseItems")->trigger();
        QTest::keyClicks(box, "em");
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier); // what was typed last
        QCOMPARE(box->text(), QString());
        QSignalSpy asked(rig.action("undo"), &QAction::triggered);
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier); // once too often
        QCOMPARE(asked.size(), 0);
        QCOMPARE(rig.control.commands.size(), 3u);
        rig.items().setFocus();
        QTest::keyClick(&rig.items(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(rig.control.commands.size(), 4u);
    }

    void aPictureThatWasBegunBeforeDoesNotCount()
    {
        FakeFeed feed;
        const ControllerId photos = feed.addController("photos");
        FakeControl control;
        const FakeHosts hosts(feed, control);
        DeltaPump pump(hosts);
        LiveState state;
        connect(&pump, &DeltaPump::pulled, &state, &LiveState::apply);
        FreshLook look(pump, state);
        const auto deliver = [&](std::uint64_t pending) {
            Delta delta = feed.pull();
            delta.controllers[0].rowsPending = pending;
            pump.deliver(std::make_shared<const Delta>(std::move(delta)));
        };
        feed.setStep(1ms); // no moment for a picture
        deliver(0);
        int told = 0;
        look.ask({photos, photos.number + 1},
                 [&](const auto &silent) { told += silent.empty() ? 1 : 100; });
        deliver(7); // of one that was begun before, and more of it comes
        deliver(0);
        QCOMPARE(told, 0);
        feed.edit(photos, [](ControllerView &view) { view.pauseReason = DoNotTouch; });
        deliver(7);
        QCOMPARE(told, 0);
        deliver(0);
        QCOMPARE(told, 1);
        QCOMPARE(latestController(state, photos)->pauseReason, std::string(DoNotTouch));
        look.ask({}, [&](const auto &) { ++told; });
        QCOMPARE(told, 2);
    }

    void takesNothingBackWhileTheHostIsSilent()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.action("pauseAll")->trigger();
        obey(rig.feed, {}, rig.photos, ControllerVerb::Pause, 1);
        QTRY_VERIFY(rig.window->windowTitle().startsWith("(1) [PAUSED]"));
        rig.feed.hang();
        rig.action("undo")->trigger();
        QTRY_VERIFY(rig.hasMessage("was not taken back: photos did not answer"));
        QCOMPARE(rig.control.commands.size(), 1u);
        rig.feed.release();
        QVERIFY(rig.action("undo")->isEnabled());
        rig.action("undo")->trigger();
        QTRY_COMPARE(rig.control.commands.size(), 2u);
    }

    void eachPressTakesOneBack()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        for (const int row : {0, 1}) {
            rig.items().selectRow(row);
            QTRY_VERIFY(rig.action("pauseItems")->isEnabled());
            rig.action("pauseItems")->trigger();
        }
        QCOMPARE(rig.control.commands.size(), 2u);
        rig.action("undo")->trigger();
        rig.action("undo")->trigger();
        QTRY_COMPARE(rig.control.commands.size(), 4u);
        const auto &first = std::get<ItemsAction>(rig.control.commands[0].action).ids;
        const auto &second = std::get<ItemsAction>(rig.control.commands[1].action).ids;
        QVERIFY((rig.control.commands[2]
                 == Command{rig.photos, ItemsAction{ItemVerb::Resume, second}}));
        QVERIFY(
            (rig.control.commands[3] == Command{rig.photos, ItemsAction{ItemVerb::Resume, first}}));
    }

    void asksAnewWhatHasChangedWhileItAsked()
    {
        Bench bench;
        bench.commander.pauseController(bench.photos);
        bench.takeEffect();
        bench.another(ControllerAction{ControllerVerb::Pause, {{}, "audit"}});
        bench.commander.undo();
        QCOMPARE(bench.questions.size(), 1u);
        bench.another(ControllerAction{ControllerVerb::Pause, {1h, DoNotTouch}}, 43);
        bench.commander.undoAnyway(bench.questions[0]);
        QCOMPARE(bench.control.commands.size(), 1u);
        QCOMPARE(bench.questions.size(), 2u);
        QCOMPARE(bench.questions[1].overrides[0].now.reason, std::string(DoNotTouch));
        bench.commander.undoAnyway(bench.questions[1]);
        QCOMPARE(bench.control.commands.size(), 2u);
    }

    void saysForHowLongWorkersAreAndWhichNumberItSets()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        QTRY_VERIFY(rig.action("setWorkers")->isEnabled());
        rig.action("setWorkers")->trigger();
        auto *input = rig.find<WorkersDialog>("workersDialog");
        QCOMPARE(input->workers(), ControllerOptions().workers);
        input->findChild<QSpinBox *>()->setValue(2);
        input->accept();
        QVERIFY((rig.control.commands.back() == Command{rig.photos, setWorkers(2)}));
        obey(rig.feed, {}, rig.photos, setWorkers(2), 1);
        const int pulls = rig.feed.pulls();
        QTRY_VERIFY(rig.feed.pulls() > pulls);
        obey(rig.feed, {}, rig.photos, setWorkers(3), 42);
        rig.application.shown.log(0, {SteadyClock::instance().wallNow(), "root", "photos",
                                      describe(Action(setWorkers(3))) + ", for 1h"});
        rig.action("undo")->trigger();
        ConfirmDialog *dialog = rig.question();
        QVERIFY(dialog);
        const auto *question = dialog->findChild<QLabel *>("confirmQuestion");
        const QString end = QStringLiteral("Set “Workers” to 3 for %1").arg(formatTerm(1h));
        QTRY_VERIFY2(question->text().endsWith(end), qPrintable(question->text()));
        const QString does = dialog->findChild<QLabel *>("confirmConsequence")->text();
        QVERIFY2(does.endsWith(QStringLiteral("“Set Anyway” does this: Set “Workers” to %1")
                                   .arg(ControllerOptions().workers)),
                 qPrintable(does));
    }

private:
    struct Bench
    {
        Bench()
        {
            photos = feed.addController("photos");
            feed.edit(photos, [](ControllerView &view) { view.options.workers = 7; });
            for (const char *id : {"a", "b"})
                keys[id] = feed.setItem(photos, id, ItemState::InSync);
            connect(&commander, &Commander::questioned, &commander,
                    [this](const Commander::Question &question) { questions.push_back(question); });
            pull();
        }
        void pull() { state.apply(std::make_shared<const Delta>(feed.pull())); }
        /// What this window sent takes effect.
        void takeEffect()
        {
            for (; done < control.commands.size(); ++done)
                obey(feed, keys, photos, control.commands[done].action, done + 1);
            pull();
        }
        void another(const Action &action, Ticket ticket = 42)
        {
            obey(feed, keys, photos, action, ticket);
            pull();
        }
        ItemRef item(const ObjectId &id) const
        {
            const ItemRow *row = state.items().latest(photos, keys.at(id));
            return ItemRef::of(photos, *row);
        }

        FakeFeed feed;
        FakeControl control;
        LiveState state;
        OperatorLogModel log;
        std::vector<Commander::Question> questions; ///< that were asked, in their order
        const FakeHosts hosts{feed, control};
        Commander commander{hosts, log, state};
        ControllerId photos = 0;
        std::map<ObjectId, ItemKey> keys;
        std::size_t done = 0; ///< commands that have taken effect
    };
    using Act = std::function<void(Bench &)>;
    struct Case
    {
        const char *name;
        Act prepare;    ///< what is so before
        Act act;        ///< what the operator does
        Action another; ///< what a colleague does then
        QString fact;   ///< what is said of that
    };
    static std::vector<Case> cases()
    {
        const Act nothing = [](Bench &) {};
        const Act pausedItem = [](Bench &b) {
            b.another(ItemsAction{ItemVerb::Pause, {"a"}, {{}, "audit"}}, 1001);
        };
        const Act paused = [](Bench &b) {
            b.another(ControllerAction{ControllerVerb::Pause, {{}, "audit"}}, 1001);
        };
        const auto items = [](ItemVerb verb) {
            return [verb](Bench &b) { b.commander.apply(FrozenScope::of(verb, {b.item("a")})); };
        };
        const auto options = [](auto change) {
            return [change](Bench &b) {
                const ControllerOptions begun = b.state.controller(b.photos)->options;
                ControllerOptions wanted = begun;
                change(wanted);
                b.commander.setOptions(b.photos, begun, wanted);
            };
        };
        return {
            {"pause objects", nothing, items(ItemVerb::Pause),
             ItemsAction{ItemVerb::Pause, {"a"}, {1h, DoNotTouch}},
             QStringLiteral("a was paused again")},
            {"resume objects", pausedItem, items(ItemVerb::Resume),
             ItemsAction{ItemVerb::Pause, {"a"}, {1h, DoNotTouch}}, QStringLiteral("a was paused")},
            {"pause a controller", nothing, [](Bench &b) { b.commander.pauseController(b.photos); },
             ControllerAction{ControllerVerb::Pause, {1h, DoNotTouch}},
             QStringLiteral("photos was paused again")},
            {"resume a controller", paused,
             [](Bench &b) { b.commander.resumeController(b.photos); },
             ControllerAction{ControllerVerb::Pause, {1h, DoNotTouch}},
             QStringLiteral("photos was paused")},
            {"pause all", nothing, [](Bench &b) { b.commander.pauseAll(); },
             ControllerAction{ControllerVerb::Pause, {1h, DoNotTouch}},
             QStringLiteral("photos was paused again")},
            {"resume all", paused, [](Bench &b) { b.commander.resumeAll(); },
             ControllerAction{ControllerVerb::Pause, {1h, DoNotTouch}},
             QStringLiteral("photos was paused")},
            {"pause a controller anew", paused,
             [](Bench &b) {
                 b.commander.pauseController(b.photos, {{}, "mine"});
             },
             ControllerVerb::Resume, QStringLiteral("photos was resumed")},
            {"set workers", nothing, [](Bench &b) { b.commander.setWorkers(b.photos, 2); },
             setWorkers(3), QStringLiteral("photos was changed")},
            {"set the resync interval", nothing,
             options([](ControllerOptions &o) { o.resyncInterval = 5min; }),
             setOption(&ControllerOptions::resyncInterval, Duration(1min)),
             QStringLiteral("photos was changed")},
            {"set the retries", nothing, options([](ControllerOptions &o) { o.maxRetries = 9; }),
             setOption(&ControllerOptions::maxRetries, 1), QStringLiteral("photos was changed")},
            {"set the retry rate", nothing, options([](ControllerOptions &o) { o.retryRate = 90; }),
             setOption(&ControllerOptions::retryRate, 1.0), QStringLiteral("photos was changed")},
        };
    }
};

QONTROLLER_WINDOW_TEST(UndoTest)
#include "tst_undo.moc"
