// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/kit/generations.h"

#include "core/kit/recordedreconciler.h"

namespace qontroller {

namespace {

class GenerationDescriber final : public Describer
{
public:
    GenerationDescriber(std::shared_ptr<const Generations> generations,
                        std::shared_ptr<Describer> describer)
        : m_generations(std::move(generations))
        , m_describer(std::move(describer))
    {}

    std::string desired(const ObjectId &id, std::stop_token stop) override
    {
        const auto behind = m_generations->behind(id);
        const std::string rest = m_describer ? m_describer->desired(id, std::move(stop)) : "";
        return behind ? Generations::inWords({behind->asked, behind->asked}) + '\n' + rest : rest;
    }
    std::string actual(const ObjectId &id, std::stop_token stop) override
    {
        const auto behind = m_generations->behind(id);
        const std::string rest = m_describer ? m_describer->actual(id, std::move(stop)) : "";
        return behind ? Generations::inWords(*behind) + '\n' + rest : rest;
    }

private:
    const std::shared_ptr<const Generations> m_generations;
    const std::shared_ptr<Describer> m_describer;
};

} // namespace

std::optional<Generations::Behind> Generations::behind(const ObjectId &id) const
{
    const auto asked = m_generationOf(id);
    if (!asked)
        return std::nullopt;
    MutexLock lock(m_mutex);
    const auto place = m_records.find(id);
    return Behind{*asked, place == m_records.end() ? std::nullopt : place->second.observed};
}

std::string Generations::inWords(const Behind &behind)
{
    const std::string asked = "generation " + std::to_string(behind.asked);
    if (!behind.observed)
        return asked + " is asked for, none is observed yet";
    if (behind.by() == 0)
        return asked + " is observed";
    return asked + " is asked for, " + std::to_string(*behind.observed) + " is observed: behind by "
           + std::to_string(behind.by());
}

// Before the object is read: what is observed is never said to be later than it was.
void Generations::beginReading(const ObjectId &id)
{
    const auto generation = m_generationOf(id);
    MutexLock lock(m_mutex);
    m_records[id].reading = generation;
}

void Generations::end(const ObjectId &id, const Outcome &outcome)
{
    const bool worked = outcome.kind() == Outcome::Kind::Done
                        || outcome.kind() == Outcome::Kind::RequeueAfter;
    MutexLock lock(m_mutex);
    const auto place = m_records.find(id);
    if (worked && place != m_records.end())
        place->second.observed = place->second.reading;
}

void Generations::forget(const ObjectId &id)
{
    MutexLock lock(m_mutex);
    m_records.erase(id);
}

std::shared_ptr<Reconciler> Generations::guard(std::shared_ptr<Generations> generations,
                                               std::shared_ptr<Reconciler> reconciler)
{
    return std::make_shared<RecordedReconciler<Generations>>(std::move(generations),
                                                             std::move(reconciler));
}

std::shared_ptr<Describer> Generations::describe(std::shared_ptr<const Generations> generations,
                                                 std::shared_ptr<Describer> describer)
{
    return std::make_shared<GenerationDescriber>(std::move(generations), std::move(describer));
}

} // namespace qontroller
