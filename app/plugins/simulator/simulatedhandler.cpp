// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/simulatedhandler.h"

#include "core/base/threads/wait.h"

#include <stdexcept>

namespace qontroller::simulator {

namespace {

constexpr std::uint64_t Steps = 10;
/// Attempts that take longer show how far they are.
constexpr Duration ShortWork = std::chrono::milliseconds(100);

} // namespace

Fetched<SimulatedObject> SimulatedHandler::get(const Attempt &attempt)
{
    const auto number = m_simulation->find(attempt.id);
    const Version version = number ? m_simulation->desired(*number) : 0;
    if (version == 0)
        return Fetched<SimulatedObject>::gone();
    if (temperOf(m_simulation->options(), *number) == Temper::Ignored)
        return Fetched<SimulatedObject>::ignored();
    return Fetched<SimulatedObject>::found(
        std::make_shared<const SimulatedObject>(SimulatedObject{*number, version}));
}

Outcome SimulatedHandler::add(const SimulatedObject &object, const Attempt &attempt)
{
    const SimulatorOptions &options = m_simulation->options();
    if (auto trouble = suffer({object.number, object.version, attempt.number}, attempt))
        return *std::move(trouble);
    switch (temperOf(options, object.number)) {
    case Temper::Parked: return Outcome::park("operating system is not supported");
    case Temper::Waiting: return Outcome::wait("a maintenance window", options.lookAgainAfter);
    default: break;
    }
    m_simulation->setActual(object.number, object.version);
    if (temperOf(options, object.number) == Temper::Renewing)
        return Outcome::requeueAfter(options.lookAgainAfter);
    return Outcome::done();
}

Outcome SimulatedHandler::remove(const Attempt &attempt)
{
    const auto number = m_simulation->find(attempt.id);
    if (!number)
        return Outcome::done();
    if (auto trouble = suffer({*number, 0, attempt.number}, attempt))
        return *std::move(trouble);
    m_simulation->setActual(*number, 0);
    return Outcome::done();
}

std::optional<Outcome> SimulatedHandler::suffer(const Draw &draw, const Attempt &attempt)
{
    const Fate fate = fateOf(m_simulation->options(), draw);
    if (!work(fate.latency, attempt))
        return Outcome::retry("the attempt was stopped before it had ended");
    switch (fate.kind) {
    case Fate::Kind::Succeed: break;
    case Fate::Kind::Hang: hang(); [[fallthrough]];
    case Fate::Kind::Fail: return Outcome::retry(fate.error);
    case Fate::Kind::Panic: throw std::runtime_error(fate.error);
    }
    return std::nullopt;
}

/// False if the attempt was stopped. The end of the simulation cuts it short.
bool SimulatedHandler::work(Duration time, const Attempt &attempt)
{
    std::stop_source either;
    const auto stop = [&either] { either.request_stop(); };
    const std::stop_callback whenStopped(attempt.stop, stop);
    const std::stop_callback whenEnded(m_simulation->ended(), stop);
    const std::uint64_t steps = time > ShortWork ? Steps : 1;
    const Duration step = time / static_cast<Duration::rep>(steps);
    for (std::uint64_t done = 0; done < steps && step > Duration::zero(); ++done) {
        if (steps > 1)
            attempt.progress(done, steps);
        if (waitFor(m_simulation->clock(), step, either.get_token()) == WaitEnd::Stopped)
            break;
    }
    return !attempt.stop.stop_requested();
}

/// Deaf to its stop token, as a bad handler is.
void SimulatedHandler::hang()
{
    waitFor(m_simulation->clock(), m_simulation->options().faults.stuckFor, m_simulation->ended());
}

} // namespace qontroller::simulator
