// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview.h"

#include "ui/overview/firstscreen.h"
#include "ui/overview/healthrow.h"
#include "ui/overview/needrow.h"
#include "ui/overview/rowlist.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/symbollabel.h"
#include "ui/words/format.h"

#include <QtGui/QAccessible>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <span>
#include <utility>

namespace qontroller::ui {

namespace {

constexpr int Grid = 8;
constexpr Duration LeastQuiet = std::chrono::minutes(1); // less says nothing

/// Some words in the quiet colour; plain text.
QLabel *caption(const char *name, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    setTextColor(*label, Severity::Quiet);
    return label;
}

/// Tells how many have no row. \a isHeld: its place is kept if there are none any more.
void showMore(QLabel &label, std::size_t hidden, bool isHeld)
{
    label.setText(hidden == 0 ? QString() : Overview::tr("%1 more").arg(formatCount(hidden)));
    label.setVisible(hidden > 0 || (isHeld && !label.isHidden()));
}

/// Those that have rows when nothing is in its place already.
template<class Value>
std::span<const Value> firstOf(const std::vector<Value> &all)
{
    return std::span(all).first(std::min<std::size_t>(all.size(), Overview::MostRows));
}

} // namespace

Overview::Overview(QWidget *parent)
    : QScrollArea(parent)
    , m_hand(*viewport(), HandWatch::Long)
{
    setObjectName(QStringLiteral("overview"));
    setAccessibleName(tr("Overview"));
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus); // its rows have it
    build();
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget *, const QWidget *now) { followFocus(now); });
    connect(&m_hand, &HandWatch::changed, this, [this](bool isThere) {
        if (!isThere && isVisible())
            showRows();
    });
}

// The keyboard goes from row to row while they end.
Overview::~Overview()
{
    qApp->disconnect(this);
}

void Overview::build()
{
    auto *content = new QWidget;
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    setWidget(content);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 0); // no room is scrolled to
    layout->setSpacing(Grid);
    layout->addLayout(addHeadline());
    m_needsList = new RowList(tr("Needs"), content);
    layout->addWidget(m_needsList);
    m_moreNeeds = caption("moreNeeds", content);
    layout->addWidget(m_moreNeeds);
    m_caption = caption("controllersCaption", content);
    m_caption->setText(tr("Controllers"));
    m_caption->setContentsMargins(Grid, 2 * Grid, Grid, 0);
    layout->addWidget(m_caption);
    m_controllersList = new RowList(tr("Controllers"), content);
    layout->addWidget(m_controllersList);
    m_moreControllers = caption("moreControllers", content);
    layout->addWidget(m_moreControllers);
    m_first = new FirstScreen(content);
    m_first->hide();
    layout->addWidget(m_first);
    layout->addStretch();
}

QGridLayout *Overview::addHeadline()
{
    m_icon = new SymbolLabel(widget());
    m_icon->setSide(3 * Grid);
    m_headline = new QLabel(widget());
    m_headline->setObjectName(QStringLiteral("verdict"));
    QFont font = m_headline->font();
    font.setPointSizeF(font.pointSizeF() * 1.6);
    m_headline->setFont(font);
    m_headline->setTextFormat(Qt::PlainText);
    m_new = new ElidedLabel(widget());
    m_new->setObjectName(QStringLiteral("newNeeds"));
    setTextColor(*m_new, Severity::Quiet);
    m_sub = caption("verdictMore", widget());
    m_sub->setWordWrap(true);
    auto *layout = new QGridLayout;
    layout->setContentsMargins(Grid, 0, Grid, Grid);
    layout->setHorizontalSpacing(Grid);
    layout->setVerticalSpacing(0);
    layout->setColumnStretch(2, 1);
    layout->addWidget(m_icon, 0, 0);
    layout->addWidget(m_headline, 0, 1);
    layout->addWidget(m_new, 0, 2);
    layout->addWidget(m_sub, 1, 1, 1, 2);
    return layout;
}

void Overview::show(const Outlook &outlook)
{
    m_outlook = outlook;
    if (isVisible())
        showRows();
}

void Overview::setResult(const NeedKey &need, const QString &result)
{
    if (NeedRow *row = rowOf(need))
        row->setResult(result, m_outlook.moment.now);
}

