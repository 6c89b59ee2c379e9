// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/operatorlogmodel.h"

#include "core/engine/filter/filterfields.h"
#include "core/engine/observe/items/itemrow.h"
#include "ui/models/rowfilter.h"
#include "ui/words/account.h"
#include "ui/words/commands.h"
#include "ui/words/explaining.h"
#include "ui/words/format.h"
#include "ui/words/outcomewords.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonArray>

#include <algorithm>
#include <iterator>

namespace qontroller::ui {

namespace {

constexpr std::size_t MostIdsInLine = 3;
constexpr std::size_t MostIdsInTip = OperatorLine::MostIds;

QString someIds(const Ids &ids, std::size_t all, std::size_t most, const QString &separator)
{
    QStringList first;
    for (std::size_t i = 0; i < std::min(most, ids.size()); ++i)
        first += toLine(ids[i]);
    return someOf(std::move(first), all, separator);
}

LogPlace placeOf(const OperatorLine &line, HostId host, const HostLabels &hosts)
{
    const QString controller = toLine(line.controller);
    const QString &hostName = hosts.of(host).name;
    QString where = controller; // a command that names none is for all
    if (where.isEmpty() && line.ticket != 0)
        where = QCoreApplication::translate("Commander", "all controllers");
    const QString title = hosts.titleOf(host, where);
    return {where.isEmpty() && !title.isEmpty() ? hostName : title,
            {{controller.toStdString(), hostName.toStdString()}}};
}

// To the nearest, as in the journal of a host, which tells of the line again after a restart.
QDateTime timeOf(const OperatorLine &line)
{
    const auto ms = std::chrono::round<std::chrono::milliseconds>(line.at.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(ms.count());
}

} // namespace

OperatorLogModel::OperatorLogModel(QObject *parent)
    : LogModel({tr("Time"), tr("Who"), tr("What"), tr("Objects"), tr("Where"), tr("Result")},
               parent)
    , m_who(accountName())
{}

OperatorLogModel::Entry OperatorLogModel::entryOf(const LogPlace &where, const Action &action) const
{
    Entry entry;
    entry.time = QDateTime::currentDateTime();
    entry.who = m_who;
    entry.where = where;
    entry.what = describeAction(action);
    if (const auto *items = std::get_if<ItemsAction>(&action)) {
        entry.all = items->ids.size();
        entry.ids.assign(items->ids.begin(),
                         items->ids.begin() + std::ptrdiff_t(std::min(entry.all, MostIdsInTip)));
    }
    return entry;
}

OperatorLogModel::Entry OperatorLogModel::entryOf(const OperatorLine &line, const LogPlace &where)
{
    Entry entry;
    entry.time = timeOf(line);
    entry.who = toLine(line.who);
    entry.where = where;
    entry.what = toLine(line.text);
    entry.ids = line.ids;
    entry.all = line.idCount;
    entry.outcome = toLine(line.result);
    entry.isOwn = false;
    entry.isRefused = line.isRefused;
    return entry;
}

OperatorLogModel::EntryId OperatorLogModel::add(const LogPlace &where, const Action &action,
                                                EntryId undone)
{
    Entry entry = entryOf(where, action);
    if (undone != 0)
        entry.what = tr("Undo: %1").arg(entry.what);
    if (const auto *items = std::get_if<ItemsAction>(&action))
        entry.results.runs = factsOf(items->verb).asksForRuns ? items->ids.size() : 0;
    return append(std::move(entry));
}

// A host may have told of its job before: one row is enough.
OperatorLogModel::EntryId OperatorLogModel::addJobs(const LogPlace &where, const Action &action,
                                                    const std::vector<JobKey> &jobs)
{
    Entry entry = entryOf(where, action);
    for (const JobKey &job : jobs) {
        const auto told = m_jobs.find(job);
        if (const Entry *row = told == m_jobs.end() ? nullptr : find(told->second)) {
            entry.time = row->time;
            entry.who = row->who;
            remove(*row);
        }
    }
    const EntryId id = append(std::move(entry));
    for (const JobKey &job : jobs)
        m_jobs[job] = id;
    return id;
}

void OperatorLogModel::setOutcome(EntryId id, const QString &outcome)
{
    if (Entry *entry = find(id)) {
        entry->outcome = outcome;
        changed(*entry);
    }
}

OperatorLogModel::EntryId OperatorLogModel::append(Entry entry)
{
    if (m_entries.size() >= Limit)
        remove(m_entries.front());
    entry.id = ++m_last;
    const auto place = std::ranges::upper_bound(m_entries, entry.time, {}, &Entry::time);
    const auto row = int(place - m_entries.begin());
    beginInsertRows({}, row, row);
    m_entries.insert(place, std::move(entry));
    endInsertRows();
    return m_last;
}

void OperatorLogModel::remove(const Entry &entry)
{
    const auto isOfIt = [id = entry.id](const auto &each) { return each.second == id; };
    std::erase_if(m_tickets, isOfIt);
    std::erase_if(m_jobs, isOfIt);
    std::erase_if(m_numbers, isOfIt);
    const int row = rowOf(entry);
    beginRemoveRows({}, row, row);
    m_entries.erase(m_entries.begin() + row);
    endRemoveRows();
}

void OperatorLogModel::markTakenBack(EntryId id)
{
    if (Entry *entry = find(id)) {
        entry->results.isTakenBack = true;
        changed(*entry);
    }
}

void OperatorLogModel::addTicket(EntryId id, Ticket ticket, HostRun of)
{
    m_tickets[{of, ticket}] = id;
}

void OperatorLogModel::addRefusal(EntryId id, const QString &why, Refusal refusal)
{
    if (Entry *entry = find(id)) {
        entry->refusal = refusal;
        entry->whyNot = why;
        changed(*entry);
    }
}

void OperatorLogModel::take(const EventRecord &event, HostRun from)
{
    const auto ticket = m_tickets.find({from, event.ticket});
    Entry *entry = ticket == m_tickets.end() ? nullptr : find(ticket->second);
    if (!entry)
        return;
    CommandOutcome &results = entry->results;
    const QString text = wordsOf(event.said);
    if (event.kind == EventRecord::Kind::TicketDone) {
        results.ended += event.runs;
        results.ends[text.toStdString()] += event.runs;
    } else if (event.said.kind == Said::Kind::Taken) {
        results.isTaken = true;
    } else if (std::ranges::find(results.remarks, text.toStdString()) == results.remarks.end()) {
        results.remarks.push_back(text.toStdString());
        emit remarked(text);
    }
    changed(*entry);
}

void OperatorLogModel::take(HostRun of, const std::vector<OperatorLine> &lines,
                            const HostLabels &hosts)
{
    for (const OperatorLine &line : lines) {
        const auto known = m_numbers.find({of, line.number});
        if (known != m_numbers.end()) {
            showResult(known->second, line);
            continue;
        }
        if (!isNews(of, line))
            continue;
        const EntryId id = takeLine(of, line, placeOf(line, of.host, hosts));
        if (line.number != 0)
            m_numbers[{of, line.number}] = id;
    }
    if (m_lines.size() > 4 * Limit) // what has no row any more
        std::erase_if(m_lines, [first = m_entries.front().time.toMSecsSinceEpoch()](
                                   const auto &each) { return each.first.at < first; });
}

// Of what the window asked for the events tell, in the operator's language.
void OperatorLogModel::showResult(EntryId id, const OperatorLine &line)
{
    Entry *entry = find(id);
    if (!entry || entry->isOwn || line.result.empty())
        return;
    entry->outcome = toLine(line.result);
    changed(*entry);
}

// A host that was started anew numbers anew what its journal has.
bool OperatorLogModel::isNews(HostRun of, const OperatorLine &line)
{
    const qint64 at = timeOf(line).toMSecsSinceEpoch();
    if (m_entries.size() >= Limit && at < m_entries.front().time.toMSecsSinceEpoch())
        return false;
    const auto [known, isNew] = m_lines.try_emplace({of.host, at, line.who, line.text}, of);
    return isNew || (line.number != 0 && known->second == of);
}

OperatorLogModel::EntryId OperatorLogModel::takeLine(HostRun of, const OperatorLine &line,
                                                     const LogPlace &where)
{
    if (line.job != 0)
        return takeOfJob({of, line.job}, line, where);
    const auto ticket = line.ticket == 0 ? m_tickets.end() : m_tickets.find({of, line.ticket});
    Entry *entry = ticket == m_tickets.end() ? nullptr : find(ticket->second);
    if (!entry)
        return append(entryOf(line, where));
    entry->who = toLine(line.who);
    changed(*entry);
    return entry->id;
}

// The first line of a job says what it does, those that follow what has come of it.
OperatorLogModel::EntryId OperatorLogModel::takeOfJob(const JobKey &job, const OperatorLine &line,
                                                      const LogPlace &where)
{
    const auto known = m_jobs.find(job);
    Entry *entry = known == m_jobs.end() ? nullptr : find(known->second);
    if (!entry)
        return m_jobs[job] = append(entryOf(line, where));
    entry->who = toLine(line.who);
    if (!entry->isOwn) // an older host says in the text what has come of it
        entry->outcome = toLine(toLine(line.text) == entry->what ? line.result
                                : line.result.empty()            ? line.text
                                                                 : line.text + "; " + line.result);
    changed(*entry);
    return entry->id;
}

const OperatorLogModel::Entry *OperatorLogModel::find(EntryId id) const
{
    const auto found = std::find_if(m_entries.rbegin(), m_entries.rend(),
                                    [id](const Entry &each) { return each.id == id; });
    return found == m_entries.rend() ? nullptr : &*found;
}

int OperatorLogModel::rowOf(const Entry &entry) const
{
    const auto isIt = [&entry](const Entry &each) { return &each == &entry; };
    return int(std::ranges::find_if(m_entries, isIt) - m_entries.begin());
}

void OperatorLogModel::changed(const Entry &entry)
{
    const int row = rowOf(entry);
    emit dataChanged(index(row, Who), index(row, Outcome));
    emit resultMoved(entry.id);
}

bool OperatorLogModel::isOwn(HostRun of, std::uint64_t number) const
{
    const auto known = m_numbers.find({of, number});
    const Entry *entry = known == m_numbers.end() ? nullptr : find(known->second);
    return entry && entry->isOwn;
}

QString OperatorLogModel::resultOf(EntryId id) const
{
    const Entry *entry = find(id);
    if (!entry)
        return {};
    return isToRun(id) ? tr("runs, or waits for a worker") : outcomeOf(*entry);
}

bool OperatorLogModel::isToRun(EntryId id) const
{
    const Entry *entry = find(id);
    return entry && entry->results.isTaken && entry->results.runs > 0 && entry->results.ended == 0
           && entry->outcome.isEmpty();
}

QString OperatorLogModel::outcomeOf(const Entry &entry)
{
    using Kind = OutcomePart::Kind;
    if (entry.refusal)
        return (*entry.refusal == Refusal::NotSent ? tr("not sent: %1") : tr("not confirmed: %1"))
            .arg(entry.whyNot);
    if (entry.isRefused)
        return outcomeText(OutcomeParts{{Kind::Refused}});
    if (entry.outcome.isEmpty())
        return entry.isOwn ? outcomeText(partsOf(entry.results)) : QString();
    OutcomeParts parts{{Kind::Said, 0, 0, entry.outcome.toStdString()}};
    if (entry.results.isTakenBack)
        parts.push_back({Kind::TakenBack});
    return outcomeText(parts);
}

bool OperatorLogModel::isTaken(int row, const Filter &filter) const
{
    if (filter.isEmpty()) // as mostly
        return true;
    const Entry &entry = m_entries[std::size_t(row)];
    const auto asFarAs = [](bool isKnown, std::string_view field) {
        return isKnown ? FilterFields(0) : filterFieldBit(field);
    };
    ItemRow item;
    item.text = (entry.who + QLatin1Char(' ') + entry.what + QLatin1Char(' ') + outcomeOf(entry))
                    .toStdString();
    const auto takes = [&](const LogPlace::Name &name, const ObjectId &id) {
        item.id = id;
        const FilterFields unknown = asFarAs(!name.controller.empty(), "controller")
                                     | asFarAs(!name.host.empty(), "host")
                                     | asFarAs(entry.ids.size() >= entry.all, "id");
        return filter.matches({item, name.controller, {}, name.host}, fieldsOfLog() & ~unknown);
    };
    const Ids ids = entry.ids.empty() ? Ids{ObjectId()} : entry.ids;
    const std::vector<LogPlace::Name> names = entry.where.names.empty()
                                                  ? std::vector<LogPlace::Name>(1)
                                                  : entry.where.names;
    return std::ranges::any_of(names, [&](const auto &name) {
        return std::ranges::any_of(ids, [&](const ObjectId &id) { return takes(name, id); });
    });
}

QJsonObject OperatorLogModel::jsonOf(int row) const
{
    const Entry &entry = m_entries[std::size_t(row)];
    QJsonArray objects;
    for (const ObjectId &id : entry.ids)
        objects += QString::fromStdString(id);
    return {{QStringLiteral("time"), entry.time.toString(Qt::ISODateWithMs)},
            {QStringLiteral("who"), entry.who},
            {QStringLiteral("what"), entry.what},
            {QStringLiteral("objects"), objects},
            {QStringLiteral("objectCount"), qint64(entry.all)},
            {QStringLiteral("where"), entry.where.shown},
            {QStringLiteral("result"), outcomeOf(entry)}};
}

int OperatorLogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

QVariant OperatorLogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry &entry = m_entries[std::size_t(index.row())];
    if (role == Qt::ToolTipRole && index.column() == Items)
        return someIds(entry.ids, entry.all, MostIdsInTip, QStringLiteral("\n"));
    if (role == WholeRole && index.column() == Items)
        return someIds(entry.ids, entry.all, MostIdsInTip, QStringLiteral(", "));
    if (role == Qt::ToolTipRole && index.column() == What)
        return entry.what;
    if (role == Qt::ToolTipRole && index.column() == Outcome)
        return outcomeOf(entry);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Time: return entry.time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    case Who: return entry.who;
    case What: return entry.what;
    case Items: return someIds(entry.ids, entry.all, MostIdsInLine, QStringLiteral(", "));
    case Where: return entry.where.shown;
    case Outcome: return outcomeOf(entry);
    default: return {};
    }
}

} // namespace qontroller::ui
