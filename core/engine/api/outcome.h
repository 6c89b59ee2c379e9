// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/base/text/text.h"
#include "core/engine/api/error.h"

#include <string>
#include <utility>

namespace qontroller {

/// What a handler says when it returns; the engine decides from it what happens next.
///
/// After Kubernetes' `reconcile.Result`, but one value: an outcome cannot be an
/// error and a success at once. A handler that throws has said
/// `retry(what())`.
class [[nodiscard]] Outcome
{
public:
    /// What the engine does next.
    enum class Kind : unsigned char {
        Done,
        RequeueAfter,
        Retry,
        Park,
        Wait,
        Shortage,
    };

    /// The world matches. The count of errors is cleared. \a result says in a few words what came
    /// of it ("3 files"). It is shown with the attempt, and its last line with the object.
    static Outcome done(std::string result = {})
    {
        return Outcome(Kind::Done, {}, std::move(result));
    }

    /// The world matches for now; look again after \a delay. Clears the count of errors. \a result
    /// as for done() ("until March").
    static Outcome requeueAfter(Duration delay, std::string result = {})
    {
        return Outcome(Kind::RequeueAfter, delay, std::move(result));
    }

    /// It failed; try again after the back-off, up to the retry limit.
    static Outcome retry(Error error) { return Outcome(Kind::Retry, {}, std::move(error.message)); }
    /// As above.
    static Outcome retry(std::string error) { return Outcome(Kind::Retry, {}, std::move(error)); }

    /// It failed and trying again is of no use until the object changes.
    static Outcome park(Error error) { return Outcome(Kind::Park, {}, std::move(error.message)); }
    /// As above.
    static Outcome park(std::string error) { return Outcome(Kind::Park, {}, std::move(error)); }

    /// Nothing failed, but \a what has to happen first; look again after \a delay.
    /// Uses no attempt and keeps the count of errors.
    static Outcome wait(std::string what, Duration delay)
    {
        return Outcome(Kind::Wait, delay, std::move(what));
    }

    /// Nothing is wrong with the object: this host has no more descriptors, memory or processes,
    /// as \a what says. Tried again when the engine thinks fit; uses no attempt, keeps the count of
    /// errors, and is shown at the controller. An exception that means the same (std::bad_alloc, or
    /// std::system_error with such a code) counts as this outcome.
    static Outcome shortage(std::string what, Duration delay = {})
    {
        return Outcome(Kind::Shortage, delay, std::move(what));
    }

    /// Which of the functions above made it.
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// For RequeueAfter, Wait and Shortage; never negative.
    [[nodiscard]] Duration delay() const { return m_delay; }
    /// The result of Done and RequeueAfter, the error of Retry and Park, what Wait waits for, of
    /// what there is a shortage.
    /// LongestText at most.
    [[nodiscard]] const std::string &text() const & { return m_text; }
    /// As above.
    [[nodiscard]] std::string text() && { return std::move(m_text); }
    /// Whether it counts as a failed attempt.
    [[nodiscard]] bool isError() const { return m_kind == Kind::Retry || m_kind == Kind::Park; }

private:
    explicit Outcome(Kind kind, Duration delay = {}, std::string text = {})
        : m_text(cutText(std::move(text)))
        , m_delay(delay < Duration::zero() ? Duration::zero() : delay)
        , m_kind(kind)
    {}

    std::string m_text;
    Duration m_delay;
    Kind m_kind;
};

} // namespace qontroller
