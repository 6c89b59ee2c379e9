// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facetspane.h"

#include "ui/state/itemstore.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/rowdelegate.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"
#include "ui/words/marks.h"

#include <QtCore/QEvent>
#include <QtWidgets/QHeaderView>

#include <algorithm>
#include <array>

namespace qontroller::ui {

namespace {

enum Role {
    FieldRole = Qt::UserRole,
    ValueRole,
    FacetSeverityRole,
    SymbolRole,
    ColourRole ///< of a host, in the place of the symbol
};
constexpr int LeastCountWidth = 32;
constexpr int CountMargin = 12;
constexpr int RowHeight = 22;

std::array<ItemState, ItemStateCount> statesByRank()
{
    std::array<ItemState, ItemStateCount> states{};
    for (int i = 0; i < ItemStateCount; ++i)
        states[std::size_t(i)] = stateAt(i);
    std::sort(states.begin(), states.end(),
              [](ItemState a, ItemState b) { return rankOf(a) < rankOf(b); });
    return states;
}

/// The state whose icon says about the same.
ItemState stateLike(Mark mark)
{
    switch (mark) {
    case Mark::Failing:
    case Mark::GivenUp: return ItemState::Failed;
    case Mark::Kept: return ItemState::Held;
    case Mark::Looping: return ItemState::BackOff;
    }
    return ItemState::InSync;
}

QTreeWidgetItem *addFacet(QTreeWidgetItem *group, const QString &field, const QString &value,
                          const QString &title)
{
    auto *item = new QTreeWidgetItem(group, {title});
    item->setData(0, FieldRole, field);
    item->setData(0, ValueRole, value);
    item->setSizeHint(0, {0, RowHeight});
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

FacetsPane::FacetsPane(QWidget *parent)
    : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("facets"));
    setAccessibleName(tr("Facets: objects by state, controller and error"));
    setColumnCount(2);
    setHeaderHidden(true);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::Fixed);
    header()->setMinimumSectionSize(LeastCountWidth);
    header()->resizeSection(1, LeastCountWidth);
    setRootIsDecorated(false);
    setIndentation(4);
    setUniformRowHeights(true);
    setFrameShape(NoFrame);
    setIconSize({16, 16});
    setItemDelegate(new RowDelegate(Qt::ElideMiddle, this)); // names may begin alike
    setMinimumWidth(168);
    setSelectionMode(NoSelection);  // what is marked is what is in force, not what was clicked
    m_hosts = addGroup(tr("Host")); // first: which of them needs an operator
    m_hosts->setHidden(true);
    m_states = addGroup(tr("State"));
    m_marks = addGroup(tr("In any state"));
    m_controllers = addGroup(tr("Controller"));
    m_errors = addGroup(tr("Error"));
    m_errors->setHidden(true);
    m_views = addGroup(tr("Saved views"));
    m_views->setHidden(true);
    for (const ItemState state : statesByRank())
        addFacet(m_states, QStringLiteral("state"), keyOf(state), nameOf(state))
            ->setData(0, SymbolRole, keyOf(state));
    for (int i = 0; i < MarkCount; ++i)
        addFacet(m_marks, QStringLiteral("is"), keyOf(markAt(i)), nameOf(markAt(i)))
            ->setData(0, SymbolRole, keyOf(stateLike(markAt(i))));
    expandAll();
    setItemsExpandable(false);
    connect(this, &QTreeWidget::itemClicked, this, &FacetsPane::choose);
    connect(this, &QTreeWidget::itemActivated, this, &FacetsPane::choose);
}

QTreeWidgetItem *FacetsPane::addGroup(const QString &title)
{
    auto *group = new QTreeWidgetItem(this, {title});
    group->setFlags(Qt::ItemIsEnabled);
    group->setSizeHint(0, {0, RowHeight});
    QFont font = this->font();
    font.setBold(true);
    group->setFont(0, font);
    return group;
}

void FacetsPane::setCount(QTreeWidgetItem *item, std::uint64_t count)
{
    setText(item, formatCount(count));
    setSeverity(item, 1, count > 0 ? Severity::Normal : Severity::Quiet);
}

