// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/failuresmodel.h"

#include "core/engine/observe/events/errorsignature.h"
#include "ui/models/rowfilter.h"
#include "ui/state/itemstore.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"
#include "ui/words/naturalorder.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration CauseGoesOn = 10min; // what is back sooner was never over

QString text(const FailureGroup &row, int column)
{
    switch (column) {
    case FailuresModel::Items: return formatCount(row.items);
    case FailuresModel::Host: return row.host;
    case FailuresModel::Error: return toLine(row.cause.signature);
    case FailuresModel::FirstSeen:
        return (row.isOlder ? FailuresModel::tr("over %1 ago") : FailuresModel::tr("%1 ago"))
            .arg(formatAge(row.now - row.firstSeen));
    case FailuresModel::LastSeen:
        return FailuresModel::tr("%1 ago").arg(formatAge(row.now - row.lastSeen));
    case FailuresModel::Sample: return toLine(row.sampleId);
    default: return {};
    }
}

} // namespace

FailuresModel::FailuresModel(LiveState &state, QObject *parent)
    : KeyedModel({{tr("Objects"), true, 72},
                  {tr("Host"), false, 112, false},
                  {tr("Error"), false, 240},
                  {tr("First seen"), true, 144},
                  {tr("Last seen"), true, 128},
                  {tr("For example"), false, 200}},
                 Items, Qt::DescendingOrder, parent)
    , m_state(state)
    , m_items(state.items())
{
    connect(&state.items(), &ItemStore::changed, this, &FailuresModel::follow);
}

void FailuresModel::follow(const ItemChanges &changes)
{
    for (const Slot slot : changes.removed)
        leave(slot);
    for (const std::vector<Slot> *places : {&changes.added, &changes.changed}) {
        for (const Slot slot : *places) {
            leave(slot);
            if (!m_items.at(slot).gone && isMarked(m_items.at(slot).row, Mark::Failing))
                join(slot, m_items.at(slot), places == &changes.added);
        }
    }
    dropEmpty();
}

void FailuresModel::dropEmpty()
{
    const TimePoint now = m_state.now();
    std::erase_if(m_past, [&](const auto &entry) {
        return now - entry.second.ended > CauseGoesOn || m_groups.contains(entry.first);
    });
    std::erase_if(m_groups, [&](const auto &entry) {
        if (!entry.second.places.empty())
            return false;
        m_past[entry.first] = {entry.second.firstSeen, now, entry.second.isOlder};
        return true;
    });
}

FailureCause FailuresModel::causeOf(const Key &key) const
{
    const HostStatus *host = m_state.hosts().of(key.first);
    return {host ? host->id : 0, key.second};
}

void FailuresModel::begin(Group &group, const Key &key, TimePoint failed) const
{
    group.firstSeen = failed;
    const auto past = m_past.find(key);
    if (past == m_past.end() || m_state.now() - past->second.ended > CauseGoesOn)
        return;
    group.firstSeen = std::min(past->second.firstSeen, failed);
    group.isOlder = past->second.isOlder;
}

// Of an object that had failed before it was known here, only the last attempt is known.
void FailuresModel::join(Slot slot, const Item &item, bool isNew)
{
    const ItemRow &row = item.row;
    const Membership membership{{item.controller, errorSignature(errorOf(row), row.id)},
                                isMarked(row, Mark::GivenUp)};
    const auto [entry, isFirst] = m_groups.try_emplace(membership.key);
    Group &group = entry->second;
    if (isFirst)
        begin(group, membership.key, row.lastError);
    group.places.insert(slot);
    group.failed += membership.givenUp ? 1 : 0;
    group.firstSeen = std::min(group.firstSeen, row.lastError);
    group.isOlder |= isNew && row.errors > 1;
    if (group.places.size() == 1 || row.lastError >= group.lastSeen)
        group.sample = slot;
    group.lastSeen = std::max(group.lastSeen, row.lastError);
    m_groupOf[slot] = membership;
}

void FailuresModel::leave(Slot slot)
{
    const auto found = m_groupOf.find(slot);
    if (found == m_groupOf.end())
        return;
    Group &group = m_groups.at(found->second.key); // empty groups go at the end of follow()
    group.places.erase(slot);
    group.failed -= found->second.givenUp ? 1 : 0;
    if (group.sample == slot && !group.places.empty())
        group.sample = *group.places.begin();
    m_groupOf.erase(found);
}

FailuresModel::Taken FailuresModel::takenOf(const Key &key, const Group &group,
                                            RowFilter &wanted) const
{
    if (m_filter.isEmpty())
        return {group.places.size(), group.failed, group.sample, group.lastSeen};
    Taken taken;
    for (const Slot slot : group.places) {
        const ItemRow &row = m_items.at(slot).row;
        if (!wanted.takes(key.first, row))
            continue;
        ++taken.items;
        taken.failed += m_groupOf.at(slot).givenUp ? 1 : 0;
        if (taken.items == 1 || row.lastError >= taken.lastSeen) {
            taken.sample = slot;
            taken.lastSeen = row.lastError;
        }
    }
    return taken;
}

