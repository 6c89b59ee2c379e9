// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCoreApplication>

#include "ui/models/itemsmodel.h"
#include "ui/models/keyedmodel.h"
#include "ui/state/livestate.h"

#include <set>
#include <unordered_map>

namespace qontroller::ui {

/// Items that failed in the same way.
struct FailureGroup
{
    std::string signature;
    std::size_t items = 0;
    std::size_t failed = 0; ///< … of which given up, or parked
    TimePoint firstSeen;    ///< the first attempt that failed so, as far as the window knows
    TimePoint lastSeen;     ///< the last one
    std::string sampleId;
    std::string sampleText;
    TimePoint now;
};

/// What fails (Mark::Failing), grouped by the signature of its error: few rows, however many
/// items fail. Commands are no occurrences: times are those of failed attempts. A cause that
/// was gone for some minutes at most goes on, with its first time.
class FailuresModel final : public KeyedModel<std::string, FailureGroup>
{
    Q_DECLARE_TR_FUNCTIONS(FailuresModel)

public:
    enum Column {
        Items,
        Error,
        FirstSeen,
        LastSeen,
        Sample
    };

    explicit FailuresModel(LiveState &state, QObject *parent = nullptr);
    void show(const LiveState &state);

    /// The items of the group in \a row, now.
    [[nodiscard]] ItemRefs refs(int row) const;

protected:
    [[nodiscard]] QVariant cell(const FailureGroup &row, int column, int role) const override;
    [[nodiscard]] SortKey sortKey(const FailureGroup &row, int column) const override;

private:
    void follow(const ItemChanges &changes);
    void join(Slot slot, const Item &item);
    void leave(Slot slot);
    void dropEmpty();
    [[nodiscard]] TimePoint firstSeenOf(const std::string &signature, TimePoint failed) const;

    struct Membership
    {
        std::string signature;
        bool givenUp = false;
    };
    struct Group
    {
        std::set<Slot> places;
        Slot sample = 0; // one of them
        std::size_t failed = 0;
        TimePoint firstSeen;
        TimePoint lastSeen;
    };

    struct Past
    {
        TimePoint firstSeen;
        TimePoint ended;
    };

    const LiveState &m_state;
    const ItemStore &m_items;
    std::unordered_map<Slot, Membership> m_groupOf;
    std::map<std::string, Group> m_groups;
    std::map<std::string, Past> m_past; ///< causes that are gone, for some minutes
};

} // namespace qontroller::ui
