// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/debugrun/narratedreconciler.h"

#include "app/program/log.h"
#include "core/base/duration.h"

namespace qontroller {

namespace {

void say(const Attempt &attempt, const char *event, std::string text = {})
{
    log(LogLevel::Info, {.controller = std::string(attempt.controller),
                         .event = event,
                         .id = std::string(attempt.id),
                         .text = std::move(text)});
}

/// Logs what came of doing \a event, and gives the outcome after which nothing follows.
Outcome settled(Outcome outcome, const Attempt &attempt, const char *event)
{
    switch (outcome.kind()) {
    case Outcome::Kind::Done: say(attempt, event); return Outcome::done();
    case Outcome::Kind::RequeueAfter:
        say(attempt, event, "wants another look in " + formatDuration(outcome.delay()));
        return Outcome::done();
    case Outcome::Kind::Wait: return Outcome::park("waits: " + outcome.text());
    case Outcome::Kind::Shortage: return Outcome::retry(outcome.text());
    case Outcome::Kind::Retry:
    case Outcome::Kind::Park: break;
    }
    return outcome; // an event of the engine tells of it
}

} // namespace

Fetched<void> NarratedReconciler::get(const Attempt &attempt)
{
    Fetched<void> fetched = m_inner->get(attempt);
    if (fetched.kind() == Fetched<void>::Kind::Ignored)
        say(attempt, "ignored");
    return fetched;
}

Outcome NarratedReconciler::add(const std::shared_ptr<const void> &object, const Attempt &attempt)
{
    if (m_does == Does::Everything)
        return settled(m_inner->add(object, attempt), attempt, "added");
    say(attempt, "would be added");
    return Outcome::done();
}

Outcome NarratedReconciler::remove(const Attempt &attempt)
{
    if (m_does == Does::Everything)
        return settled(m_inner->remove(attempt), attempt, "removed");
    say(attempt, "would be removed");
    return Outcome::done();
}

} // namespace qontroller
