// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/kepttimes.h"
#include "core/base/threads/mutex.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qontroller::foldermirror {

/// Whether owner and group are mirrored: only the superuser may give files away.
enum class FileOwnership : unsigned char {
    Mirrored,
    Left,
};

/// What not every target can hold.
enum class Ability : unsigned char {
    AccessLists,
    Capabilities, ///< what a program may do beyond its user: the superuser gives it
    UserAttributes,
    LinkTimes,
    Modes, ///< all permission bits
};

/// What the copies in one file system can be made to have.
struct Abilities
{
    FileOwnership ownership = FileOwnership::Mirrored;
    KeptTimes times = {};
    unsigned lacks = 0; ///< a bit for each Ability

    [[nodiscard]] bool has(Ability ability) const
    {
        return (lacks >> static_cast<unsigned>(ability) & 1U) == 0;
    }
};

/// What the target can hold, learnt by looking at what was written: what it cannot is then no
/// difference any more, and is said once. A target may have several file systems. Thread-safe.
class TargetAbilities final
{
public:
    /// \a target is for messages.
    TargetAbilities(FileOwnership ownership, std::string target)
        : m_ownership(ownership)
        , m_target(std::move(target))
    {}

    [[nodiscard]] FileOwnership ownership() const { return m_ownership; }
    /// What is known of the file system \a device.
    [[nodiscard]] Abilities of(std::uint64_t device) const QONTROLLER_EXCLUDES(m_mutex);

    /// Something on \a device was given the time \a wanted and has \a kept: nanoseconds since 1970.
    void learnTime(std::uint64_t device, std::int64_t wanted, std::int64_t kept)
        QONTROLLER_EXCLUDES(m_mutex);
    void learnLack(std::uint64_t device, Ability ability) QONTROLLER_EXCLUDES(m_mutex);
    /// It has \a what, but not as much of it as a source has.
    void learnLimit(std::string_view what) QONTROLLER_EXCLUDES(m_mutex);

    /// Something else that is wrong with the target: \a what follows its name in a sentence.
    void tell(std::string_view what) QONTROLLER_EXCLUDES(m_mutex);

    /// A sentence for each thing learnt since the last call, for an operator.
    [[nodiscard]] std::vector<std::string> takeNews() QONTROLLER_EXCLUDES(m_mutex);

private:
    [[nodiscard]] Abilities &known(std::uint64_t device) QONTROLLER_REQUIRES(m_mutex);
    void say(std::string sentence) QONTROLLER_REQUIRES(m_mutex);

    const FileOwnership m_ownership;
    const std::string m_target;
    mutable Mutex m_mutex;
    std::map<std::uint64_t, Abilities> m_known QONTROLLER_GUARDED_BY(m_mutex);
    std::set<std::string> m_said QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<std::string> m_news QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::foldermirror
