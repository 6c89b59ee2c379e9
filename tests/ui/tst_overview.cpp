// SPDX-License-Identifier: GPL-3.0-or-later
// The first tab by itself, over values that a test writes.
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/overview/healthrow.h"
#include "ui/overview/needrow.h"
#include "ui/overview/overview.h"
#include "ui/theme/resources.h"
#include "ui/theme/theme.h"

#include <QtCore/QDir>
#include <QtGui/QAccessible>
#include <QtGui/QHelpEvent>
#include <QtTest/QtTest>
#include <QtWidgets/QDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QToolTip>

#include <cmath>
#include <set>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;
using Kind = AttentionKind;

namespace {

constexpr TimePoint Now{48h};

/// 12:00:00 of the day on which the test runs.
Moment moment()
{
    const QDateTime noon(QDate::currentDate(), QTime(12, 0));
    return {Now, WallTime(std::chrono::milliseconds(noon.toMSecsSinceEpoch()))};
}

ui::Need need(const char *controller, const Attention &attention)
{
    return needOf({.of = controller}, QString::fromLatin1(controller), attention, Now);
}

ui::Need acknowledged(ui::Need need)
{
    const WallTime at = moment().wall;
    need.acknowledged = Acknowledgement{need.hostKeys.front(), "oncall",
                                        "ticket 42, the disk is being changed", at - 20min,
                                        at + 3h};
    return need;
}

std::vector<RingPoint> trend(double height)
{
    std::vector<RingPoint> points;
    for (int age = 60; age > 0; --age) {
        const double value = height * (1 + std::sin(age / 5.0)) * (61 - age) / 60;
        points.push_back({double(age), value, value, value});
    }
    return points;
}

ControllerHealth health(const char *name, KnownHealth health, const char *why,
                        std::uint64_t objects, double depth)
{
    static std::uint32_t number = 0;
    return {++number,    QString::fromLatin1(name), health, QString::fromLatin1(why), objects, {},
            trend(depth)};
}

Outlook alarm()
{
    Outlook outlook{.moment = moment()};
    outlook.needs = {
        need("photos", {.kind = Kind::Paused, .since = Now - 12min, .text = "audit"}),
        acknowledged(need("web", {.kind = Kind::CannotList,
                                  .count = 9,
                                  .since = Now - 38min,
                                  .text = "/srv/web: Permission denied (13)"})),
        need("mail", {.kind = Kind::StuckDrain,
                      .since = Now - 5min,
                      .cause = "restart-1",
                      .text = "It waits for mail, which still sends traffic to mail-03"}),
        need("servers", {.kind = Kind::Held,
                         .count = 15,
                         .of = 91,
                         .lacked = 15,
                         .before = 9,
                         .heldBy = HeldList::Kind::List,
                         .since = Now - 2min}),
        need("servers", {.kind = Kind::Failed,
                         .count = 6,
                         .of = 92,
                         .since = Now - 4min,
                         .cause = "disk quota exceeded: # of # GB free",
                         .text = "cache-014: disk quota exceeded: 0 of 65 GB free"}),
        need("servers", {.kind = Kind::Failed,
                         .count = 2,
                         .of = 92,
                         .since = Now - 40s,
                         .cause = "connection refused",
                         .text = "db-028: connection refused"}),
    };
    sortNeeds(outlook.needs);
    outlook.controllers = {health("servers", Health::Failing, "8 objects failed", 92, 6),
                           health("web", Health::Failing,
                                  "Cannot list: /srv/web: Permission denied (13)", 1204, 1),
                           health("mail", Health::Degraded, "The drain makes no progress", 3, 2),
                           health("photos", Health::Healthy, "", 56, 4)};
    return outlook;
}

Outlook calm()
{
    Outlook outlook{.moment = moment(), .quietSince = Now - 125min};
    outlook.controllers = {health("documents", Health::Healthy, "", 420, 2),
                           health("photos", Health::Healthy, "", 12'480, 4),
                           health("services", Health::Healthy, "", 24, 1)};
    return outlook;
}

QList<NeedRow *> needRows(const Overview &overview)
{
    QList<NeedRow *> rows;
    for (auto *row : overview.findChildren<NeedRow *>()) {
        if (row->isVisible())
            rows += row;
    }
    std::ranges::sort(rows, {}, [](const NeedRow *row) { return row->y(); });
    return rows;
}

/// What rows are called, from top to bottom.
QStringList names(const Overview &overview)
{
    QStringList names;
    for (const NeedRow *row : needRows(overview))
        names += row->accessibleName();
    return names;
}

struct Shown
{
    explicit Shown(const Outlook &outlook)
    {
        overview.resize(960, 640);
        overview.QWidget::show();
        overview.show(outlook);
        QCoreApplication::sendPostedEvents();
        QObject::connect(&overview, &Overview::asked, &overview,
                         [this](NeedVerb verb, const ui::Need &need) {
                             asked = verb;
                             askedOf = need.key;
                         });
    }
    void show(const Outlook &outlook)
    {
        overview.show(outlook);
        QCoreApplication::processEvents();
    }
    void activate()
    {
        overview.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&overview));
    }
    /// Highlighted, in Details, and with the keyboard.
    [[nodiscard]] bool isCurrent(const NeedRow &row) const
    {
        const QWidget *focused = QApplication::focusWidget();
        return overview.chosenNeed() == &row.need()
               && (focused == &row || row.isAncestorOf(focused));
    }
    [[nodiscard]] QPushButton *button(int row) const
    {
        return needRows(overview).at(row)->findChild<QPushButton *>("needVerb");
    }
    [[nodiscard]] QStringList more(int row) const
    {
        QStringList texts;
        for (const QAction *action : menu(row)->actions())
            texts += action->text();
        return texts;
    }
    [[nodiscard]] QMenu *menu(int row) const
    {
        return needRows(overview).at(row)->findChild<QMenu *>("needMenu");
    }

