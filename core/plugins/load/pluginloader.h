// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/plugins/load/crashguard.h"
#include "core/plugins/load/lastrun.h"
#include "core/plugins/load/pluginfile.h"
#include "core/plugins/load/pluginlibrary.h"

#include <tl/expected.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// What must hold for a file to be loaded.
struct PluginTerms
{
    /// Why a file whose content has that SHA-256 must not be loaded; empty: it may.
    std::function<std::string(const std::string &sha256)> objectionTo;
    /// Why it cannot be used after it was changed while it was loaded.
    std::string whenChanged;
};

/// Loads plugins' files, each once, and makes sure that what is loaded is what was agreed to.
///
/// A file could be replaced between the look at it and its loading. So it is held open, its
/// checksum is taken from what is open, and after the loading it must be the same. One that others
/// can write is copied first, and the copy is looked at and loaded: what belongs to it and lies
/// beside it is not found then. A file is
/// marked from before its code runs; see CrashGuard.
///
/// Each error and each reason is the end of a sentence that begins with the file's name. Not
/// thread-safe: for the thread that owns it.
class PluginLoader
{
public:
    /// \a guardFolder as CrashGuard. \a clock measures loading and outlives the loader.
    explicit PluginLoader(std::string guardFolder = {}, Clock &clock = SteadyClock::instance());

    /// Whether \a file, as it is now, is what \a terms ask for. Loads nothing.
    [[nodiscard]] static tl::expected<void, std::string> verify(const std::string &file,
                                                                const PluginTerms &terms);

    struct Loaded
    {
        LoadedPlugin plugin;
        std::shared_ptr<CrashMark> mark;  ///< null: it is not guarded
        std::optional<Duration> loadTime; ///< nothing: it was in memory before
    };
    /// Loads the file of \a attempt, which runs its code, unless it is in memory. The crashes of
    /// another content of the file are forgiven.
    [[nodiscard]] tl::expected<Loaded, PluginFault> load(PluginAttempt attempt,
                                                         const PluginTerms &terms);

    /// As CrashGuard.
    [[nodiscard]] std::vector<CrashGuard::Crash> crashesOf(const std::string &file,
                                                           const std::string &sha256) const;
    [[nodiscard]] tl::expected<void, std::string> forgive(const std::string &file);
    void releaseMarks()
    {
        m_guard.releaseAll();
        m_lastRun.release();
    }

    /// Sentences on what goes on with less protection than it should have.
    [[nodiscard]] const std::vector<std::string> &notices() const { return m_notices; }

private:
    [[nodiscard]] static tl::expected<std::string, std::string> verify(const PluginFile &file,
                                                                       const PluginTerms &terms);
    [[nodiscard]] std::shared_ptr<CrashMark> mark(const PluginAttempt &attempt);

    Clock &m_clock;
    CrashGuard m_guard;
    LastRun m_lastRun;
    std::vector<std::string> m_notices;
    std::map<std::string, LoadedPlugin> m_loaded; ///< by file
};

} // namespace qontroller
