// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/alarms/need.h"
#include "core/engine/control/acknowledgement.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace qontroller {

/// Says of each of \a needs by whom it is acknowledged, if that is one of \a all.
void mark(std::vector<Need> &needs, const std::vector<Acknowledgement> &all);

/// What \a key, of keyOf(), names is of a controller, and of none of \a controllers.
[[nodiscard]] bool isOfAnother(const std::string &key, const std::set<std::string> &controllers);

/// What is gone is remembered for so long, in one life or in several: it may flicker.
constexpr Duration MemoryOfGone = std::chrono::minutes(5);
/// \a gone, of what is kept, is \a passed longer. True: the next life is to know it.
[[nodiscard]] bool lengthen(Duration &gone, Duration passed);

/// The acknowledgements that hold. Not thread-safe.
class Acknowledgements
{
public:
    /// Instead of the one with its key, if there is one. Where the calendar has gone back since, as
    /// where it is of an earlier life, it ends no later than it was to.
    void put(Acknowledgement acknowledgement, const Moment &at);
    /// False: nothing has \a key.
    bool take(const std::string &key);
    /// Those of other controllers are dropped, and given back: one that gets a name of theirs later
    /// is another one.
    [[nodiscard]] std::vector<std::string> keepOnly(const std::set<std::string> &controllers);

    /// Of what there is, by key: how many.
    using Counts = std::map<std::string, std::uint64_t>;
    /// Drops those that do not hold any more \a now, since there is what \a counts says, and
    /// \a passed since the call before; true: the next life is to know what has become of them.
    /// What is of a controller that has not \a listed yet, or does not run, may come back with it:
    /// it is gone no longer for that.
    bool look(const Counts &counts, const std::set<std::string> &listed, TimePoint now,
              Duration passed);
    [[nodiscard]] bool holds(const std::string &key) const { return m_all.contains(key); }
    /// By key; \a at: so that their ends are told by the calendar as it is then.
    [[nodiscard]] std::vector<Acknowledgement> all(const Moment &at) const;

private:
    struct Entry
    {
        Acknowledgement acknowledgement;
        TimePoint end; // TimePoint{}: none
    };
    std::map<std::string, Entry> m_all; // by key
};

} // namespace qontroller