void FacetsPane::setText(QTreeWidgetItem *item, const QString &text)
{
    if (item->text(1) == text)
        return;
    item->setText(1, text);
    const int width = fontMetrics().horizontalAdvance(text) + CountMargin;
    header()->resizeSection(1, std::max(width, header()->sectionSize(1)));
}

void FacetsPane::setSeverity(QTreeWidgetItem *item, int column, Severity severity)
{
    if (item->data(column, FacetSeverityRole) == int(severity))
        return;
    item->setData(column, FacetSeverityRole, int(severity));
    paint(item);
}

void FacetsPane::paint(QTreeWidgetItem *item)
{
    for (const int column : {0, 1}) {
        const QVariant severity = item->data(column, FacetSeverityRole);
        if (!severity.isValid())
            continue;
        const QColor color = Theme::current().colorOf(static_cast<Severity>(severity.toInt()));
        item->setForeground(column, color);
        if (const QString colour = item->data(0, ColourRole).toString();
            column == 0 && !colour.isEmpty()) {
            const bool isOld = item->data(0, SymbolRole) == QLatin1String("stale");
            item->setIcon(0, QIcon(colourMark(colour, isOld).value<QPixmap>()));
        } else if (column == 0)
            item->setIcon(0, symbol(item->data(0, SymbolRole).toString(), color));
    }
}

void FacetsPane::changeEvent(QEvent *event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    for (QTreeWidgetItemIterator item(this); *item; ++item)
        paint(*item);
}

void FacetsPane::show(const LiveState &state)
{
    const HostId only = chosenHost(state);
    for (int i = 0; i < m_states->childCount(); ++i) {
        QTreeWidgetItem *item = m_states->child(i);
        const ItemState itemState = statesByRank()[std::size_t(i)];
        const std::uint64_t count = inState(state, itemState, only);
        setCount(item, count);
        setSeverity(item, 0, count > 0 ? severityOf(itemState) : Severity::Quiet);
        item->setHidden(itemState == ItemState::Elsewhere && count == 0); // most hosts are alone
    }
    showMarks(tallyOf(state, only));
    const std::size_t known = m_hostItems.size() + m_controllerItems.size();
    showHosts(state);
    showControllers(state, only);
    if (m_hostItems.size() + m_controllerItems.size() > known)
        markActive(); // the filter may ask for what has just come
}

void FacetsPane::showHosts(const LiveState &state)
{
    std::map<QString, std::uint64_t> known;
    for (const HostStatus &host : state.hosts()) {
        const QString name = toLine(host.name);
        known.try_emplace(name, 0);
        QTreeWidgetItem *&item = m_hostItems[name];
        if (!item)
            item = addFacet(m_hosts, QStringLiteral("host"), name, name);
        showHost(item, host, state);
    }
    for (const auto &[id, view] : state.controllers()) {
        if (const HostStatus *host = state.hosts().of(id))
            known[toLine(host->name)] += view.gauges.known;
    }
    showCounts(*m_hosts, m_hostItems, known);
}

void FacetsPane::showHost(QTreeWidgetItem *item, const HostStatus &host, const LiveState &state)
{
    const bool stale = isStale(host, state.now());
    const QString key = stale ? QStringLiteral("stale") : QStringLiteral("live");
    const QString colour = toLine(host.colour);
    if (item->data(0, SymbolRole) != key || item->data(0, ColourRole) != colour)
        item->setData(0, FacetSeverityRole, {}); // its symbol is another one
    item->setData(0, SymbolRole, key);
    item->setData(0, ColourRole, colour);
    item->setToolTip(0, hostLine(host, state.now()));
    setSeverity(item, 0, stale ? Severity::Bad : Severity::Quiet);
}

// Those of the same name are one facet: its filter finds the objects of all of them.
void FacetsPane::showControllers(const LiveState &state, HostId only)
{
    std::map<QString, std::uint64_t> known;
    for (const auto &[id, view] : state.controllers()) {
        const QString name = toLine(view.name);
        QTreeWidgetItem *&item = m_controllerItems[name];
        if (!item)
            item = addFacet(m_controllers, QStringLiteral("controller"), name, name);
        known[name] += isOf(id, only) ? view.gauges.known : 0;
    }
    showCounts(*m_controllers, m_controllerItems, known);
}

