// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/eventsmodel.h"

#include "core/engine/filter/filterfields.h"
#include "core/engine/observe/events/shortform.h"
#include "core/engine/observe/items/itemrow.h"
#include "ui/models/rowfilter.h"
#include "ui/theme/theme.h"
#include "ui/words/explaining.h"
#include "ui/words/format.h"

#include <algorithm>

namespace qontroller::ui {

Severity severityOf(EventRecord::Kind kind)
{
    switch (weightOf(kind)) {
    case EventWeight::Harm: return Severity::Bad;
    case EventWeight::Trouble: return Severity::Degraded;
    case EventWeight::News:
    case EventWeight::Detail: break;
    }
    return Severity::Normal;
}

namespace {

/// What a handler calls it goes before what it says.
QString textOf(const EventRecord &event)
{
    const QString words = wordsOf(inShort(event));
    const QString notice = toLine(event.notice);
    return notice.isEmpty() || words.isEmpty() ? notice + words
                                               : notice + QStringLiteral(": ") + words;
}

} // namespace

TimePoint EventsModel::timeOf(const Row &row)
{
    return row.event.event.time;
}

EventsModel::EventsModel(QObject *parent)
    : LogModel({tr("Time"), tr("Controller"), tr("What"), tr("Id"), tr("Text")}, parent)
{}

void EventsModel::show(const LiveState &state)
{
    const EventLog &log = state.log();
    dropForgotten(log);
    std::vector<Row> rows;
    for (auto event = log.from(m_next); event != log.events().end(); ++event) {
        if (takes(*event))
            rows.push_back({*event, wallTimeOf(event->event.time, state.hosts().moment())});
    }
    m_next = m_counted = log.next();
    m_waiting = 0;
    std::ranges::stable_sort(rows, {}, timeOf);
    insert(std::move(rows));
}

// Each event is looked at once, however long a reader holds the rows.
std::size_t EventsModel::waiting(const LiveState &state)
{
    const EventLog &log = state.log();
    m_waiting += std::size_t(std::count_if(log.from(std::max(m_counted, m_next)),
                                           log.events().end(),
                                           [this](const auto &each) { return takes(each); }));
    m_counted = log.next();
    return m_waiting;
}

void EventsModel::choose(Choice choice)
{
    m_choice = std::move(choice);
    m_next = m_counted = 0;
    m_waiting = 0;
    if (m_rows.empty())
        return;
    beginRemoveRows({}, 0, rowCount() - 1);
    m_rows.clear();
    endRemoveRows();
}

bool EventsModel::takes(const LoggedEvent &logged) const
{
    const auto &[filter, groups, only] = m_choice;
    if (groups != 0 && (groups & bitOf(groupOf(logged.event.kind))) == 0)
        return false;
    if (only && !only->contains({logged.controller, {}})
        && (logged.event.id.empty() || !only->contains({logged.controller, logged.event.id})))
        return false;
    if (filter.isEmpty()) // as mostly
        return true;
    ItemRow row;
    row.id = logged.event.id;
    row.text = textOf(logged.event).toStdString();
    const FilterFields fields = logged.host.empty() ? fieldsOfEvents() & ~filterFieldBit("host")
                                                    : fieldsOfEvents();
    return filter.matches({row, logged.name, logged.event.time, logged.host}, fields);
}

// Mostly those at the front.
void EventsModel::dropForgotten(const EventLog &log)
{
    if (std::exchange(m_forgotten, log.forgotten()) == log.forgotten())
        return;
    const auto isGone = [&log](const Row &row) { return !log.has(row.event.number); };
    for (std::size_t begin = 0; begin < m_rows.size(); ++begin) {
        std::size_t end = begin;
        while (end < m_rows.size() && isGone(m_rows[end]))
            ++end;
        if (end == begin)
            continue;
        beginRemoveRows({}, int(begin), int(end) - 1);
        m_rows.erase(m_rows.begin() + std::ptrdiff_t(begin), m_rows.begin() + std::ptrdiff_t(end));
        endRemoveRows();
    }
}

// Mostly behind all others. \a rows are in order.
void EventsModel::insert(std::vector<Row> rows)
{
    auto row = rows.begin();
    for (; row != rows.end() && !m_rows.empty() && timeOf(*row) < timeOf(m_rows.back()); ++row) {
        const auto place = std::ranges::upper_bound(m_rows, timeOf(*row), {}, timeOf);
        const auto at = int(place - m_rows.begin());
        beginInsertRows({}, at, at);
        m_rows.insert(place, std::move(*row));
        endInsertRows();
    }
    if (row == rows.end())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(rows.end() - row) - 1);
    std::move(row, rows.end(), std::back_inserter(m_rows));
    endInsertRows();
}

QJsonObject EventsModel::jsonOf(int row) const
{
    const auto text = [](std::string_view utf8) {
        return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
    };
    const Row &its = m_rows[std::size_t(row)];
    const EventRecord &event = its.event.event;
    return {{QStringLiteral("time"), its.time.toString(Qt::ISODateWithMs)},
            {QStringLiteral("controller"), text(its.event.name)},
            {QStringLiteral("host"), text(its.event.host)},
            {QStringLiteral("kind"), text(name(event.kind))},
            {QStringLiteral("id"), text(event.id)},
            {QStringLiteral("text"), textOf(event)}};
}

int EventsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant EventsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    const EventRecord &event = row.event.event;
    if (role == Qt::ForegroundRole && index.column() == What) {
        const Severity severity = severityOf(event.kind);
        return severity == Severity::Normal ? QVariant()
                                            : QVariant(Theme::current().colorOf(severity));
    }
    if (role == WholeRole && index.column() == Time)
        return row.time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
    if (role != Qt::DisplayRole && !(role == Qt::ToolTipRole && index.column() == Text))
        return {};
    switch (index.column()) {
    case Time: return formatMoment(row.time, QStringLiteral("HH:mm:ss.zzz"));
    case Controller: return row.event.controllerName;
    case What: return nameOf(event.kind);
    case Id: return toLine(event.id);
    case Text: return textOf(event);
    default: return {};
    }
}

} // namespace qontroller::ui
