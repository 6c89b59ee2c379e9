// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/wire/attemptfields.h"

#include "core/base/text/text.h"

namespace qontroller::isolation {

void writeAttempt(FrameWriter &writer, const Attempt &attempt)
{
    writer.text(attempt.id)
        .number(attempt.number)
        .number(attempt.fence)
        .number(attempt.isMissing)
        .number(attempt.cause)
        .text(attempt.lastError)
        .number(attempt.deadline.time_since_epoch().count()) // one clock for all processes
        .text(attempt.kept);
}

std::optional<AttemptFields> readAttempt(FrameReader &fields)
{
    AttemptFields attempt;
    attempt.id = fields.text();
    attempt.number = fields.number<unsigned>();
    attempt.fence = fields.number<std::uint64_t>();
    attempt.isMissing = fields.flag();
    attempt.cause = fields.oneOf(AttemptCause::Resync);
    attempt.lastError = fields.text();
    attempt.deadline = decltype(attempt.deadline)(
        std::chrono::nanoseconds(fields.number<std::chrono::nanoseconds::rep>()));
    attempt.kept = fields.text();
    return fields.isWhole() ? std::optional(std::move(attempt)) : std::nullopt;
}

void writeOutcome(FrameWriter &writer, const Outcome &outcome)
{
    writer.number(outcome.kind()).number(outcome.delay().count()).text(outcome.text());
}

std::optional<Outcome> readOutcome(FrameReader &fields)
{
    const auto kind = fields.oneOf(Outcome::Kind::Shortage);
    const Duration delay(fields.number<Duration::rep>());
    std::string text = cutText(fields.text());
    if (!fields.isWhole())
        return std::nullopt;
    switch (kind) {
    case Outcome::Kind::Done: return Outcome::done(std::move(text));
    case Outcome::Kind::RequeueAfter: return Outcome::requeueAfter(delay, std::move(text));
    case Outcome::Kind::Retry: return Outcome::retry(std::move(text));
    case Outcome::Kind::Park: return Outcome::park(std::move(text));
    case Outcome::Kind::Wait: return Outcome::wait(std::move(text), delay);
    case Outcome::Kind::Shortage: return Outcome::shortage(std::move(text), delay);
    }
    return std::nullopt;
}

void writeNotFound(FrameWriter &writer, const Fetched<void> &fetched)
{
    writer.number(fetched.kind()).text(fetched.error().message);
}

std::optional<Fetched<void>> readNotFound(FrameReader &fields)
{
    using Kind = Fetched<void>::Kind;
    const auto kind = fields.oneOf(Kind::Failed);
    std::string error = cutText(fields.text());
    if (!fields.isWhole())
        return std::nullopt;
    switch (kind) {
    case Kind::Ignored: return Fetched<void>::ignored();
    case Kind::Gone: return Fetched<void>::gone();
    case Kind::Failed: return Fetched<void>::failed(std::move(error));
    case Kind::Found:
    case Kind::Assumed: break;
    }
    return std::nullopt;
}

} // namespace qontroller::isolation
