// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/operatorlogmodel.h"

#include "ui/actions/operatorlogfile.h"
#include "ui/words/account.h"
#include "ui/words/commands.h"
#include "ui/words/explaining.h"
#include "ui/words/format.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr std::size_t MostIdsInLine = 3;
constexpr std::size_t MostIdsInTip = 30;
constexpr std::size_t MostIdsInFile = 1000;
constexpr std::size_t MostResults = 3;

QString inFile(const QDateTime &time)
{
    return time.toOffsetFromUtc(time.offsetFromUtc()).toString(Qt::ISODateWithMs);
}

QString someIds(const Ids &ids, std::size_t most, const QString &separator)
{
    QStringList first;
    for (std::size_t i = 0; i < std::min(most, ids.size()); ++i)
        first += toLine(ids[i]);
    return someOf(std::move(first), ids.size(), separator);
}

QString countsOf(const std::map<QString, std::size_t> &results)
{
    std::vector<std::pair<QString, std::size_t>> sorted(results.begin(), results.end());
    std::ranges::stable_sort(sorted, std::greater{}, [](const auto &each) { return each.second; });
    if (sorted.size() == 1 && sorted.front().second == 1)
        return sorted.front().first;
    QStringList counts;
    for (std::size_t i = 0; i < std::min(MostResults, sorted.size()); ++i)
        counts += OperatorLogModel::tr("%1 × %2").arg(formatCount(sorted[i].second),
                                                      sorted[i].first);
    if (sorted.size() > MostResults)
        counts += OperatorLogModel::tr("%n other result(s)", nullptr,
                                       int(sorted.size() - MostResults));
    return counts.join(QStringLiteral(" · "));
}

} // namespace

OperatorLogModel::OperatorLogModel(QString file, QObject *parent)
    : LogModel({tr("Time"), tr("Who"), tr("What"), tr("Objects"), tr("Where"), tr("Result")},
               parent)
    , m_file(std::move(file))
    , m_who(accountName())
{
    readEarlier();
}

OperatorLogModel::~OperatorLogModel()
{
    for (int i = 0; i < m_entries.size(); ++i) {
        if (Entry &entry = m_entries[i]; !entry.isWritten)
            writeOutcome(m_first + i, entry);
    }
}

OperatorLogModel::Entry OperatorLogModel::entryOf(const QString &where, const Action &action) const
{
    Entry entry;
    entry.who = m_who;
    entry.where = where;
    entry.what = describeAction(action);
    entry.english = describe(action);
    if (const auto *items = std::get_if<ItemsAction>(&action))
        entry.ids = items->ids;
    return entry;
}

OperatorLogModel::EntryId OperatorLogModel::add(const QString &where, const Action &action,
                                                EntryId undone)
{
    Entry entry = entryOf(where, action);
    if (undone != 0)
        entry.what = tr("Undo: %1").arg(entry.what);
    entry.undone = undone;
    if (const auto *items = std::get_if<ItemsAction>(&action))
        entry.runs = factsOf(items->verb).asksForRuns ? items->ids.size() : 0;
    return append(std::move(entry));
}

OperatorLogModel::EntryId OperatorLogModel::addJob(const QString &where, const Action &action)
{
    Entry entry = entryOf(where, action);
    entry.jobs = Jobs::GoOn;
    return append(std::move(entry));
}

void OperatorLogModel::setOutcome(EntryId id, const QString &outcome, Jobs jobs)
{
    Entry *entry = find(id);
    if (!entry)
        return;
    entry->jobs = jobs;
    entry->outcome = outcome;
    changed(id);
}

OperatorLogModel::EntryId OperatorLogModel::addOperation(const QString &where, const QString &what,
                                                         const std::string &english, Ids members)
{
    Entry entry;
    entry.who = m_who;
    entry.where = where;
    entry.what = what;
    entry.english = english;
    entry.runs = members.size();
    entry.ids = std::move(members);
    return append(std::move(entry));
}