    Overview overview;
    std::optional<NeedVerb> asked;
    NeedKey askedOf;
};

/// The tool tip of what stands at the left of \a row, which has it where that is cut.
QString tipAt(QWidget &row, double height)
{
    const QPoint place(48, int(row.height() * height));
    QHelpEvent help(QEvent::ToolTip, place, row.mapToGlobal(place));
    QCoreApplication::sendEvent(&row, &help);
    const QString text = QToolTip::text();
    QToolTip::hideText();
    return text;
}

/// The pointer goes out of the window.
void leave(const Overview &overview)
{
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(overview.viewport(), &leave);
    QCoreApplication::processEvents();
}

} // namespace

class OverviewTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareResources("en");
        Theme::apply(Theme::Choice::Light);
    }
    void init() { failOnAnyWarning(); }

    void theWorstStandsFirstAndTheNewestOfThem()
    {
        const Shown shown(alarm());
        QCOMPARE(names(shown.overview),
                 QStringList({"Fault, servers, 2 objects failed: connection refused, db-028: "
                              "connection refused, for 40\u202fs, Requeue 2",
                              "Fault, servers, 6 objects failed: disk quota exceeded: # of # GB "
                              "free, cache-014: disk quota exceeded: 0 of 65 GB free, for "
                              "4\u202fmin, Requeue 6",
                              "Fault, web, Cannot list: /srv/web: Permission denied (13), 9 lists "
                              "in a row have failed, acknowledged by oncall at 11:40 until 15:00: "
                              "ticket 42, the disk is being changed, for 38\u202fmin, List Now",
                              "Decision, servers, 15 removals held: a list lacked 15 of 91 "
                              "objects, too many at once to be believed; 9 of them had gone or "
                              "were held before, for 2\u202fmin, "
                              "Keep 15…",
                              "Decision, mail, The drain makes no progress, It waits for mail, "
                              "which still sends traffic to mail-03, for 5\u202fmin, Force…",
                              "Notice, photos, Paused: audit, for 12\u202fmin, Resume"}));
    }

    // Acknowledged faults and notices are no news.
    void theHeadlineCountsWhatNobodyHasSeenYet()
    {
        const Shown shown(alarm());
        QCOMPARE(urgentOf(alarm().needs), 4);
        QCOMPARE(shown.overview.verdict(),
                 "2 faults, 2 decisions. 4 controllers, 1\u202f355 objects · 1 acknowledged");
        QVERIFY(!acknowledged(alarm().needs.front()).isUrgent());
    }

    void whereNothingIsWrongItSaysSoAndSinceWhen()
    {
        const Shown shown(calm());
        QVERIFY(names(shown.overview).isEmpty());
        QCOMPARE(shown.overview.verdict(), "Nothing needs you. 3 controllers, 12\u202f924 objects "
                                           "· quiet since 09:55 (2\u202fh 05\u202fmin)");
    }

    void whereNothingRunsItSaysWhatToDo()
    {
        const Shown shown(
            {.moment = moment(), .whyNone = "No controller runs.", .next = "Load one."});
        QCOMPARE(shown.overview.verdict(), "No controller runs. Load one.");
    }

    void controllersSayTheirHealthInWords()
    {
        const Shown shown(alarm());
        QStringList names;
        for (const auto *row : shown.overview.findChildren<HealthRow *>())
            names += row->accessibleName();
        QCOMPARE(names, QStringList({"servers, failing, 8 objects failed, 92 objects",
                                     "web, failing, Cannot list: /srv/web: Permission denied (13), "
                                     "1\u202f204 objects",
                                     "mail, degraded, The drain makes no progress, 3 objects",
                                     "photos, healthy, 56 objects"}));
        QCOMPARE(nameOf(KnownHealth()), "unknown");
    }

    // One button, and the others behind "…": Show is always there.
    void everyKindHasWordsAndItsVerbs()
    {
        std::set<QString> all;
        for (int i = 0; i < AttentionKindCount; ++i) {
            const Attention one{.kind = Kind(i), .count = 1, .of = 2};
            const AttentionWords words = wordsOf(one, Now);
            QVERIFY2(!words.what.isEmpty(), factsOf(one.kind).name.data());
            QVERIFY2(all.insert(words.what).second, qPrintable(words.what)); // each its own
            // Of a host there is nothing to show but what Details say.
            const std::vector<NeedVerb> verbs = verbsOf(one.kind);
            const bool isOfHost = one.kind <= Kind::NotSaved;
            QCOMPARE(std::ranges::count(verbs, NeedVerb::Show), isOfHost ? 0 : 1);
            QVERIFY(isOfHost || verbs.back() == NeedVerb::Show);
        }
        std::set<QString> verbs;
        for (int i = 0; i < NeedVerbCount; ++i)
            QVERIFY(verbs.insert(textOf(NeedVerb(i), 3)).second);
    }

    void whatWasToldOfAnAttentionIsSaid()
    {
        for (int i = 0; i < AttentionKindCount; ++i) {
            const Attention told{.kind = Kind(i), .count = 3, .of = 9, .text = "all of a sudden"};
            const AttentionWords words = wordsOf(told, Now);
            const bool hasText = !sentenceOf(told, {Now, {}}).empty()
                                 && sentenceOf(told, {Now, {}}).find("all of a sudden")
                                        != std::string::npos;
            if (hasText)
                QVERIFY2((words.what + words.why).contains("all of a sudden"),
                         factsOf(told.kind).name.data());
        }
    }

    void buttonsAskForWhatTheySay()
    {
        Shown shown(alarm());
        QCOMPARE(shown.button(1)->text(), "Requeue 6");
        QCOMPARE(shown.button(1)->accessibleName(),
                 "Requeue 6, servers: 6 objects failed: disk quota exceeded: # of # GB free");
        shown.button(1)->click();
        QCOMPARE(*shown.asked, NeedVerb::Requeue);
        QCOMPARE(shown.askedOf.cause, "disk quota exceeded: # of # GB free");
        QCOMPARE(shown.more(3), QStringList({"Remove 15…", "Show"}));
        shown.menu(3)->actions().first()->trigger();
        QCOMPARE(*shown.asked, NeedVerb::Remove);
        QCOMPARE(*shown.askedOf.kind, Kind::Held);
    }

    // What comes while the button is down is not what was aimed at.
    void aButtonIsForWhatItWasPaintedFor()
    {
        Shown shown(alarm());
        QVERIFY(QTest::qWaitForWindowExposed(&shown.overview));
        QPushButton *button = shown.button(1);
        QTest::mousePress(button, Qt::LeftButton);
        Outlook next = alarm();
        next.needs[1].verbs = {NeedVerb::Acknowledge};
        next.needs[1].count = 600;
        next.needs.erase(next.needs.begin());
        shown.show(next);
        QCOMPARE(button->text(), "Requeue 6");
        QTest::mouseRelease(button, Qt::LeftButton);
        QCOMPARE(*shown.asked, NeedVerb::Requeue);
        QCOMPARE(shown.askedOf.cause, "disk quota exceeded: # of # GB free");
        QTRY_COMPARE(button->text(), "Acknowledge…");
    }

    void aButtonThatIsDownSaysWhatItMissed()
    {
        Shown shown(alarm());
        QVERIFY(QTest::qWaitForWindowExposed(&shown.overview));
        QPushButton *button = shown.button(1);
        const NeedKey key = needRows(shown.overview)[1]->need().key;
        QTest::mousePress(button, Qt::LeftButton);
        shown.show(calm());
        QVERIFY(needRows(shown.overview)[1]->isSettled());
        QTest::mouseRelease(button, Qt::LeftButton);
        QCOMPARE(shown.askedOf, key); // who does it says that it is settled
        QTRY_VERIFY(!button->isEnabled());
    }

    void aMenuThatIsOpenStays()
    {
        Shown shown(alarm());
        QVERIFY(QTest::qWaitForWindowExposed(&shown.overview));
        QMenu *menu = shown.menu(3);
        needRows(shown.overview)[3]->findChild<QToolButton *>("needMore")->click();
        QTRY_VERIFY(menu->isVisible());
        QAction *remove = menu->actions().first();
        Outlook next = alarm();
        next.needs[3].count = 99;
        shown.show(next);
        QCOMPARE(menu->actions().first(), remove);
        QCOMPARE(remove->text(), "Remove 15…");
        menu->close();
        QTRY_COMPARE(shown.more(3).first(), "Remove 99…");
    }

    void keysAreEnough()
    {
        Shown shown(alarm());
        shown.overview.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&shown.overview));
        shown.overview.focusRow();
        const auto rows = needRows(shown.overview);
        QVERIFY(rows[0]->hasFocus());
        QCOMPARE(shown.overview.chosenNeed()->key.cause, "connection refused");
        QTest::keyClick(rows[0], Qt::Key_Down);
        QVERIFY(rows[1]->hasFocus());
        QTest::keyClick(rows[1], Qt::Key_Return);
        QCOMPARE(*shown.asked, NeedVerb::Show);
        QCOMPARE(shown.askedOf, rows[1]->need().key);
        QTest::keyClick(rows[1], Qt::Key_Tab);
        QVERIFY(shown.button(1)->hasFocus());
        QTest::keyClick(shown.button(1), Qt::Key_Space);
        QCOMPARE(*shown.asked, NeedVerb::Requeue);
        QTest::keyClick(shown.button(1), Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(rows[2]->hasFocus());
        for (int i = 2; i < rows.size(); ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QCOMPARE(shown.overview.chosenController()->name, "servers");
        QVERIFY(!shown.overview.chosenNeed());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!shown.overview.chosenController());
    }

    // What is highlighted, what Details say, what Enter opens and where the frame is are one row.
    void eachButtonMakesItsRowTheCurrentOne()
    {
        Shown shown(alarm());
        shown.activate();
        const auto rows = needRows(shown.overview);
        QTest::mouseClick(rows[0], Qt::LeftButton, {}, QPoint(200, 8));
        QTest::mouseClick(rows[2]->findChild<QToolButton *>("needMore"), Qt::LeftButton);
        shown.menu(2)->hide();
        QVERIFY(shown.isCurrent(*rows[2]));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(*shown.asked, NeedVerb::Show);
        QCOMPARE(shown.askedOf, rows[2]->need().key);
        shown.button(3)->click(); // as a screen reader does, which moves no focus
        QVERIFY(shown.isCurrent(*rows[3]));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(shown.isCurrent(*rows[4]));
        rows[1]->setFocus(Qt::OtherFocusReason);
        QVERIFY(shown.isCurrent(*rows[1]));
    }

    void theMenuKeyOpensTheMenuOfARow()
    {
        Shown shown(alarm());
        shown.activate();
        const auto rows = needRows(shown.overview);
        rows[2]->setFocus(Qt::TabFocusReason);
        for (const auto &[key, with] :
             {std::pair(Qt::Key_Menu, Qt::NoModifier), std::pair(Qt::Key_F10, Qt::ShiftModifier)}) {
            QTest::keyClick(rows[2], key, with);
            QVERIFY(shown.menu(2)->isVisible());
            QVERIFY(shown.isCurrent(*rows[2]));
            QTest::keyClick(shown.menu(2), Qt::Key_Escape);
            QVERIFY(!shown.menu(2)->isVisible());
        }
        QTest::keyClick(shown.button(2), Qt::Key_Menu); // what has the keyboard may be its button
        QTest::keyClick(shown.menu(2), Qt::Key_Return);
        QCOMPARE(shown.askedOf, rows[2]->need().key);
        QContextMenuEvent click(QContextMenuEvent::Mouse, QPoint(200, 8),
                                rows[1]->mapToGlobal(QPoint(200, 8)));
        QCoreApplication::sendEvent(rows[1], &click);
        QVERIFY(shown.menu(1)->isVisible());
        QCOMPARE(shown.overview.chosenNeed(), &rows[1]->need());
    }

    void escapeTakesTheFrameWithTheHighlight()
    {
        Shown shown(alarm());
        shown.activate();
        const auto rows = needRows(shown.overview);
        QTest::mouseClick(rows[2], Qt::LeftButton, {}, QPoint(200, 8));
        QTest::keyClick(rows[2], Qt::Key_Escape);
        QVERIFY(!shown.overview.chosenNeed());
        QCOMPARE(QApplication::focusWidget(), &shown.overview);
        QTest::keyClick(&shown.overview, Qt::Key_Return);
        QVERIFY(!shown.asked);
        QTest::keyClick(&shown.overview, Qt::Key_Down);
        QVERIFY(shown.isCurrent(*rows[0]));
    }

    // The keyboard does not go on to the button of another need.
    void aRowThatIsSettledKeepsTheKeyboard()
    {
        Shown shown(alarm());
        shown.activate();
        const auto rows = needRows(shown.overview);
        QTest::mouseClick(shown.button(1), Qt::LeftButton);
        QCOMPARE(*shown.asked, NeedVerb::Requeue);
        Outlook next = alarm();
        std::erase_if(next.needs, [&](const auto &need) { return need.key == shown.askedOf; });
        shown.show(next);
        QVERIFY(rows[1]->isSettled());
        QVERIFY(shown.isCurrent(*rows[1]));
        QCOMPARE(QApplication::focusWidget(), rows[1]);
        shown.asked.reset();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(!shown.asked);
        leave(shown.overview);
        shown.show(next);
        QVERIFY(shown.isCurrent(*rows[1]));
    }

    void aRowThatIsSettledBehindADialogKeepsTheKeyboard()
    {
        Shown shown(alarm());
        shown.activate();
        const auto rows = needRows(shown.overview);
        QTest::mouseClick(rows[3]->findChild<QToolButton *>("needMore"), Qt::LeftButton);
        shown.menu(3)->hide();
        QDialog dialog(&shown.overview);
        dialog.open();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        Outlook next = alarm();
        next.needs.erase(next.needs.begin() + 3);
        shown.show(next);
        QVERIFY(rows[3]->isSettled());
        dialog.reject();
        shown.activate();
        QVERIFY(shown.isCurrent(*rows[3]));
        QCOMPARE(QApplication::focusWidget(), rows[3]);
    }

    void aScreenReaderFindsRowsAndButtons()
    {
        Shown shown(alarm());
        Outlook next = alarm();
        next.needs.push_back(need("new", {.kind = Kind::LocksAway, .since = Now}));
        sortNeeds(next.needs);
        leave(shown.overview);
        shown.show(next);
        QStringList seen;
        QSet<QString> buttons;
        for (NeedRow *row : needRows(shown.overview)) {
            auto *reader = QAccessible::queryAccessibleInterface(row);
            QCOMPARE(reader->role(), QAccessible::ListItem);
            QVERIFY(reader->state().focusable && reader->state().selectable);
            QCOMPARE(reader->text(QAccessible::Name), row->accessibleName());
            seen += row->accessibleName();
            for (const auto *button : row->findChildren<QAbstractButton *>()) {
                if (!button->isHidden())
                    QVERIFY2(!buttons.contains(button->accessibleName()),
                             qPrintable(button->accessibleName()));
                buttons += button->accessibleName();
            }
        }
        QCOMPARE(seen.size(), 7);
        QVERIFY(buttons.contains("Requeue 2, servers: 2 objects failed: connection refused"));
        QVERIFY(buttons.contains("More for servers: 2 objects failed: connection refused"));
        auto *list = QAccessible::queryAccessibleInterface(
            needRows(shown.overview).first()->parentWidget());
        QCOMPARE(list->role(), QAccessible::List);
        QStringList told;
        for (int i = 0; i < list->childCount(); ++i) {
            if (!list->child(i)->state().invisible)
                told += list->child(i)->text(QAccessible::Name);
        }
        QCOMPARE(told, seen);
        QTest::mouseClick(needRows(shown.overview)[1], Qt::LeftButton, {}, QPoint(200, 8));
        QVERIFY(list->child(1)->state().selected);
        QVERIFY(!list->child(0)->state().selected);
    }

    void theVerdictIsReadOnce()
    {
        const Shown shown(alarm());
        auto *verdict = shown.overview.findChild<QLabel *>("verdict");
        QCOMPARE(QAccessible::queryAccessibleInterface(verdict)->text(QAccessible::Name),
                 verdict->text());
    }

    // Who aims at a button must not hit another one.
    void noRowMovesUnderTheHand()
    {
        Shown shown(alarm());
        shown.activate();
        shown.overview.setFocus(); // it is in no row
        QTest::keyClick(&shown.overview, Qt::Key_Escape);
        QTest::mouseMove(shown.overview.windowHandle(), QPoint(300, 300));
        const auto rows = needRows(shown.overview);
        const QPoint place = rows[4]->pos();
        Outlook next = alarm();
        next.needs.erase(next.needs.begin());
        next.needs.push_back(need("new", {.kind = Kind::LocksAway, .since = Now}));
        sortNeeds(next.needs);
        QTest::mouseMove(shown.overview.windowHandle(), QPoint(300, 301));
        shown.show(next);
        QCOMPARE(rows[4]->pos(), place);
        QVERIFY(rows[0]->isSettled());
        QVERIFY(!shown.button(0)->isEnabled());
        QVERIFY(rows[0]->accessibleName().contains("Settled: 2 objects failed"));
        QCOMPARE(needRows(shown.overview).last()->need().place, "new");
        const auto *fresh = shown.overview.findChild<QLabel *>("newNeeds");
        QCOMPARE(fresh->text(), "1 new, in its place once you leave the list");
        leave(shown.overview);
        QCOMPARE(fresh->text(), QString());
        QCOMPARE(needRows(shown.overview).first()->need().place, "new");
        QCOMPARE(needRows(shown.overview).size(), 6);
    }

    void noRowMovesUnderTheKeyboard()
    {
        Shown shown(alarm());
        shown.overview.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&shown.overview));
        shown.overview.focusRow();
        const auto rows = needRows(shown.overview);
        QTest::keyClick(rows[0], Qt::Key_Down);
        const QPoint place = rows[1]->pos();
        Outlook next = alarm();
        next.needs.erase(next.needs.begin());
        shown.show(next);
        QCOMPARE(rows[1]->pos(), place);
        QVERIFY(rows[0]->isSettled());
        QVERIFY(rows[1]->hasFocus());
        rows[1]->clearFocus();
        QTRY_COMPARE(needRows(shown.overview).first(), rows[1]);
    }

    void controllersStayUnderTheHandToo()
    {
        Shown shown(alarm());
        QVERIFY(QTest::qWaitForWindowExposed(&shown.overview));
        const auto rows = shown.overview.findChildren<HealthRow *>();
        const QPoint middle = rows[1]->mapTo(&shown.overview, rows[1]->rect().center());
        QTest::mouseMove(shown.overview.windowHandle(), middle);
        QTest::mouseMove(shown.overview.windowHandle(), middle + QPoint(1, 0));
        QTRY_VERIFY(rows[1]->underMouse());
        const QPoint place = rows[1]->mapTo(&shown.overview, QPoint());
        Outlook next = alarm();
        next.controllers.erase(next.controllers.begin());
        std::ranges::reverse(next.controllers);
        next.needs.push_back(need("new", {.kind = Kind::LocksAway, .since = Now}));
        next.needs.push_back(need("newer", {.kind = Kind::LocksAway, .since = Now}));
        sortNeeds(next.needs);
        shown.show(next);
        QCOMPARE(rows[1]->mapTo(&shown.overview, QPoint()), place);
        QVERIFY(rows[0]->accessibleName().startsWith("servers, gone, "));
        const auto *caption = shown.overview.findChild<QLabel *>("controllersCaption");
        const auto *fresh = shown.overview.findChild<QLabel *>("newNeeds");
        QCOMPARE(caption->text(), "Controllers");
        QCOMPARE(fresh->text(), "2 new, in their places once you leave the list");
        QVERIFY(shown.overview.verdict().startsWith("4 faults"));
        leave(shown.overview);
        QCOMPARE(fresh->text(), QString());
        QCOMPARE(needRows(shown.overview).size(), 8);
    }

    // What is only further down in a long list is not settled.
    void aNeedBeyondTheLastRowIsNotSettled()
    {
        Outlook outlook = calm();
        for (int i = 0; i < 150; ++i)
            outlook.needs.push_back(
                need(std::to_string(i).c_str(), {.kind = Kind::Stuck, .count = 1}));
        Shown shown(outlook);
        QTest::mouseMove(shown.overview.windowHandle(), QPoint(300, 300));
        std::ranges::reverse(outlook.needs);
        QTest::mouseMove(shown.overview.windowHandle(), QPoint(300, 301));
        shown.show(outlook);
        QVERIFY(std::ranges::none_of(needRows(shown.overview), &NeedRow::isSettled));
        QCOMPARE(shown.overview.findChild<QLabel *>("moreNeeds")->text(), "50 more");
    }

    // Or Details would jump to another while they are read.
    void aRowThatIsSettledStaysWhileItIsChosen()
    {
        Shown shown(alarm());
        QSignalSpy moved(&shown.overview, &Overview::chosenMoved);
        NeedRow *row = needRows(shown.overview)[1];
        QTest::mouseClick(row, Qt::LeftButton, {}, QPoint(200, 8));
        leave(shown.overview);
        QCOMPARE(moved.size(), 1);
        shown.show(alarm());
        QCOMPARE(shown.overview.chosenNeed()->count, 6u);
        shown.show(calm());
        QCOMPARE(needRows(shown.overview), QList<NeedRow *>{row});
        QVERIFY(row->isSettled());
        QCOMPARE(shown.overview.chosenNeed()->count, 6u);
        QVERIFY(shown.overview.details().startsWith("servers\n\nSettled: 6 objects failed"));
        QCOMPARE(moved.size(), 1);
        shown.show(alarm());
        QCOMPARE(needRows(shown.overview)[1], row);
        QVERIFY(!row->isSettled());
        shown.show(calm());
        QTest::keyClick(row, Qt::Key_Escape); // it may go then
        QVERIFY(!shown.overview.chosenNeed());
        leave(shown.overview);
        shown.show(calm());
        QVERIFY(needRows(shown.overview).isEmpty());
        QCOMPARE(moved.size(), 2);
    }

    // What is scrolled to is a row, and not the margin below the last.
    void nothingIsScrolledToWhereAllRowsFit()
    {
        Shown shown(calm());
        const auto *last = shown.overview.findChildren<HealthRow *>().last();
        const int end = last->mapTo(&shown.overview, QPoint(0, last->height())).y();
        shown.overview.resize(960, end);
        QCoreApplication::processEvents();
        QCOMPARE(shown.overview.verticalScrollBar()->maximum(), 0);
    }

    void manyRowsEndWithANumber()
    {
        Outlook outlook = calm();
        for (int i = 0; i < 150; ++i)
            outlook.needs.push_back(
                need(std::to_string(i).c_str(), {.kind = Kind::Stuck, .count = 1}));
        const Shown shown(outlook);
        QCOMPARE(needRows(shown.overview).size(), Overview::MostRows);
        QCOMPARE(shown.overview.findChild<QLabel *>("moreNeeds")->text(), "50 more");
    }

    void noVerbIsCut_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("German") << "de";
    }
    void noVerbIsCut()
    {
        QFETCH(QString, language);
        prepareResources(language);
        Outlook outlook = calm();
        for (int i = 0; i < AttentionKindCount; ++i)
            outlook.needs.push_back(need("servers", {.kind = Kind(i), .count = 12'480}));
        Overview overview;
        overview.resize(584, 360); // as much as a window of 1024 × 600 has for it
        overview.QWidget::show();
        overview.show(outlook);
        QCoreApplication::processEvents();
        for (const NeedRow *row : needRows(overview)) {
            const auto *verb = row->findChild<QPushButton *>("needVerb");
            if (verb->isVisible())
                QVERIFY2(verb->width() >= verb->sizeHint().width(), qPrintable(verb->text()));
        }
        prepareResources("en");
    }

    // A text that is cut anyway loses a little more of its end; a name without its end says nothing.
    void noNameIsCutWhileThereIsRoom()
    {
        const char *name = "documents-of-the-archive-of-the-house-in-berlin";
        Outlook outlook{.moment = moment()};
        outlook.needs = {need(name, {.kind = Kind::Stuck, .count = 1, .since = Now - 5min})};
        outlook.controllers = {health(name, Health::Healthy, "", 56, 4)};
        const Shown shown(outlook);
        QCOMPARE(tipAt(*needRows(shown.overview).first(), 0.3), QString());
        QCOMPARE(tipAt(*shown.overview.findChild<HealthRow *>(), 0.5), QString());
        outlook.needs.front().what = QString(200, QLatin1Char('m'));
        outlook.controllers.front().why = QString(200, QLatin1Char('m'));
        Shown full(outlook);
        full.overview.resize(1400, 360);
        QCoreApplication::processEvents();
        QCOMPARE(tipAt(*needRows(full.overview).first(), 0.3), QString());
        QCOMPARE(tipAt(*full.overview.findChild<HealthRow *>(), 0.5), QString());
        full.overview.resize(584, 360);
        QCoreApplication::processEvents();
        QVERIFY(tipAt(*needRows(full.overview).first(), 0.3).contains("in-berlin"));
        QVERIFY(tipAt(*full.overview.findChild<HealthRow *>(), 0.5).contains("in-berlin"));
    }

    void agesAreReadAtAGlance()
    {
        QCOMPARE(roughAge(59s), "59\u202fs");
        QCOMPARE(roughAge(61s), "1\u202fmin");
        QCOMPARE(roughAge(2h + 5min + 9s), "2\u202fh 05\u202fmin");
        QCOMPARE(roughAge(50h), "2\u202fd 02\u202fh");
    }

    /// Pictures to be looked at: into $QONTROLLER_PICTURES if it is set.
    void showsIt_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isCalm");
        const QSize wide(1120, 640);
        QTest::newRow("overview-light") << "en" << int(Theme::Choice::Light) << wide << false;
        QTest::newRow("overview-dark") << "en" << int(Theme::Choice::Dark) << wide << false;
        // As much as a window of 1024 × 600 has for it.
        QTest::newRow("overview-small")
            << "en" << int(Theme::Choice::Light) << QSize(584, 360) << false;
        QTest::newRow("overview-german") << "de" << int(Theme::Choice::Light) << wide << false;
        QTest::newRow("overview-calm") << "en" << int(Theme::Choice::Light) << wide << true;
    }
    void showsIt()
    {
        QFETCH(QString, language);
        QFETCH(int, theme);
        QFETCH(QSize, size);
        QFETCH(bool, isCalm);
        prepareResources(language);
        Theme::apply(static_cast<Theme::Choice>(theme));
        Overview overview;
        overview.resize(size);
        overview.QWidget::show();
        overview.show(isCalm ? calm() : alarm());
        for (int pass = 0; pass < 4; ++pass)
            QCoreApplication::processEvents();
        if (!isCalm)
            QTest::mouseClick(needRows(overview)[1], Qt::LeftButton, {}, QPoint(200, 8));
        else if (QWidget *focused = QApplication::focusWidget())
            focused->clearFocus();
        const QPixmap picture = overview.grab();
        const QString folder = qEnvironmentVariable("QONTROLLER_PICTURES");
        if (!folder.isEmpty())
            picture.save(QDir(folder).filePath(QLatin1String(QTest::currentDataTag()) + ".png"));
        QVERIFY(picture.toImage().convertToFormat(QImage::Format_Indexed8).colorCount() > 16);
        prepareResources("en");
        Theme::apply(Theme::Choice::Light);
    }
};

QONTROLLER_WINDOW_TEST(OverviewTest)
#include "tst_overview.moc"
