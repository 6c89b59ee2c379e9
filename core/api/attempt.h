// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/objectid.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>

namespace qontroller {

/// Takes note of how far a long attempt has come. Thread-safe. A handler may keep it: after
/// the attempt it does nothing.
class ProgressSink
{
public:
    virtual ~ProgressSink() = default;
    /// \a done of \a total in whatever unit, for a person who looks. From any thread, at any rate.
    virtual void progress(std::uint64_t done, std::uint64_t total) = 0;
};

/// Why an attempt is made.
enum class AttemptCause : std::uint8_t {
    ByHand,  ///< an operator asked for it
    Changed, ///< an event, a list or a related object says that it is not what it was
    New,     ///< it has not been seen before
    Retry,   ///< an earlier attempt failed, waits, or asked for another look
    Resync,  ///< nothing is known to have changed
};

/// One run of a handler for one id: what it may know and whom it tells.
///
/// Valid only during the call it is given to, except the stop token and the sink.
struct Attempt
{
    /// Of the object.
    const ObjectId &id;
    /// The name of the controller, for the log.
    std::string_view controller;

    /// 1 for the first try since the last success, 2 for the first retry …
    unsigned number;

    /// Grows with every lock on this id that any host was granted; give it to the
    /// external system so that a late writer can be refused. 0: the lock is in memory.
    std::uint64_t fence;

    /// Asked to stop when the deadline passed, the lock was lost or the host ends.
    /// Return soon, with any outcome.
    std::stop_token stop;

    /// May be null: no one looks at progress.
    std::shared_ptr<ProgressSink> progressSink = nullptr;

    /// A list has not shown the object, or its storage or a removal that failed has said that it
    /// is gone: the storage is asked to make sure. One with a cache looks past it.
    bool isMissing = false;

    /// Of several causes the one that stands first. For what a handler writes down: what it does
    /// follows from the object alone.
    AttemptCause cause = AttemptCause::Resync;

    /// What the last attempt that failed said, if none has succeeded since; else empty.
    std::string_view lastError = {};

    /// When it is asked to stop: `handlerTimeout` after it began, or before the lease of its lock
    /// ends, whichever is first; later if that lease is renewed. max(): never.
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

    /// In Handler::remove(): what the storage gave last, with option `keepLastObject`. Null: it
    /// gave nothing since the program started, or the controller has a process of its own,
    /// which objects never leave. So `remove` works without it, too. See lastObjectAs().
    std::shared_ptr<const void> lastObject = nullptr;

    /// … as what it is: \a T is the type of the Storage.
    template<class T>
    [[nodiscard]] const T *lastObjectAs() const
    {
        return static_cast<const T *>(lastObject.get());
    }

    /// Shows the operator how far this attempt is; the unit is the handler's own.
    void progress(std::uint64_t done, std::uint64_t total) const
    {
        if (progressSink)
            progressSink->progress(done, total);
    }
};

} // namespace qontroller