void Overview::showEvent(QShowEvent *event)
{
    QScrollArea::showEvent(event);
    showRows();
}

void Overview::showRows()
{
    setUpdatesEnabled(false);
    showHeadline();
    showNeeds();
    for (NeedRow *row : m_needs)
        row->dropOldResult(m_outlook.moment.now);
    showControllers();
    orderTabs();
    setUpdatesEnabled(true);
}

int Overview::urgentOf(qontroller::Severity severity) const
{
    return int(std::ranges::count_if(m_outlook.needs, [severity](const Need &need) {
        return need.isUrgent() && need.severity == severity;
    }));
}

QString Overview::headline() const
{
    const int faults = urgentOf(qontroller::Severity::Fault);
    const int decisions = urgentOf(qontroller::Severity::Decision);
    QStringList parts;
    if (faults > 0)
        parts += tr("%n fault(s)", nullptr, faults);
    if (decisions > 0)
        parts += tr("%n decision(s)", nullptr, decisions);
    if (!parts.isEmpty())
        return parts.join(QStringLiteral(", "));
    if (!runsNothing())
        return tr("Nothing needs you");
    const QString why = m_outlook.whyNone;
    return why.endsWith(QLatin1Char('.')) ? why.chopped(1) : why;
}

bool Overview::runsNothing() const
{
    return m_outlook.controllers.empty() && !m_outlook.whyNone.isEmpty();
}

void Overview::showHeadline()
{
    const auto worst = urgentOf(qontroller::Severity::Fault) > 0 ? qontroller::Severity::Fault
                       : urgentOf(qontroller::Severity::Decision) > 0
                           ? qontroller::Severity::Decision
                       : runsNothing() ? qontroller::Severity::Notice
                                       : qontroller::Severity::Normal;
    m_icon->setSymbol(keyOf(worst), weightOf(worst));
    setTextColor(*m_headline,
                 worst < qontroller::Severity::Decision ? Severity::Normal : weightOf(worst));
    m_headline->setText(headline());
    m_sub->setText(subText());
    // A line more or less of it would move all rows.
    m_sub->setMinimumHeight(isHeld() ? m_sub->height() : 0);
    m_sub->setMaximumHeight(isHeld() ? m_sub->height() : QWIDGETSIZE_MAX);
}

QString Overview::verdict() const
{
    return headline() + QStringLiteral(". ") + subText();
}

QString Overview::textOf(const Need &need, const QString &what) const
{
    QStringList lines{what};
    if (!need.why.isEmpty())
        lines += need.why;
    QString since = nameOf(need.severity);
    if (need.since != TimePoint{})
        since += QStringLiteral(" · ")
                 + tr("since %1 (%2)")
                       .arg(formatMoment(wallTimeOf(need.since, m_outlook.moment)),
                            roughAge(m_outlook.moment.now - need.since));
    lines += since;
    if (need.acknowledged)
        lines += ui::textOf(*need.acknowledged);
    return lines.join(QLatin1Char('\n'));
}

QString Overview::details() const
{
    if (const auto *row = qobject_cast<const NeedRow *>(m_chosen))
        return detailsOf(*row);
    const ControllerHealth *controller = chosenController();
    return controller ? detailsOf(controller->id) : headline() + QStringLiteral("\n\n") + subText();
}

QString Overview::detailsOf(const NeedRow &row) const
{
    const Need &need = row.need();
    QStringList parts{need.place, textOf(need, row.whatText())};
    if (!row.result().isEmpty())
        parts += row.result();
    if (!row.isSettled()) {
        QStringList verbs;
        for (const NeedVerb verb : need.verbs)
            verbs += ui::textOf(verb, need.count);
        parts += verbs.join(QStringLiteral(" · "));
        parts += m_names ? m_names(need).join(QLatin1Char('\n')) : QString();
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral("\n\n"));
}

QString Overview::detailsOf(ControllerId controller) const
{
    const auto known = std::ranges::find(m_outlook.controllers, controller, &ControllerHealth::id);
    if (known == m_outlook.controllers.end())
        return {};
    QStringList parts{known->name + QStringLiteral(": ") + nameOf(known->health)};
    bool isSaid = known->why.isEmpty();
    QStringList needs;
    for (const Need &need : m_outlook.needs) {
        if (need.controller != controller)
            continue;
        needs += textOf(need, need.what);
        isSaid |= known->why == need.what
                  || known->why == need.what + QStringLiteral(": ") + need.why;
    }
    if (!isSaid)
        parts += known->why;
    parts += needs;
    return parts.join(QStringLiteral("\n\n"));
}