void FacetsPane::showCounts(QTreeWidgetItem &group, FacetItems &items,
                            const std::map<QString, std::uint64_t> &counts)
{
    std::erase_if(items, [&](const auto &entry) {
        const auto count = counts.find(entry.first);
        if (count != counts.end()) {
            setCount(entry.second, count->second);
            return false;
        }
        delete entry.second; // takes itself out of the tree
        return true;
    });
    group.setHidden(items.empty());
    group.setExpanded(true);
}

void FacetsPane::showMarks(const Tally &tally)
{
    for (int i = 0; i < MarkCount; ++i) {
        const std::size_t count = countOf(tally, markAt(i));
        setCount(m_marks->child(i), count);
        const bool fails = stateLike(markAt(i)) == ItemState::Failed;
        const Severity severity = fails ? severityOfFailing(tally) : Severity::Degraded;
        setSeverity(m_marks->child(i), 0, count > 0 ? severity : Severity::Quiet);
    }
}

// Items are reused in their order: a new error moves the others on.
void FacetsPane::showErrors(const QList<Error> &errors)
{
    while (m_errors->childCount() > errors.size())
        delete m_errors->takeChild(m_errors->childCount() - 1);
    bool moved = false;
    for (int i = 0; i < errors.size(); ++i) {
        const Error &error = errors[i];
        if (i == m_errors->childCount())
            addFacet(m_errors, QStringLiteral("error"), {}, {});
        QTreeWidgetItem *item = m_errors->child(i);
        if (item->data(0, ValueRole).toString() != error.expression) {
            item->setData(0, ValueRole, error.expression);
            item->setText(0, error.title);
            item->setToolTip(0, error.title);
            moved = true;
        }
        setCount(item, error.items);
    }
    m_errors->setHidden(errors.isEmpty());
    m_errors->setExpanded(true);
    if (moved)
        markActive();
}

void FacetsPane::showViews(const QList<SavedView> &views)
{
    qDeleteAll(m_views->takeChildren());
    for (const SavedView &view : views)
        addFacet(m_views, QStringLiteral("view"), view.filter, view.name)
            ->setToolTip(0, view.filter);
    m_views->setHidden(views.isEmpty());
    m_views->setExpanded(true);
    markActive();
}

void FacetsPane::setFilter(const Filter &filter, const QString &filterText)
{
    m_filter = filter;
    m_filterText = filterText;
    markActive();
}

void FacetsPane::markActive()
{
    const FilterTokens filter = scanFilter(m_filterText.toStdString());
    for (QTreeWidgetItem *group : {m_states, m_marks, m_hosts, m_controllers, m_errors, m_views}) {
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem *item = group->child(i);
            const bool active = isActive(*item, filter);
            QFont font = this->font();
            font.setBold(active);
            item->setFont(0, font);
            item->setSelected(active);
        }
    }
}

bool FacetsPane::isActive(const QTreeWidgetItem &item, const FilterTokens &filter) const
{
    const QString value = item.data(0, ValueRole).toString();
    if (item.parent() == m_views)
        return value == m_filterText;
    if (item.parent() == m_hosts)
        return m_filter.asksForHosts() && m_filter.takesHost(value.toStdString());
    const std::string field = item.data(0, FieldRole).toString().toStdString();
    return std::ranges::any_of(filter.tokens, [&](const FilterToken &token) {
        return token.field == field && !token.negated
               && std::ranges::count(token.values, value.toStdString()) > 0;
    });
}

HostId FacetsPane::chosenHost(const LiveState &state) const
{
    HostId chosen = 0;
    for (const HostStatus &host : state.hosts()) {
        if (!m_filter.asksForHosts() || !m_filter.takesHost(toLine(host.name).toStdString()))
            continue;
        if (chosen != 0)
            return 0;
        chosen = host.id;
    }
    return chosen;
}

void FacetsPane::choose(QTreeWidgetItem *item)
{
    if (!item->parent())
        return;
    const bool active = item->font(0).bold();
    emit facetChosen(item->data(0, FieldRole).toString(),
                     active ? QString() : item->data(0, ValueRole).toString());
}

} // namespace qontroller::ui
