// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/eventsmodel.h"

#include "core/observe/shortform.h"
#include "ui/theme/theme.h"
#include "ui/words/explaining.h"
#include "ui/words/format.h"

namespace qontroller::ui {

Severity severityOf(EventRecord::Kind kind)
{
    switch (kind) {
    case EventRecord::Kind::Failed:
    case EventRecord::Kind::Stuck:
    case EventRecord::Kind::LockLost: return Severity::Bad;
    case EventRecord::Kind::Error:
    case EventRecord::Kind::Parked:
    case EventRecord::Kind::ListPartial:
    case EventRecord::Kind::ListFailed:
    case EventRecord::Kind::WatchEnded:
    case EventRecord::Kind::WatchError:
    case EventRecord::Kind::Shortage:
    case EventRecord::Kind::LockNotReleased:
    case EventRecord::Kind::LockService:
    case EventRecord::Kind::IdsRefused:
    case EventRecord::Kind::Looping:
    case EventRecord::Kind::Held: return Severity::Degraded;
    default: return Severity::Normal;
    }
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

EventsModel::EventsModel(QObject *parent)
    : LogModel({tr("Time"), tr("Controller"), tr("What"), tr("Id"), tr("Text")}, parent)
{}

void EventsModel::show(const LiveState &state)
{
    const std::uint64_t end = state.firstEvent() + state.events().size();
    const auto gone = std::min<std::uint64_t>(m_rows.size(),
                                              state.firstEvent()
                                                  - std::min(m_first, state.firstEvent()));
    if (gone > 0) {
        beginRemoveRows({}, 0, int(gone) - 1);
        m_rows.erase(m_rows.begin(), m_rows.begin() + std::ptrdiff_t(gone));
        m_first += gone;
        endRemoveRows();
    }
    m_first = m_rows.empty() ? state.firstEvent() : m_first;
    const std::uint64_t next = m_first + m_rows.size();
    if (next >= end)
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(end - next) - 1);
    for (std::uint64_t number = next; number < end; ++number) {
        const LoggedEvent &event = state.events()[std::size_t(number - state.firstEvent())];
        m_rows.push_back({event, wallTimeOf(event.event.time, state.now())});
    }
    endInsertRows();
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
