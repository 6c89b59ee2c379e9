// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/text.h"
#include "core/engine/api/error.h"
#include "core/engine/api/objectid.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qontroller {

/// Takes the ids of one list. Valid during the call of ListerWatcher::list().
class ListSink
{
public:
    virtual ~ListSink() = default;
    /// \a id exists now. The bytes are copied. One that is not usable is refused.
    virtual void add(std::string_view id, Version version = 0) = 0;
    /// \a id does not exist, but something is left of it: its removal is owed, as if
    /// it had been known and vanished. Concluded at the end of a complete list, and
    /// only then; counts for the mass-deletion guard.
    virtual void addLeftover(std::string_view id) = 0;
};

/// How a list ended.
class [[nodiscard]] ListResult
{
public:
    /// How a list ended.
    enum class Kind : unsigned char {
        Complete,
        Partial,
        Failed,
    };

    /// Every id that exists was given: an id that was not is gone.
    /// \a from is the cursor where a watch from here has to begin; empty without cursors.
    static ListResult complete(std::string from = {}) { return {Kind::Complete, std::move(from)}; }
    /// Complete, but of another source than the lists before, as \a why says ("/srv/photos is
    /// another file system"): the mass-deletion guard holds whatever is missing, however little.
    static ListResult replaced(std::string why, std::string from = {})
    {
        ListResult result(Kind::Complete, std::move(from));
        result.m_doubt = cutText(std::move(why));
        return result;
    }
    /// What was given exists, but there may be more. Nothing is concluded from the absence of an id
    /// that begins with one of \a below, as "photos/private/"; for all others the list is complete.
    /// Without any, or with more than MostBelow, nothing is concluded from any absence.
    static ListResult partial(std::string why, std::vector<std::string> below = {})
    {
        ListResult result(Kind::Partial, cutText(std::move(why)));
        if (below.size() <= MostBelow)
            result.m_below = std::move(below);
        return result;
    }
    static constexpr std::size_t MostBelow = 10'000; ///< beginnings of ids
    /// Nothing is concluded; what was given before is still looked at.
    static ListResult failed(std::string error)
    {
        return {Kind::Failed, cutText(std::move(error))};
    }
    /// Failed, because another host, or another controller of this one, works on the same, as
    /// \a whose says: so nothing is done here. See ListerWatcher::takeOver().
    static ListResult foreign(std::string whose)
    {
        ListResult result = failed(std::move(whose));
        result.m_isForeign = true;
        return result;
    }

    /// Which of the functions above made it.
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// The cursor of a complete list, else the reason: LongestText at most.
    [[nodiscard]] const std::string &text() const { return m_text; }
    /// Why what is missing is held, whatever its number; empty: for no such reason.
    [[nodiscard]] const std::string &doubt() const { return m_doubt; }
    /// How ids begin that may exist although a partial list lacks them; empty: any may.
    [[nodiscard]] const std::vector<std::string> &below() const { return m_below; }
    /// Whether it failed because another host owns what the list is of.
    [[nodiscard]] bool isForeign() const { return m_isForeign; }
    /// Whether the absence of some ids says that they are gone.
    [[nodiscard]] bool concludes() const { return m_kind == Kind::Complete || !m_below.empty(); }

private:
    ListResult(Kind kind, std::string text)
        : m_text(std::move(text))
        , m_kind(kind)
    {}

    std::string m_text;
    std::string m_doubt;
    std::vector<std::string> m_below;
    Kind m_kind;
    bool m_isForeign = false;
};

/// What happened to an object.
enum class EventType : unsigned char {
    Added,
    Modified,
    Deleted,
};

/// Takes what a watch sees. Thread-safe, and valid during ListerWatcher::watch().
class WatchSink
{
public:
    virtual ~WatchSink() = default;

    /// From now on no change is missed. Call it as soon as it is true: the first list waits for it
    /// (for a while). Once, or again if it was said too early: another list follows then.
    virtual void ready() = 0;

    /// An id that is not usable is refused, as in a list.
    virtual void event(EventType type, std::string_view id, Version version = 0) = 0;

    /// Everything up to \a cursor was given: the next watch may begin there.
    virtual void cursor(std::string_view cursor) = 0;

    /// Changes may have been missed (a buffer ran over): a list follows soon. Lists
    /// that are asked for again and again come further and further apart, up to 30 s.
    virtual void missed(std::string_view why) = 0;

    /// One event could not be understood and is skipped; the watch goes on. Counted and shown.
    virtual void error(std::string_view what) = 0;
};

/// How a watch ended. Unless the host asked for it, it is taken up again.
class [[nodiscard]] WatchEnd
{
public:
    /// How a watch ended.
    enum class Kind : unsigned char {
        Closed,
        Failed,
        CursorExpired,
    };

    /// The source has ended it; the next begins where this one was.
    static WatchEnd closed() { return {Kind::Closed, {}}; }
    /// It could not go on, as \a error says; the next begins after a pause.
    static WatchEnd failed(std::string error) { return {Kind::Failed, cutText(std::move(error))}; }
    /// The source no longer knows what happened since the cursor: a list comes first.
    static WatchEnd cursorExpired() { return {Kind::CursorExpired, {}}; }

    /// Which of the functions above made it.
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// LongestText at most.
    [[nodiscard]] const std::string &error() const { return m_error; }

private:
    WatchEnd(Kind kind, std::string error)
        : m_error(std::move(error))
        , m_kind(kind)
    {}

    std::string m_error;
    Kind m_kind;
};

/// How a source reports changes between lists.
enum class WatchMode : unsigned char {
    None,       ///< not at all; lists alone find changes
    Live,       ///< what happens while watch() runs; it is established before a list begins
    FromCursor, ///< from the cursor that a list or a watch gave, without a gap
};

/// Gives the ids of all objects: all of them now, and changes as they come.
///
/// list() and watch() are called from two threads, each by one at a time. Both
/// return soon after \a stop is requested and may throw: that is a failure with
/// the exception's text.
class ListerWatcher
{
public:
    virtual ~ListerWatcher() = default;

    /// Gives every id that exists to \a sink. Give them as they are found, so that
    /// they need not all be in memory at once.
    virtual ListResult list(ListSink &sink, std::stop_token stop) = 0;

    /// Asked once, before the first list.
    [[nodiscard]] virtual WatchMode watchMode() const { return WatchMode::None; }

    /// Blocks while it reports changes; returns when the watch ended. Not called
    /// with WatchMode::None. \a cursor is empty unless the mode is FromCursor, and there
    /// as long as no list gave one, because none was complete: then it watches from now on.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): those that override it keep it
    virtual WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop)
    {
        static_cast<void>(sink), static_cast<void>(cursor), static_cast<void>(stop);
        return WatchEnd::closed();
    }

    /// A person says that what this works on is this host's from now on, whoever has marked it: the
    /// next list takes it over where that is possible. Called by the thread that lists.
    virtual void takeOver() {}
};

} // namespace qontroller
