// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/debugrun/narratedreconciler.h"

#include "app/log/log.h"
#include "core/base/text/duration.h"

namespace qontroller {

namespace {

void say(const Attempt &attempt, const char *event, std::string text = {})
{
    log(LogLevel::Info, {.controller = std::string(attempt.controller),
                         .event = event,
                         .id = std::string(attempt.id),
                         .text = std::move(text)});
}

/// Passes on all that an attempt says, but has no other object looked at: each has one attempt.
class OneLook final : public AttemptSink
{
public:
    OneLook(const Attempt &attempt, NarratedReconciler::Does does)
        : m_does(does)
        , m_inner(attempt.sink)
        , m_controller(attempt.controller)
        , m_id(attempt.id)
    {}
    void progress(std::uint64_t done, std::uint64_t total) override
    {
        m_inner->progress(done, total);
    }
    void event(std::string_view kind, std::string_view text) override
    {
        m_inner->event(kind, text);
    }
    void log(LogLevel level, std::string_view text) override { m_inner->log(level, text); }
    void count(std::string_view name, double add) override { m_inner->count(name, add); }
    void gauge(std::string_view name, double value) override { m_inner->gauge(name, value); }
    void requeue(std::string_view id) override
    {
        LogLine line{.controller = m_controller,
                     .event = "would be looked at",
                     .id = std::string(id)};
        if (m_does == NarratedReconciler::Does::Everything) {
            line.event = "look wanted";
            line.text = "each object of the list is handled once and no more";
        }
        logForeign(LogLevel::Info, line);
    }
    void keep(std::string_view text) override
    {
        m_inner->keep(text);
        logForeign(LogLevel::Info,
                   {.controller = m_controller,
                    .event = m_does == NarratedReconciler::Does::Everything ? "leaves"
                                                                            : "would leave",
                    .id = m_id,
                    .text = std::string(text)});
    }

private:
    const NarratedReconciler::Does m_does;
    const std::shared_ptr<AttemptSink> m_inner; // of the engine: there is one
    const std::string m_controller;
    const ObjectId m_id;
};

Attempt withOneLook(Attempt attempt, NarratedReconciler::Does does)
{
    attempt.sink = std::make_shared<OneLook>(attempt, does);
    return attempt;
}

/// Logs what came of doing \a event, and gives the outcome after which nothing follows: what waits
/// is not done, and waits when the run ends.
Outcome settled(Outcome outcome, const Attempt &attempt, const char *event)
{
    switch (outcome.kind()) {
    case Outcome::Kind::Done: say(attempt, event, outcome.text()); return outcome;
    case Outcome::Kind::RequeueAfter:
        say(attempt, event,
            "wants another look in " + formatDuration(outcome.delay())
                + (outcome.text().empty() ? "" : ": " + outcome.text()));
        return Outcome::done(std::move(outcome).text());
    case Outcome::Kind::Wait:
        say(attempt, "waits",
            outcome.text() + "; would be looked at again in " + formatDuration(outcome.delay()));
        return Outcome::wait(std::move(outcome).text(), LongerThanAnyRun);
    case Outcome::Kind::Shortage: return Outcome::retry(outcome.text());
    case Outcome::Kind::Retry:
    case Outcome::Kind::Park: break;
    }
    return outcome; // an event of the engine tells of it
}

} // namespace

Fetched<void> NarratedReconciler::get(const Attempt &attempt)
{
    Fetched<void> fetched = m_inner->get(withOneLook(attempt, m_does));
    if (fetched.kind() == Fetched<void>::Kind::Ignored)
        say(attempt, "ignored");
    return fetched;
}

Outcome NarratedReconciler::add(const std::shared_ptr<const void> &object, const Attempt &attempt)
{
    if (m_does == Does::Everything)
        return settled(m_inner->add(object, withOneLook(attempt, m_does)), attempt, "added");
    say(attempt, "would be added");
    return Outcome::done();
}

Outcome NarratedReconciler::remove(const Attempt &attempt)
{
    if (m_does == Does::Everything)
        return settled(m_inner->remove(withOneLook(attempt, m_does)), attempt, "removed");
    say(attempt, "would be removed");
    return Outcome::done();
}

} // namespace qontroller
