// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/bench.h"

#include <functional>
#include <set>

namespace qontroller::conformance {

/// Does by hand what the engine does with one instance: lists, handles what exists,
/// removes what is gone, one call at a time, until no call asks for another soon.
/// For one thread.
class Stepper
{
public:
    Stepper(Bench &bench, Instance &instance)
        : m_bench(bench)
        , m_instance(instance)
    {}

    /// Everything once, as finish().
    void settle();

    /// A complete list; fails the check if there is none before the limit.
    [[nodiscard]] Listing list() const;
    /// Likewise, but it may be another one then.
    [[nodiscard]] Listing tryToList() const;
    /// The ids of the last list.
    [[nodiscard]] const IdSet &known() const { return m_known; }

private:
    Bench &m_bench;
    Instance &m_instance;
    IdSet m_known;
};

/// A sentence on a list that is not complete.
[[nodiscard]] std::string whyIncomplete(const Listing &listing);

/// Calls \a step for each of \a ids in turn until all are done, since one may wait for
/// another. Fails the check if something still fails after the limit, or is parked.
void finish(const Bench &bench, IdSet ids, const std::function<Outcome(const ObjectId &)> &step);

/// What of \a world is not in order, judged by \a judge, after it was given a while in which
/// \a again is done now and then.
[[nodiscard]] Difference await(const World &world,
                               Difference (*judge)(const State &, const State &), Duration limit,
                               const std::function<void()> &again = {});

/// Has \a stepper settle, and again as a resync would. Fails the check, saying that it happened
/// \a when, unless everything in \a world gets as it should be, objects that are too much aside.
void expectContent(Bench &bench, const World &world, Stepper &stepper, const std::string &when);

/// \a count new objects.
void create(const World &world, Dice &dice, int count);

/// Deletes until nothing is desired, or nothing more can be.
void deleteAll(const World &world, Dice &dice);

/// A choice for World::change().
[[nodiscard]] std::uint64_t choice(Dice &dice);

} // namespace qontroller::conformance
