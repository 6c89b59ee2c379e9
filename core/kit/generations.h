// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/describer.h"
#include "core/api/reconciler.h"
#include "core/base/mutex.h"
#include "core/cache/sharedcache.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace qontroller {

template<class Record>
class RecordedReconciler;

/// How far a controller is behind what is asked of it.
///
/// An object's generation counts what was asked for. The last one that the handler was done with,
/// or wants to look at again, is the observed one; a failure or a wait leaves it as it was. The
/// record is kept here and not with the objects, so only a controller that wants it pays for it,
/// about 100 B an object, and it begins anew with the program. Thread-safe.
class Generations
{
public:
    using GenerationOf = std::function<std::optional<std::uint64_t>(const ObjectId &)>;

    /// \a generationOf gives an object's generation now; nothing if there is no such object.
    explicit Generations(GenerationOf generationOf)
        : m_generationOf(std::move(generationOf))
    {}

    struct Behind
    {
        std::uint64_t asked = 0;
        std::optional<std::uint64_t> observed; ///< nothing: none since the program started
        [[nodiscard]] std::uint64_t by() const
        {
            return !observed ? asked : asked > *observed ? asked - *observed : 0;
        }
    };
    /// Nothing if there is no such object.
    [[nodiscard]] std::optional<Behind> behind(const ObjectId &id) const;

    /// "generation 5 is observed", "generation 5 is asked for, 3 is observed: behind by 2".
    [[nodiscard]] static std::string inWords(const Behind &behind);

    /// \a reconciler, whose outcomes are recorded.
    [[nodiscard]] static std::shared_ptr<Reconciler> guard(std::shared_ptr<Generations> generations,
                                                           std::shared_ptr<Reconciler> reconciler);
    /// \a describer, which may be null, with what an object's state is behind by as the first
    /// line of what it is, and that it is not behind as that of what it should be.
    [[nodiscard]] static std::shared_ptr<Describer> describe(
        std::shared_ptr<const Generations> generations, std::shared_ptr<Describer> describer);

private:
    friend class RecordedReconciler<Generations>;

    struct Record
    {
        std::optional<std::uint64_t> reading; ///< of the run under way
        std::optional<std::uint64_t> observed;
    };

    void beginReading(const ObjectId &id);
    [[nodiscard]] static bool leaveOut(const Attempt &) { return false; }
    void end(const ObjectId &id, const Outcome &outcome);
    void forget(const ObjectId &id);

    const GenerationOf m_generationOf;
    mutable Mutex m_mutex;
    std::unordered_map<ObjectId, Record> m_records QONTROLLER_GUARDED_BY(m_mutex);
};

/// For the objects of \a cache; \a generationOf is a member or a function of one.
template<class T, class Generation>
[[nodiscard]] std::shared_ptr<Generations> makeGenerations(std::shared_ptr<SharedCache<T>> cache,
                                                           Generation generationOf)
{
    return std::make_shared<Generations>(
        [cache = std::move(cache), generationOf = std::move(generationOf)](
            const ObjectId &id) -> std::optional<std::uint64_t> {
            const Cached<T> cached = cache->find(id);
            return cached ? std::optional<std::uint64_t>(std::invoke(generationOf, *cached.object))
                          : std::nullopt;
        });
}

} // namespace qontroller