QString Overview::runText() const
{
    std::uint64_t objects = 0;
    std::size_t failing = 0;
    std::size_t givenUp = 0;
    for (const ControllerHealth &each : m_outlook.controllers) {
        objects += each.objects;
        failing += countOf(each.tally, Mark::Failing);
        givenUp += countOf(each.tally, Mark::GivenUp);
    }
    QStringList parts{tr("%n controller(s)", nullptr, int(m_outlook.controllers.size())),
                      tr("%1 object(s)", nullptr, int(objects)).arg(formatCount(objects))};
    if (failing > 0)
        parts += tr("%1 failing, of which %2 given up")
                     .arg(formatCount(failing), formatCount(givenUp));
    return parts.join(QStringLiteral(", "));
}

QString Overview::subText() const
{
    QStringList parts{m_outlook.controllers.empty() ? m_outlook.next : runText()};
    if (m_outlook.quietSince != TimePoint{}
        && m_outlook.moment.now - m_outlook.quietSince >= LeastQuiet) {
        const QDateTime since = wallTimeOf(m_outlook.quietSince, m_outlook.moment);
        parts += tr("quiet since %1 (%2)")
                     .arg(formatMoment(since, QStringLiteral("HH:mm")),
                          roughAge(m_outlook.moment.now - m_outlook.quietSince));
    }
    const auto seen = std::ranges::count_if(m_outlook.needs, [](const Need &need) {
        return need.acknowledged.has_value();
    });
    if (seen > 0)
        parts += tr("%n acknowledged", nullptr, int(seen));
    return parts.join(QStringLiteral(" · "));
}

NeedRow *Overview::rowOf(const NeedKey &key) const
{
    const auto found = std::ranges::find_if(m_needs, [&](const NeedRow *row) {
        return row->need().key == key;
    });
    return found == m_needs.end() ? nullptr : *found;
}

NeedRow *Overview::addNeedRow()
{
    auto *row = new NeedRow(m_needsList);
    addRow(*row);
    connect(row, &NeedRow::asked, this, [this, row](NeedVerb verb, const Need &need) {
        choose(row);
        emit asked(verb, need);
    });
    connect(row, &OverviewRow::activated, row,
            [row] { emit row->asked(NeedVerb::Show, Need(row->need())); });
    return row;
}

void Overview::addRow(OverviewRow &row)
{
    connect(&row, &OverviewRow::chosen, this, [this, &row] { choose(&row); });
    connect(&row, &OverviewRow::left, this, [this, &row](int rows) { moveFocus(&row, rows); });
    m_hand.follow(row);
    for (QWidget *each : row.findChildren<QAbstractButton *>())
        m_hand.follow(*each);
}

NeedRow *Overview::takeRow(const Need &need)
{
    NeedRow *row = rowOf(need.key);
    if (!row)
        row = addNeedRow();
    row->setNeed(need, m_outlook.moment);
    return row;
}

std::vector<NeedRow *> Overview::needsInOrder()
{
    std::vector<NeedRow *> rows;
    for (const Need &need : firstOf(m_outlook.needs))
        rows.push_back(takeRow(need));
    return rows;
}

std::vector<NeedRow *> Overview::needsInPlace()
{
    std::vector<NeedRow *> rows = m_needs;
    for (NeedRow *row : rows) {
        if (std::ranges::count(m_outlook.needs, row->need().key, &Need::key) == 0)
            settle(*row);
    }
    const bool takesMore = !isHandOnControllers();
    for (const Need &need : m_outlook.needs) {
        const bool hasRow = rowOf(need.key);
        if (hasRow || (takesMore && rows.size() < MostRows)) {
            NeedRow *row = takeRow(need);
            if (!hasRow)
                rows.push_back(row);
        }
    }
    return rows;
}

