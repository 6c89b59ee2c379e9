// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qontroller {

/// What an owner's mark says: who works on what it stands beside.
struct OwnerNote
{
    std::string owner; ///< the same after a restart; see HostIdentity
    // For persons
    std::string machine;
    std::string session;
    std::string stateFolder;
    std::string controller;
    std::string work; ///< what it has started there is known by this; empty: it starts nothing
    // Of the process that wrote it
    std::string boot; ///< of its machine
    std::string life; ///< as lifeOf()
    WallTime since;
    WallTime renewed;

    friend bool operator==(const OwnerNote &, const OwnerNote &) = default;

    /// Lines of text. The last one says when it was renewed, and is as long as any such.
    [[nodiscard]] std::string text() const;
    /// The last line alone.
    [[nodiscard]] std::string renewal() const;
    /// Nothing if \a text is none.
    [[nodiscard]] static std::optional<OwnerNote> of(std::string_view text);
};

/// All that is seen of a mark.
struct MarkSight
{
    enum class Process : std::uint8_t {
        Ours, ///< the one that looks
        Runs,
        Ended,
        Unseen, ///< it is of another machine, or of this one before it was started anew
    };

    bool isThere = false;
    std::optional<OwnerNote> note = {}; ///< nothing: it is damaged, if it is there
    Process process = Process::Unseen;
    // How old it is; negative by a clock that is behind the one which wrote it
    Duration byNote{};      ///< … as it says itself
    Duration byFile{};      ///< … as its file system says, which has a clock for all of its hosts
    Duration isUnchanged{}; ///< it has been seen like this, by the clock of the one that looks
    /// It has the owner's id, and was renewed by another process since the one that looks has begun
    /// to work there: no earlier life wrote it.
    bool isOfClone = false;
    bool isOfThisHost = false; ///< another controller of the one that looks wrote it …
    bool isLeft = false;       ///< … which works there no more, and nobody can in its name
};

/// Whose a mark is for one that looks at it.
enum class MarkStanding : std::uint8_t {
    Free, ///< there is none
    Ours, ///< or what another controller of this host has left
    Foreign,   ///< another host works there, or may do so
    Abandoned, ///< another did
};

/// A mark that is not renewed for so long is abandoned.
inline constexpr Duration MarkAge = std::chrono::minutes(10);

/// How long \a sight has certainly not been renewed: a time from the future proves nothing.
[[nodiscard]] Duration ageOf(const MarkSight &sight);

/// For the host or controller \a owner. A process that can be seen to run keeps its mark, however
/// old that is; the owner's own mark of an earlier life is its own at once, that of a clone is not,
/// and so is what was left by another controller of its host.
[[nodiscard]] MarkStanding judge(const MarkSight &sight, std::string_view owner);

/// A sentence: who has marked \a place, since when, and what can be done.
[[nodiscard]] std::string whoseMark(const std::string &place, const MarkSight &sight, WallTime now);

} // namespace qontroller