void FailuresModel::show(const LiveState &state, const Filter &filter)
{
    m_filter = filter;
    m_shownItems = 0;
    RowFilter wanted(m_filter, AllFilterFields, state);
    const HostLabels hosts = state.hosts().labels();
    std::map<FailureCause, FailureGroup> rows;
    for (const auto &[key, group] : m_groups) {
        const Taken taken = takenOf(key, group, wanted);
        if (taken.items == 0)
            continue;
        m_shownItems += taken.items;
        const FailureCause cause = causeOf(key);
        const auto [entry, isNew] = rows.try_emplace(cause);
        FailureGroup &row = entry->second;
        row.items += taken.items;
        row.failed += taken.failed;
        row.firstSeen = isNew ? group.firstSeen : std::min(row.firstSeen, group.firstSeen);
        row.isOlder |= group.isOlder;
        if (!isNew && taken.lastSeen < row.lastSeen)
            continue;
        const ItemRow &sample = m_items.at(taken.sample).row;
        row = {cause,           hosts.of(cause.host).name,
               row.items,       row.failed,
               row.firstSeen,   row.isOlder,
               taken.lastSeen,  sample.id,
               errorOf(sample), state.now()};
    }
    update({rows.begin(), rows.end()});
}

// What an action hits is what is shown.
ItemRefs FailuresModel::refs(int row) const
{
    ItemRefs refs;
    RowFilter wanted(m_filter, AllFilterFields, m_state);
    for (const auto &[key, group] : m_groups) {
        if (causeOf(key) != rowAt(row).cause)
            continue;
        for (const Slot slot : group.places) {
            const Item &item = m_items.at(slot);
            if (wanted.takes(item.controller, item.row))
                refs.push_back(ItemRef::of(item.controller, item.row));
        }
    }
    return refs;
}

QString FailuresModel::textOf(int row, std::size_t names) const
{
    const FailureGroup &group = rowAt(row);
    QStringList lines{toLine(group.cause.signature),
                      tr("%n object(s) fail", nullptr, int(group.items))};
    if (group.failed > 0)
        lines.last() += QStringLiteral(", ")
                        + tr("%n of them given up", nullptr, int(group.failed));
    lines += tr("First seen: %1").arg(text(group, FirstSeen));
    lines += tr("Last seen: %1").arg(text(group, LastSeen));
    lines += tr("For example: %1").arg(toLine(group.sampleText));
    if (names == 0)
        return lines.join(QLatin1Char('\n'));
    lines += QString();
    std::size_t left = std::min(names, group.items);
    RowFilter wanted(m_filter, AllFilterFields, m_state);
    for (const auto &[key, each] : m_groups) {
        if (causeOf(key) != group.cause)
            continue;
        for (auto slot = each.places.begin(); slot != each.places.end() && left > 0; ++slot) {
            const Item &item = m_items.at(*slot);
            if (!wanted.takes(item.controller, item.row))
                continue;
            lines += toLine(item.row.id);
            --left;
        }
    }
    if (group.items > names)
        lines += tr("%1 more").arg(formatCount(group.items - names));
    return lines.join(QLatin1Char('\n'));
}

std::map<std::string, std::size_t> FailuresModel::causes(HostId only) const
{
    std::map<std::string, std::size_t> causes;
    for (const auto &[key, group] : m_groups) {
        if (only == 0 || causeOf(key).host == only)
            causes[key.second] += group.places.size();
    }
    return causes;
}

std::size_t FailuresModel::failing(ControllerId controller, const std::string &signature) const
{
    const auto found = m_groups.find({controller, signature});
    return found == m_groups.end() ? 0 : found->second.places.size();
}

QVariant FailuresModel::cell(const FailureGroup &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::ToolTipRole:
        if (column == FirstSeen && row.isOlder)
            return tr(
                "It failed before this window knew of it: the host does not tell since when.");
        return column == Error || column == Sample ? QVariant(toLine(row.sampleText)) : QVariant();
    case Qt::ForegroundRole:
        return column == Items && row.failed > 0 ? QVariant(Theme::current().red) : QVariant();
    default: return {};
    }
}

SortKey FailuresModel::sortKey(const FailureGroup &row, int column) const
{
    switch (column) {
    case Items: return {double(row.items), {}};
    case Host: return {0, naturalKey(row.host.toStdString() + '\n' + row.cause.signature)};
    case Error: return {0, naturalKey(row.cause.signature)};
    case FirstSeen: return {double((row.now - row.firstSeen).count()), {}};
    case LastSeen: return {double((row.now - row.lastSeen).count()), {}};
    case Sample: return {0, naturalKey(row.sampleId)};
    default: return {};
    }
}

} // namespace qontroller::ui