void Overview::showNeeds()
{
    const std::vector<NeedRow *> before = m_needs;
    m_needs = isHeld() ? needsInPlace() : needsInOrder();
    keepChosen(before);
    for (NeedRow *row : before) {
        if (std::ranges::count(m_needs, row) == 0)
            drop(*row);
    }
    m_isTabOrderOld |= m_needsList->arrange({m_needs.begin(), m_needs.end()});
    alignNeeds();
    showNew();
    for (NeedRow *row : m_needs) {
        QAccessibleEvent event(row, QAccessible::Alert);
        if (std::ranges::count(before, row) == 0 && row->need().isUrgent())
            QAccessible::updateAccessibility(&event);
    }
}

void Overview::keepChosen(const std::vector<NeedRow *> &before)
{
    const auto place = std::ranges::find(before, m_chosen);
    if (place == before.end() || std::ranges::count(m_needs, *place) > 0)
        return;
    settle(**place);
    const auto at = std::min(place - before.begin(), std::ssize(m_needs));
    m_needs.insert(m_needs.begin() + at, *place);
}

void Overview::settle(NeedRow &row) const
{
    row.settle(m_failing ? m_failing(row.need()) : 0);
}

// Behind the others they may be out of sight, and beside the hand some have no row at all.
void Overview::showNew()
{
    if (!isHeld())
        m_ordered = m_needs.size();
    const auto shown = std::ranges::count(m_needs, false, &NeedRow::isSettled);
    std::size_t hidden = m_outlook.needs.size() - std::size_t(shown);
    const auto behind = std::span(m_needs).subspan(std::min(m_ordered, m_needs.size()));
    auto fresh = std::size_t(std::ranges::count(behind, false, &NeedRow::isSettled));
    if (m_needs.size() < MostRows)
        fresh += std::exchange(hidden, 0);
    m_new->setText(
        fresh == 0 ? QString()
                   : tr("%n new, in their places once you leave the list", nullptr, int(fresh)));
    showMore(*m_moreNeeds, hidden, isHeld());
}

void Overview::drop(OverviewRow &row)
{
    if (m_chosen == &row)
        choose(nullptr);
    row.hide();
    row.deleteLater(); // its button may be what asks for this
}

void Overview::alignNeeds()
{
    NeedRow::Columns columns;
    for (const NeedRow *row : m_needs) {
        columns.include(row->wanted());
        if (isHeld()) // a button may grow under the hand, and does not shrink away from it
            columns.include(row->columns());
    }
    for (NeedRow *row : m_needs)
        row->setColumns(columns);
}

HealthRow *Overview::takeRow(const ControllerHealth &controller)
{
    const auto known = std::ranges::find(m_controllers, controller.id,
                                         [](const HealthRow *row) { return row->controller().id; });
    HealthRow *row = known == m_controllers.end() ? new HealthRow(m_controllersList) : *known;
    if (known == m_controllers.end()) {
        addRow(*row);
        connect(row, &OverviewRow::activated, this,
                [this, row] { emit controllerActivated(row->controller().id); });
    }
    row->setController(controller);
    return row;
}

std::vector<HealthRow *> Overview::controllersInOrder()
{
    std::vector<HealthRow *> rows;
    for (const ControllerHealth &each : firstOf(m_outlook.controllers))
        rows.push_back(takeRow(each));
    return rows;
}

std::vector<HealthRow *> Overview::controllersInPlace()
{
    std::vector<HealthRow *> rows = m_controllers;
    for (HealthRow *row : rows) {
        const ControllerId id = row->controller().id;
        if (std::ranges::count(m_outlook.controllers, id, &ControllerHealth::id) == 0)
            row->setGone();
    }
    for (const ControllerHealth &each : m_outlook.controllers) {
        const bool hasRow = std::ranges::count(rows, each.id,
                                               [](const HealthRow *row) {
                                                   return row->controller().id;
                                               })
                            > 0;
        if (hasRow)
            takeRow(each);
        else if (rows.size() < MostRows)
            rows.push_back(takeRow(each));
    }
    return rows;
}

