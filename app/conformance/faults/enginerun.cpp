// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/faults/enginerun.h"

namespace qontroller::conformance {

EngineRun::EngineRun(Bench &bench, const World &world, const Faults &faults, Dice &dice)
    : m_notes(bench.notes())
    , m_instance(bench.makeInstance(world))
{
    ControllerSpec spec{"conformance", bench.subject().plugin, m_instance.parts(), benchOptions()};
    m_source = std::make_shared<FaultySource>(spec.parts.listerWatcher, faults, dice.seed(),
                                              m_notes);
    m_reconciler = std::make_shared<FaultyReconciler>(m_instance, faults, dice.seed());
    spec.parts.listerWatcher = m_source;
    spec.parts.reconciler = m_reconciler;
    if (const auto id = m_host.add(std::move(spec)); !id)
        fail({}, "the engine cannot run its controller: " + id.error());
}

EngineRun::~EngineRun()
{
    const CallNote note(m_notes, "the end of the controller");
    m_host.stop(Duration::zero());
}

void EngineRun::awaitLists(unsigned more, Duration limit) const
{
    const unsigned enough = m_source->lists() + more;
    const TimePoint deadline = later(SteadyClock::instance().now(), limit);
    while (m_source->lists() < enough && SteadyClock::instance().now() < deadline)
        Bench::wait(std::chrono::milliseconds(20));
}

std::string EngineRun::lastWord(const ObjectId &id) const
{
    const std::string trouble = m_reconciler->lastTrouble(id);
    return trouble.empty() ? std::string() : "; its last call said: " + trouble;
}

} // namespace qontroller::conformance