void OperatorLogModel::addResult(EntryId id, const QString &result)
{
    Entry *entry = find(id);
    if (!entry)
        return;
    ++entry->ended;
    ++entry->results[result];
    changed(id);
}

void OperatorLogModel::addStart(const QString &name, const QString &plugin)
{
    addDone(name, tr("Start controller: %1").arg(plugin),
            "start controller: " + plugin.toStdString());
}

void OperatorLogModel::addDone(const QString &where, const QString &what,
                               const std::string &english)
{
    Entry entry;
    entry.who = m_who;
    entry.where = where;
    entry.what = what;
    entry.english = english;
    entry.isTaken = true;
    changed(append(std::move(entry)));
}

void OperatorLogModel::addPauseEnd(const QString &where, const EventRecord &end,
                                   const QDateTime &at)
{
    Entry entry;
    entry.time = at;
    entry.who = tr("by itself");
    entry.where = where;
    entry.what = tr("Pause ended");
    entry.english = name(end.kind);
    if (!end.id.empty())
        entry.ids = {end.id};
    if (const QString said = wordsOf(end.said); !said.isEmpty())
        entry.notes += said;
    entry.isTaken = true;
    changed(append(std::move(entry)));
}

OperatorLogModel::EntryId OperatorLogModel::append(Entry entry)
{
    if (m_entries.size() >= Limit) {
        beginRemoveRows({}, 0, 0);
        std::erase_if(m_tickets, [this](const auto &ticket) { return ticket.second == m_first; });
        m_entries.removeFirst();
        ++m_first;
        endRemoveRows();
    }
    if (!entry.time.isValid())
        entry.time = QDateTime::currentDateTime();
    const EntryId id = m_first + rowCount();
    writeStart(id, entry);
    beginInsertRows({}, rowCount(), rowCount());
    m_entries += std::move(entry);
    endInsertRows();
    return id;
}

// What the file says of other runs is only shown, so what cannot be read is left out.
void OperatorLogModel::readEarlier()
{
    for (EarlierEntry &earlier : readOperatorLog(m_file, MostEarlier)) {
        Entry entry;
        entry.time = earlier.time;
        entry.who = earlier.who;
        entry.where = earlier.where;
        entry.what = earlier.what;
        entry.ids = std::move(earlier.ids);
        entry.earlier = earlier.outcome.isEmpty() ? tr("not known") : earlier.outcome;
        entry.isWritten = true;
        m_entries += std::move(entry);
    }
    m_first -= rowCount();
}

void OperatorLogModel::writeStart(EntryId id, const Entry &entry)
{
    QJsonArray ids;
    for (std::size_t i = 0; i < std::min(MostIdsInFile, entry.ids.size()); ++i)
        ids += QString::fromStdString(entry.ids[i]);
    QJsonObject line{{QStringLiteral("time"), inFile(entry.time)},
                     {QStringLiteral("entry"), id},
                     {QStringLiteral("who"), entry.who},
                     {QStringLiteral("what"), QString::fromStdString(entry.english)},
                     {QStringLiteral("where"), entry.where}};
    if (!ids.isEmpty())
        line.insert(QStringLiteral("ids"), ids);
    if (entry.undone != 0)
        line.insert(QStringLiteral("takesBack"), entry.undone);
    write(line);
}

void OperatorLogModel::markTakenBack(EntryId id)
{
    if (Entry *entry = find(id)) {
        entry->isTakenBack = true;
        changed(id);
    }
}

void OperatorLogModel::addTicket(EntryId id, Ticket ticket, HostRun of)
{
    m_tickets[{of, ticket}] = id;
}

void OperatorLogModel::addRefusal(EntryId id, const QString &why, Refusal refusal)
{
    Entry *entry = find(id);
    if (!entry)
        return;
    entry->refusal = refusal;
    entry->notes += why;
    changed(id);
}

