// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/base/text/text.h"
#include "core/engine/api/error.h"
#include "core/engine/api/objectid.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace qontroller {

/// Takes what a locker comes to know without being asked. Thread-safe; it neither waits for
/// anything nor calls a plugin. A locker may keep it: what comes too late does nothing.
class LockSink
{
public:
    virtual ~LockSink() = default;

    /// The right that this acquire() gave was lost before it was given back. The attempt is
    /// asked to stop, and what comes of it does not count.
    virtual void lost() = 0;

    /// The lease of that right has been made longer: it ends at \a until. See
    /// ObjectLock::validUntil().
    virtual void renewed(std::chrono::steady_clock::time_point until) = 0;

    /// \a id may be free now: if it waits for its lock, it is asked for at once. Any id of the
    /// same controller; the sink of one acquire() does for all of them.
    virtual void freed(const ObjectId &id) = 0;
};

/// The right to handle one id, from acquire() to release().
class ObjectLock
{
public:
    /// Only frees memory: it neither waits nor asks a service. Comes after release().
    virtual ~ObjectLock() = default;

    /// See Attempt::fence. Asked once, after the grant.
    [[nodiscard]] virtual std::uint64_t fence() const { return 0; }

    /// When the right ends by itself, if it is not renewed; max(): it does not. Counted from
    /// before it was asked for. The attempt is asked to stop some time before that, and an
    /// attempt that goes on for longer does not count. Asked once, after the grant: a locker
    /// that renews its leases says LockSink::renewed().
    [[nodiscard]] virtual std::chrono::steady_clock::time_point validUntil() const
    {
        return std::chrono::steady_clock::time_point::max();
    }

    /// Gives the right back. Called once, also for one that was lost, before the id may run
    /// again. Returns soon after \a stop is requested, which is so when it takes longer than
    /// an attempt may. May throw: that is a failure with the exception's text.
    /// \return why it could not be given back, for a person; nothing if it was. The outcome of
    /// the attempt stands.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): those that override it keep it
    [[nodiscard]] virtual std::optional<Error> release(std::stop_token stop)
    {
        static_cast<void>(stop);
        return std::nullopt;
    }
};

/// The answer to acquire(): a lock, or why there is none.
class [[nodiscard]] LockResult
{
public:
    /// What came of asking.
    enum class Kind : unsigned char {
        Granted,
        Refused,
        Failed,
        Away,
    };

    /// \a lock is not null.
    static LockResult granted(std::unique_ptr<ObjectLock> lock)
    {
        return {Kind::Granted, {}, std::move(lock)};
    }

    /// Another holder has it. \a holder may be empty. Asked again when \a retryAfter, from now,
    /// is over: then its lease ends, as far as is known. Without it, asked again soon and then
    /// more and more rarely; LockSink::freed() in any case. No attempt is used.
    static LockResult refused(std::string holder, std::optional<Duration> retryAfter = std::nullopt)
    {
        return {Kind::Refused, std::move(holder), nullptr, retryAfter};
    }

    /// The locker could not find out whether this id is free: a failed attempt, tried again as
    /// after any other. For errors that concern this id alone; away() is for all others.
    static LockResult failed(std::string error) { return {Kind::Failed, std::move(error)}; }

    /// The service that has the locks of all ids cannot be reached, or does not work. Nothing
    /// of the controller runs until it answers; it is asked more and more rarely, about one id
    /// at a time. No attempt is used.
    static LockResult away(std::string error) { return {Kind::Away, std::move(error)}; }

    /// Which of the functions above made it.
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// Whether the caller has the lock.
    [[nodiscard]] bool isGranted() const { return m_kind == Kind::Granted; }
    /// Gives the lock away; once, and only if it was granted.
    [[nodiscard]] std::unique_ptr<ObjectLock> take() { return std::move(m_lock); }
    /// The holder, or the error: LongestText at most.
    [[nodiscard]] const std::string &text() const { return m_text; }
    /// When to ask again at the latest; nothing: as the engine thinks fit.
    [[nodiscard]] std::optional<Duration> retryAfter() const { return m_retryAfter; }

private:
    LockResult(Kind kind, std::string text, std::unique_ptr<ObjectLock> lock = nullptr,
               std::optional<Duration> retryAfter = std::nullopt)
        : m_lock(std::move(lock))
        , m_text(cutText(std::move(text)))
        , m_retryAfter(retryAfter)
        , m_kind(kind)
    {}

    std::unique_ptr<ObjectLock> m_lock;
    std::string m_text;
    std::optional<Duration> m_retryAfter;
    Kind m_kind;
};

/// Decides who may handle an id when several hosts run the same controller.
///
/// Within one host the work queue's lease already keeps every id with one
/// worker; a controller without a locker relies on that alone. Called from
/// several threads at once. May throw: that is failed() with the exception's text.
class ObjectLocker
{
public:
    virtual ~ObjectLocker() = default;

    /// Asks once; does not wait for a holder to let go. \a sink is not null.
    virtual LockResult acquire(const ObjectId &id, std::shared_ptr<LockSink> sink,
                               std::stop_token stop) = 0;
};

} // namespace qontroller
