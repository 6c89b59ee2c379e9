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

/// The acknowledgements that hold. Not thread-safe.
class Acknowledgements
{
public:
    /// What was acknowledged and is gone is remembered for so long: it may flicker.
    static constexpr Duration Memory = std::chrono::minutes(5);

    /// Instead of the one with its key, if there is one.
    void put(Acknowledgement acknowledgement, TimePoint now);
    /// Of an earlier life. Where the calendar has gone back since, it ends no later than it was to.
    void restore(Acknowledgement acknowledged, const Moment &at);
    /// False: nothing has \a key.
    bool take(const std::string &key);

    /// Of what there is, by key: how many.
    using Counts = std::map<std::string, std::uint64_t>;
    /// Drops those that do not hold any more, now that there is what \a counts says; true: there
    /// were some. What is of a controller that has not \a listed yet, or does not run, may come
    /// back with it: it is not gone.
    bool look(const Counts &counts, const std::set<std::string> &listed, const Moment &at);
    [[nodiscard]] bool holds(const std::string &key) const { return m_all.contains(key); }
    /// By key.
    [[nodiscard]] std::vector<Acknowledgement> all() const;

private:
    struct Entry
    {
        Acknowledgement acknowledgement;
        TimePoint seen; // when there was a need with its key last
    };
    std::map<std::string, Entry> m_all; // by key
};

} // namespace qontroller