void OperatorLogModel::take(const EventRecord &event, HostRun from)
{
    const auto ticket = m_tickets.find({from, event.ticket});
    Entry *entry = ticket == m_tickets.end() ? nullptr : find(ticket->second);
    if (!entry)
        return;
    const QString text = wordsOf(event.said);
    if (event.kind == EventRecord::Kind::TicketDone) {
        entry->ended += event.runs;
        entry->results[text] += event.runs;
    } else if (event.said.kind == Said::Kind::Taken) {
        entry->isTaken = true;
    } else if (!entry->notes.contains(text)) {
        entry->notes += text;
        emit remarked(text);
    }
    changed(ticket->second);
}

OperatorLogModel::Entry *OperatorLogModel::find(EntryId id)
{
    const int row = id - m_first;
    return id > 0 && row >= 0 && row < rowCount() ? &m_entries[row] : nullptr;
}

void OperatorLogModel::changed(EntryId id)
{
    const int row = id - m_first;
    Entry &entry = m_entries[row];
    emit dataChanged(index(row, Outcome), index(row, Outcome));
    if (isComplete(entry) && !entry.isWritten)
        writeOutcome(id, entry);
}

bool OperatorLogModel::isComplete(const Entry &entry)
{
    if (entry.refusal)
        return true;
    if (entry.jobs)
        return entry.jobs == Jobs::HaveEnded;
    return entry.runs > 0 ? entry.ended >= entry.runs : entry.isTaken;
}

QString OperatorLogModel::outcomeOf(const Entry &entry)
{
    if (!entry.earlier.isEmpty())
        return entry.earlier;
    QStringList parts;
    if (entry.refusal)
        return (*entry.refusal == Refusal::NotSent ? tr("not sent: %1") : tr("not confirmed: %1"))
            .arg(entry.notes.join(QLatin1Char(' ')));
    if (entry.ended < entry.runs)
        parts += entry.ended == 0
                     ? tr("sent")
                     : tr("%1 of %2 ended").arg(formatCount(entry.ended), formatCount(entry.runs));
    if (!entry.results.empty())
        parts += countsOf(entry.results);
    if (!entry.outcome.isEmpty())
        parts += entry.outcome;
    parts += entry.notes;
    if (parts.isEmpty())
        parts += entry.isTaken ? tr("done") : tr("sent");
    if (entry.isTakenBack)
        parts += tr("taken back");
    return parts.join(QStringLiteral(" · "));
}

void OperatorLogModel::writeOutcome(EntryId id, Entry &entry)
{
    entry.isWritten = true;
    write({{QStringLiteral("time"), inFile(QDateTime::currentDateTime())},
           {QStringLiteral("entry"), id},
           {QStringLiteral("who"), entry.who},
           {QStringLiteral("what"), QString::fromStdString(entry.english)},
           {QStringLiteral("where"), entry.where},
           {QStringLiteral("outcome"), outcomeOf(entry)}});
}

void OperatorLogModel::write(const QJsonObject &line)
{
    if (m_file.isEmpty())
        return;
    QFile file(m_file);
    const QByteArray bytes = QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
    const bool written = file.open(QIODevice::WriteOnly | QIODevice::Append)
                         && file.write(bytes) == bytes.size();
    if (!written && !m_failed)
        emit failed(
            tr("The operator log %1 cannot be written: %2").arg(m_file, file.errorString()));
    m_failed = !written;
}

int OperatorLogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

QVariant OperatorLogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry &entry = m_entries[index.row()];
    if (role == Qt::ToolTipRole && index.column() == Items)
        return someIds(entry.ids, MostIdsInTip, QStringLiteral("\n"));
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
    case Items: return someIds(entry.ids, MostIdsInLine, QStringLiteral(", "));
    case Where: return entry.where;
    case Outcome: return outcomeOf(entry);
    default: return {};
    }
}

} // namespace qontroller::ui
