// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/loglevel.h"
#include "core/engine/api/objectid.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

namespace qontroller {

/// Bytes of the text that an attempt leaves for the next one: AttemptSink::keep().
inline constexpr std::size_t LongestKept = 4096;

/// Throws, into the author's code, what is wrong with \a text as one that is to be kept.
inline void requireKeepable(std::string_view text)
{
    if (text.size() > LongestKept)
        throw std::invalid_argument("keep() was given " + std::to_string(text.size())
                                    + " bytes, and a text that is kept has at most "
                                    + std::to_string(LongestKept));
}

/// Takes what an attempt says while it runs. From any thread, at any rate; no function waits for
/// a reader. A handler may keep the sink: after the attempt it does nothing.
///
/// What is said too often is dropped and counted (`qontroller_handler_reports_dropped_total`).
class AttemptSink
{
public:
    virtual ~AttemptSink() = default;
    /// \a done of \a total in whatever unit, for a person who looks.
    virtual void progress(std::uint64_t done, std::uint64_t total) = 0;
    /// Something that an operator should see: \a kind in a word or two that are always the same
    /// ("renewed"), \a text says the rest ("until 2027-01-01"). It becomes an event of the object,
    /// in the window and in the log. Of \a kind 64 bytes are kept, of \a text 4096, and of one
    /// controller a hundred events a second.
    virtual void event(std::string_view kind, std::string_view text) = 0;
    /// Writes a line into the program's log, with the controller and the object's id. The log takes
    /// a hundred lines a second from all plugins together, and 2 KiB of each line.
    virtual void log(LogLevel level, std::string_view text) = 0;
    /// Adds \a add, which is not negative, to the counter that is called \a name, a metric of the
    /// author's own. It is served to Prometheus by this very name with the label `controller`. A
    /// name is made of letters, digits, `_` and `:`. It begins neither with a digit nor with
    /// `qontroller_`, `workqueue_`, `controller_runtime_`, `process_` or `scrape_`, and is not
    /// `up`: these are taken. A name has at most 200 bytes, and a controller at most 100 names.
    /// What is refused is counted, and the first refusal is written into the log.
    virtual void count(std::string_view name, double add) = 0;
    /// As count(), for a value that goes up and down. A name is a counter or a gauge for ever.
    virtual void gauge(std::string_view name, double value) = 0;
    /// Object \a id of this controller needs a look: it is queued as if an event had said that it
    /// has changed (AttemptCause::Changed). One that is not known is left to its source.
    virtual void requeue(std::string_view id) = 0;
    /// Leaves \a text, any bytes, for the next attempts for the object, in the place of what was
    /// left before; empty: nothing is left. It counts from now on, whatever becomes of this
    /// attempt. Throws std::invalid_argument if it has more than LongestKept bytes, or a secret of
    /// the parameters: what was left before stays. See Attempt::kept.
    virtual void keep(std::string_view text) = 0;
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

    /// Where the functions below go. May be null: nothing listens.
    std::shared_ptr<AttemptSink> sink = nullptr;

    /// A list has not shown the object, or its storage or a removal that failed has said that it
    /// is gone: the storage is asked to make sure. One with a cache looks past it.
    bool isMissing = false;

    /// Of several causes, the first in AttemptCause. It is for a handler's own records: what the
    /// handler does must follow from the object alone.
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

    /// What keep() has left with the object: the id of what was made for it, say. Also before a
    /// restart, and for Handler::remove(); empty: nothing. It is as it was when the call began.
    std::string_view kept = {};

    // What the attempt says: see AttemptSink.

    /// Shows the operator how far this attempt is; the unit is the handler's own.
    void progress(std::uint64_t done, std::uint64_t total) const
    {
        if (sink)
            sink->progress(done, total);
    }
    /// Tells the operator that something has happened: ("renewed", "until 2027-01-01").
    void event(std::string_view kind, std::string_view text) const
    {
        if (sink)
            sink->event(kind, text);
    }
    /// Writes a line into the program's log.
    void log(LogLevel level, std::string_view text) const
    {
        if (sink)
            sink->log(level, text);
    }
    /// Adds to a counter of the author's own: ("certificates_renewed_total").
    void count(std::string_view name, double add = 1) const
    {
        if (sink)
            sink->count(name, add);
    }
    /// Sets a gauge of the author's own, of the controller as a whole: ("sites_served", 49).
    void gauge(std::string_view name, double value) const
    {
        if (sink)
            sink->gauge(name, value);
    }
    /// Has another object of this controller looked at.
    void requeue(std::string_view otherId) const
    {
        if (sink)
            sink->requeue(otherId);
    }
    /// Leaves a text for the next attempts for the object, and says it to the operator who looks.
    void keep(std::string_view text) const
    {
        if (sink)
            sink->keep(text);
    }
};

} // namespace qontroller
