// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/engine/remotereconciler.h"

#include "core/base/faults/callforeign.h"
#include "core/plugins/isolation/engine/remotecall.h"
#include "core/plugins/isolation/wire/attemptfields.h"

#include <optional>

namespace qontroller::isolation {

namespace {

using Step = RemoteCall::Step;
using Grace = CallBroker::Grace;

/// What get() gives add(): the call that goes on there, or why there is none. When add() is
/// not called after all, it waits until the call has come to its end: one at a time for an id.
struct Pending
{
    explicit Pending(Unavailable w)
        : why(std::move(w))
    {}
    Pending(std::unique_ptr<RemoteCall> c, const Attempt &attempt, std::string r)
        : call(std::move(c))
        , stop(attempt.stop)
        , sink(attempt.sink)
        , refused(std::move(r))
    {}
    ~Pending();
    Pending(const Pending &) = delete;
    Pending &operator=(const Pending &) = delete;

    std::unique_ptr<RemoteCall> call; ///< null: there is no process to ask
    Unavailable why;
    std::stop_token stop; ///< the attempt's, like the next
    std::shared_ptr<AttemptSink> sink;
    std::string refused; ///< why what get() wanted kept is not; empty: nothing was refused
    mutable bool isAwaited = false;
};

Outcome wait(const Unavailable &why)
{
    return why.isShortage ? Outcome::shortage(why.text) : Outcome::wait(why.text, why.wait);
}

/// What was not its own fault is asked again at once: that waits for the next process.
Unavailable forOthers(const Failure &failure)
{
    if (failure.fault == Failure::Fault::Host)
        return {failure.text, {}, true};
    return {"its process to start again: " + failure.text};
}

Fetched<void> notNow(Unavailable why)
{
    return Fetched<void>::found(std::make_shared<const Pending>(std::move(why)));
}

/// Nothing goes on there: its object stayed behind.
Fetched<void> assumed()
{
    return Fetched<void>::assumed(std::make_shared<const Pending>(Unavailable{"its storage"}));
}

/// Has \a text kept, or says in \a refused why it is not: nothing may be thrown into a call that is
/// under way.
void keep(AttemptSink *sink, std::string_view text, std::string &refused)
{
    if (!sink)
        return;
    auto kept = callForeign([&] { sink->keep(text); });
    if (!kept)
        refused = std::move(kept.error().text);
}

/// What \a attempt says meanwhile; nothing: the answer is another one.
std::optional<Step> takeReport(Frame &frame, const Attempt &attempt, std::string &refused)
{
    FrameReader &fields = frame.fields;
    const auto whole = [&fields](const auto &pass) {
        if (!fields.isWhole())
            return Step::Unexpected;
        pass();
        return Step::More;
    };
    switch (frame.type) {
    case Message::Progress: {
        const auto done = fields.number<std::uint64_t>();
        const auto total = fields.number<std::uint64_t>();
        return whole([&] { attempt.progress(done, total); });
    }
    case Message::Event: {
        const std::string_view kind = fields.text();
        const std::string_view text = fields.text();
        return whole([&] { attempt.event(kind, text); });
    }
    case Message::Log: {
        const auto level = fields.oneOf(LogLevel::Error);
        const std::string_view text = fields.text();
        return whole([&] { attempt.log(level, text); });
    }
    case Message::Count:
    case Message::Gauge: {
        const std::string_view name = fields.text();
        const auto value = fields.number<double>();
        return whole([&] {
            frame.type == Message::Count ? attempt.count(name, value) : attempt.gauge(name, value);
        });
    }
    case Message::Requeue: {
        const std::string_view id = fields.text();
        return whole([&] { attempt.requeue(id); });
    }
    case Message::Keep: {
        const std::string_view text = fields.text();
        return whole([&] { keep(attempt.sink.get(), text, refused); });
    }
    default: return std::nullopt;
    }
}

/// \a refused: as Pending::refused.
Outcome awaitOutcome(RemoteCall &call, const Attempt &attempt, std::string refused = {})
{
    std::optional<Outcome> outcome;
    auto answered = call.await(attempt.stop, Grace::Limited, [&](Frame &frame) {
        if (const auto report = takeReport(frame, attempt, refused))
            return *report;
        outcome = frame.type == Message::Ended ? readOutcome(frame.fields) : std::nullopt;
        return outcome ? Step::Last : Step::Unexpected;
    });
    if (answered && !refused.empty() && !outcome->isError())
        return Outcome::retry(std::move(refused));
    if (answered)
        return *std::move(outcome);
    const Failure &failure = answered.error();
    const bool isItsOwn = failure.fault == Failure::Fault::Own;
    return isItsOwn ? Outcome::retry(failure.text) : wait(forOthers(failure));
}

Pending::~Pending()
{
    if (!call || isAwaited)
        return;
    static_cast<void>(callForeign([&] {
        return call
            ->await(stop, Grace::Limited,
                    [this](Frame &frame) {
                        if (frame.type == Message::Keep) // what it makes there is in the world
                            keep(sink.get(), frame.fields.text(), refused);
                        return endsCall(frame.type) ? Step::Last : Step::More;
                    })
            .has_value();
    }));
}

} // namespace

Fetched<void> RemoteReconciler::get(const Attempt &attempt)
{
    auto call = RemoteCall::begin(*m_calls, Message::Reconcile, Patience::None, attempt.stop);
    if (!call)
        return notNow(std::move(call.error()));
    writeAttempt((*call)->fields(), attempt);
    std::optional<Fetched<void>> fetched;
    bool isFound = false;
    std::uint64_t generation = 0;
    std::string refused;
    auto answered = (*call)->await(attempt.stop, Grace::Limited, [&](Frame &frame) {
        if (frame.type == Message::Found) {
            generation = frame.fields.number<std::uint64_t>();
            isFound = frame.fields.isWhole();
            return isFound ? Step::Pause : Step::Unexpected;
        }
        if (const auto report = takeReport(frame, attempt, refused))
            return *report;
        if (frame.type == Message::Assumed && attempt.isMissing && frame.fields.isWhole())
            fetched = assumed();
        else if (frame.type == Message::NotFound)
            fetched = readNotFound(frame.fields);
        return fetched ? Step::Last : Step::Unexpected;
    });
    if (!answered && answered.error().fault != Failure::Fault::Own)
        return notNow(forOthers(answered.error()));
    if (!answered)
        return Fetched<void>::failed(std::move(answered.error().text));
    if (!isFound && !refused.empty())
        return Fetched<void>::failed(std::move(refused));
    if (!isFound)
        return *std::move(fetched);
    return Fetched<void>::found(
               std::make_shared<const Pending>(std::move(*call), attempt, std::move(refused)))
        .withGeneration(generation);
}

Outcome RemoteReconciler::add(const std::shared_ptr<const void> &object, const Attempt &attempt)
{
    const auto pending = std::static_pointer_cast<const Pending>(object);
    pending->isAwaited = true;
    return pending->call ? awaitOutcome(*pending->call, attempt, pending->refused)
                         : wait(pending->why);
}

Outcome RemoteReconciler::remove(const Attempt &attempt)
{
    auto call = RemoteCall::begin(*m_calls, Message::Remove, Patience::None, attempt.stop);
    if (!call)
        return wait(call.error());
    writeAttempt((*call)->fields(), attempt);
    return awaitOutcome(**call, attempt);
}

} // namespace qontroller::isolation