void Overview::showControllers()
{
    const std::vector<HealthRow *> before = m_controllers;
    m_controllers = isHeld() ? controllersInPlace() : controllersInOrder();
    for (HealthRow *row : before) {
        if (std::ranges::count(m_controllers, row) == 0)
            drop(*row);
    }
    m_isTabOrderOld |= m_controllersList->arrange({m_controllers.begin(), m_controllers.end()});
    HealthRow::Columns columns;
    for (const HealthRow *row : m_controllers)
        columns.include(row->wanted());
    for (HealthRow *row : m_controllers)
        row->setColumns(columns);
    const auto shown = std::ranges::count(m_controllers, false, &HealthRow::isGone);
    const bool isNone = m_outlook.controllers.empty();
    m_caption->setVisible(!isNone);
    m_first->setVisible(isNone && m_offersFirst);
    showMore(*m_moreControllers, m_outlook.controllers.size() - std::size_t(shown), isHeld());
}

void Overview::orderTabs()
{
    if (!std::exchange(m_isTabOrderOld, false))
        return;
    QWidget *last = this;
    for (OverviewRow *row : rows())
        last = row->followInTabOrder(last);
}

bool Overview::isHeld() const
{
    return m_hand.isThere()
           || std::ranges::any_of(m_needs, [](const NeedRow *row) { return row->isAtWork(); });
}

bool Overview::isHandOnControllers() const
{
    return m_hand.isThere() && std::ranges::any_of(m_controllers, [](const HealthRow *row) {
               return row->underMouse() || row->hasFocus();
           });
}

const Need *Overview::chosenNeed() const
{
    const auto *row = qobject_cast<const NeedRow *>(m_chosen);
    return row ? &row->need() : nullptr;
}

const ControllerHealth *Overview::chosenController() const
{
    const auto *row = qobject_cast<const HealthRow *>(m_chosen);
    return row ? &row->controller() : nullptr;
}

ControllerId Overview::chosenId() const
{
    if (const Need *need = chosenNeed())
        return need->controller;
    const ControllerHealth *controller = chosenController();
    return controller ? controller->id : ControllerId(0);
}

void Overview::focusNeed(const NeedKey &key)
{
    NeedRow *row = rowOf(key);
    if (!row)
        return;
    choose(row);
    row->setFocus(Qt::OtherFocusReason);
    ensureWidgetVisible(row);
}

void Overview::choose(OverviewRow *row)
{
    if (m_chosen == row)
        return;
    if (m_chosen)
        m_chosen->setChosen(false);
    m_chosen = row;
    if (row)
        row->setChosen(true);
    const OverviewRow *focused = rowWith(window()->focusWidget());
    if (focused && focused != row)
        (row ? static_cast<QWidget *>(row) : this)->setFocus(Qt::OtherFocusReason);
    emit chosenMoved();
}

void Overview::followFocus(const QWidget *now)
{
    if (OverviewRow *row = rowWith(now))
        choose(row);
}

OverviewRow *Overview::rowWith(const QWidget *widget) const
{
    const std::vector<OverviewRow *> all = rows();
    const auto found = std::ranges::find_if(all, [widget](const OverviewRow *row) {
        return row == widget || row->isAncestorOf(widget);
    });
    return found == all.end() ? nullptr : *found;
}

std::vector<OverviewRow *> Overview::rows() const
{
    std::vector<OverviewRow *> all(m_needs.begin(), m_needs.end());
    all.insert(all.end(), m_controllers.begin(), m_controllers.end());
    return all;
}

void Overview::moveFocus(OverviewRow *from, int by)
{
    const std::vector<OverviewRow *> all = rows();
    const auto place = std::ranges::find(all, from) - all.begin() + by;
    if (place < 0 || place >= std::ptrdiff_t(all.size()))
        return;
    OverviewRow *row = all[std::size_t(place)];
    row->setFocus(by > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    ensureWidgetVisible(row, 0, 2 * Grid);
}

void Overview::focusRow()
{
    const std::vector<OverviewRow *> all = rows();
    OverviewRow *row = m_chosen ? m_chosen : all.empty() ? nullptr : all.front();
    if (!row)
        return;
    row->setFocus(Qt::TabFocusReason);
    choose(row); // also if it had the keyboard already
}

void Overview::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_chosen)
        return choose(nullptr);
    if (event->key() == Qt::Key_Down && !m_chosen)
        return focusRow();
    QScrollArea::keyPressEvent(event);
}

} // namespace qontroller::ui
