// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QScrollArea>

#include "ui/state/shownneed.h"
#include "ui/widgets/handwatch.h"

#include <functional>
#include <utility>

class QGridLayout;
class QLabel;

namespace qontroller::ui {

class ElidedLabel;
class FirstScreen;
class HealthRow;
class NeedRow;
class OverviewRow;
class RowList;
class SymbolLabel;

/// Whether anything needs a person, seen at a glance: what, why and since when, with a button that
/// helps; below it how each controller is.
///
/// One row at most is *current*: the one that the keyboard has come to last, or whose button was
/// pressed. It is highlighted, Details say it, and Enter opens it.
///
/// While the operator's hand is over them no row moves, or a click would hit another one: what is
/// settled stays, off, and what is new comes behind, or has no row if those with the hand would
/// move for it; the headline says how many are new. All is put in order once the hand has left.
class Overview final : public QScrollArea
{
    Q_OBJECT

public:
    static constexpr int MostRows = 100; ///< of each list; how many more there are is said below it

    explicit Overview(QWidget *parent = nullptr);
    ~Overview() override;

    /// What is offered while there is no controller.
    [[nodiscard]] FirstScreen &first() const { return *m_first; }
    void offerFirst() { m_offersFirst = true; }

    /// How many objects fail with the cause of a need, whether or not any of them is given up.
    using Failing = std::function<std::uint64_t(const Need &)>;
    void setFailing(Failing failing) { m_failing = std::move(failing); }
    /// The first objects that a need is about, a line each, and how many more there are.
    using Names = std::function<QStringList(const Need &)>;
    void setNames(Names names) { m_names = std::move(names); }
    void show(const Outlook &outlook);
    /// What has come of what was asked for of \a need here: it is said in its row, for a
    /// minute. The log says it for good.
    void setResult(const NeedKey &need, const QString &result);
    [[nodiscard]] const Outlook &outlook() const { return m_outlook; }

    /// What Details are about; null: about all. It stays, though settled, until another is chosen.
    [[nodiscard]] const Need *chosenNeed() const;
    [[nodiscard]] const ControllerHealth *chosenController() const;
    /// The controller that it is of; 0: of none.
    [[nodiscard]] ControllerId chosenId() const;
    /// The headline and the line below it.
    [[nodiscard]] QString verdict() const;
    /// All about the row that is chosen, else the verdict.
    [[nodiscard]] QString details() const;
    /// All about a controller; empty: nothing is known of it.
    [[nodiscard]] QString detailsOf(ControllerId controller) const;
    /// Gives the keyboard to the row that is chosen, else to the first.
    void focusRow();
    /// … to the row of \a key, if it has one, and chooses it.
    void focusNeed(const NeedKey &key);

signals:
    void asked(qontroller::ui::NeedVerb verb, const qontroller::ui::Need &need);
    void controllerActivated(qontroller::ControllerId controller);
    /// Another row is chosen, or none.
    void chosenMoved();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void build();
    QGridLayout *addHeadline();
    void showRows();
    void showHeadline();
    [[nodiscard]] int urgentOf(qontroller::Severity severity) const;
    [[nodiscard]] QString headline() const;
    void showNeeds();
    /// Rows for the needs, as these are sorted.
    std::vector<NeedRow *> needsInOrder();
    /// Those that have a row, in their places, and what is new behind them.
    std::vector<NeedRow *> needsInPlace();
    void showNew();
    /// The row that is chosen stays in its place of \a before, though it is settled.
    void keepChosen(const std::vector<NeedRow *> &before);
    void showControllers();
    std::vector<HealthRow *> controllersInOrder();
    std::vector<HealthRow *> controllersInPlace();
    HealthRow *takeRow(const ControllerHealth &controller);
    [[nodiscard]] QString subText() const;
    /// There is no controller, and it is known why.
    [[nodiscard]] bool runsNothing() const;
    [[nodiscard]] QString runText() const;
    /// … of which the first line says \a what.
    [[nodiscard]] QString textOf(const Need &need, const QString &what) const;
    [[nodiscard]] QString detailsOf(const NeedRow &row) const;
    void addRow(OverviewRow &row);
    NeedRow *rowOf(const NeedKey &key) const;
    NeedRow *takeRow(const Need &need);
    NeedRow *addNeedRow();
    void drop(OverviewRow &row);
    void alignNeeds();
    void orderTabs();
    [[nodiscard]] bool isHeld() const;
    /// A row more above would move what the hand is over.
    [[nodiscard]] bool isHandOnControllers() const;
    /// The one place that decides which row is current: it is highlighted, Details say it, and if
    /// the keyboard is in another row it comes to this one; null: it comes to no row.
    void choose(OverviewRow *row);
    void settle(NeedRow &row) const;
    void followFocus(const QWidget *now);
    /// The row that \a widget is or is in; null: none.
    [[nodiscard]] OverviewRow *rowWith(const QWidget *widget) const;
    void moveFocus(OverviewRow *from, int rows);
    [[nodiscard]] std::vector<OverviewRow *> rows() const;

    Outlook m_outlook;
    SymbolLabel *m_icon;
    QLabel *m_headline;
    ElidedLabel *m_new;
    QLabel *m_sub;
    FirstScreen *m_first;
    bool m_offersFirst = false;
    RowList *m_needsList;
    QLabel *m_moreNeeds;
    QLabel *m_caption;
    RowList *m_controllersList;
    QLabel *m_moreControllers;
    std::vector<NeedRow *> m_needs;         ///< owned by the content, from top to bottom
    std::vector<HealthRow *> m_controllers; ///< the same
    OverviewRow *m_chosen = nullptr;
    bool m_isTabOrderOld = false;
    std::size_t m_ordered = 0; ///< so many rows of needs have their places; the others are new
    Failing m_failing;
    Names m_names;
    HandWatch m_hand; ///< over the rows
};

} // namespace qontroller::ui
