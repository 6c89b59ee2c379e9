// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCoreApplication>

#include "core/engine/filter/filter.h"
#include "ui/models/itemsmodel.h"
#include "ui/models/keyedmodel.h"
#include "ui/models/rowfilter.h"
#include "ui/state/livestate.h"

#include <set>
#include <unordered_map>

namespace qontroller::ui {

/// Why items fail, and where: a cause of several hosts is one of each, for commands are for one.
struct FailureCause
{
    HostId host = 0; ///< 0: the program's own
    std::string signature;
    friend auto operator<=>(const FailureCause &, const FailureCause &) = default;
};

/// Items that failed in the same way.
struct FailureGroup
{
    FailureCause cause;
    QString host;
    std::size_t items = 0;
    std::size_t failed = 0; ///< … of which given up, or parked
    TimePoint firstSeen;    ///< the first attempt that failed so, as far as the window knows
    bool isOlder = false;   ///< others failed so before it
    TimePoint lastSeen;     ///< the last one
    std::string sampleId;
    std::string sampleText;
    TimePoint now;
};

/// What fails (Mark::Failing), grouped by the host and the signature of its error: few rows,
/// however many items fail. Commands are no occurrences: times are those of failed attempts. A
/// cause that was gone for some minutes at most goes on, with its first time.
class FailuresModel final : public KeyedModel<FailureCause, FailureGroup>
{
    Q_DECLARE_TR_FUNCTIONS(FailuresModel)

public:
    enum Column {
        Items,
        Host,
        Error,
        FirstSeen,
        LastSeen,
        Sample
    };

    explicit FailuresModel(LiveState &state, QObject *parent = nullptr);
    /// What fails of what \a filter takes.
    void show(const LiveState &state, const Filter &filter = {});

    /// The items of the group in \a row, now.
    [[nodiscard]] ItemRefs refs(int row) const;
    /// What the group in \a row is, and up to \a names of its items, a line each.
    [[nodiscard]] QString textOf(int row, std::size_t names) const;
    /// Of all rows.
    [[nodiscard]] std::size_t shownItems() const { return m_shownItems; }
    /// Of all that fail.
    [[nodiscard]] std::size_t allItems() const { return m_groupOf.size(); }
    /// How many objects of host \a only, or of all for 0, fail with each signature, whatever the
    /// filter is.
    [[nodiscard]] std::map<std::string, std::size_t> causes(HostId only = 0) const;

    /// How many objects of \a controller fail with \a signature, whatever the filter is.
    [[nodiscard]] std::size_t failing(ControllerId controller, const std::string &signature) const;

protected:
    [[nodiscard]] QVariant cell(const FailureGroup &row, int column, int role) const override;
    [[nodiscard]] SortKey sortKey(const FailureGroup &row, int column) const override;

private:
    void follow(const ItemChanges &changes);
    /// \a isNew: nothing was known of it.
    void join(Slot slot, const Item &item, bool isNew);
    void leave(Slot slot);
    void dropEmpty();
    /// Not by host: whose a controller is may be told after its items.
    using Key = std::pair<ControllerId, std::string>; // the string is the signature

    [[nodiscard]] FailureCause causeOf(const Key &key) const;

    struct Membership
    {
        Key key;
        bool givenUp = false;
    };
    struct Group
    {
        std::set<Slot> places;
        Slot sample = 0; // one of them
        std::size_t failed = 0;
        TimePoint firstSeen;
        bool isOlder = false;
        TimePoint lastSeen;
    };
    void begin(Group &group, const Key &key, TimePoint failed) const;

    /// Of a group: what the filter takes.
    struct Taken
    {
        std::size_t items = 0;
        std::size_t failed = 0;
        Slot sample = 0;
        TimePoint lastSeen;
    };
    [[nodiscard]] Taken takenOf(const Key &key, const Group &group, RowFilter &wanted) const;

    struct Past
    {
        TimePoint firstSeen;
        TimePoint ended;
        bool isOlder = false;
    };

    Filter m_filter; ///< of what is shown
    std::size_t m_shownItems = 0;
    const LiveState &m_state;
    const ItemStore &m_items;
    std::unordered_map<Slot, Membership> m_groupOf;
    std::map<Key, Group> m_groups;
    std::map<Key, Past> m_past; ///< causes that are gone, for some minutes
};

} // namespace qontroller::ui
