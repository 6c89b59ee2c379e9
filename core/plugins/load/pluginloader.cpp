// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/pluginloader.h"

#include "core/plugins/load/privatecopy.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace qontroller {

namespace {

/// Others could change a file of theirs between the look at it and its loading, and change it back.
tl::expected<std::optional<PrivateCopy>, std::string> copyIfOthersWrite(const std::string &file)
{
    if (whoElseCanWrite(file).empty())
        return std::nullopt;
    auto copy = PrivateCopy::of(file);
    if (!copy)
        return tl::unexpected(copy.error());
    return *std::move(copy);
}

} // namespace

PluginLoader::PluginLoader(std::string guardFolder, Clock &clock)
    : m_clock(clock)
    , m_guard(guardFolder)
    , m_lastRun(guardFolder.empty() ? std::move(guardFolder) : guardFolder + "/runs")
    , m_notices(m_lastRun.crashes())
{}

tl::expected<void, std::string> PluginLoader::verify(const std::string &file,
                                                     const PluginTerms &terms)
{
    auto sha256 = verify(PluginFile(file), terms);
    if (!sha256)
        return tl::unexpected(std::move(sha256.error()));
    return {};
}

tl::expected<std::string, std::string> PluginLoader::verify(const PluginFile &file,
                                                            const PluginTerms &terms)
{
    auto sha256 = file.sha256();
    if (!sha256)
        return sha256;
    if (std::string objection = terms.objectionTo(*sha256); !objection.empty())
        return tl::unexpected(std::move(objection));
    return sha256;
}

tl::expected<PluginLoader::Loaded, PluginFault> PluginLoader::load(PluginAttempt attempt,
                                                                   const PluginTerms &terms)
{
    if (const auto it = m_loaded.find(attempt.file); it != m_loaded.end())
        return Loaded{it->second, mark(attempt), std::nullopt};
    const auto copy = copyIfOthersWrite(attempt.file);
    if (!copy)
        return tl::unexpected(PluginFault{copy.error()});
    const std::string path = *copy ? (*copy)->path() : attempt.file;
    const PluginFile file(path);
    auto sha256 = verify(file, terms);
    if (!sha256)
        return tl::unexpected(PluginFault{std::move(sha256.error())});
    attempt.sha256 = std::move(*sha256);
    if (const auto done = m_guard.forgiveOthers(attempt.file, attempt.sha256); !done)
        m_notices.push_back(done.error());
    auto marked = mark(attempt);
    const TimePoint begun = m_clock.now();
    const SuspectCall suspect = CrashMark::suspectCall(marked.get());
    auto plugin = loadLibrary(path);
    if (!plugin)
        return tl::unexpected(std::move(plugin.error()));
    const Duration loadTime = m_clock.now() - begun;
    if (!file.isUnchanged())
        return tl::unexpected(PluginFault{terms.whenChanged});
    m_loaded.emplace(attempt.file, *plugin);
    return Loaded{*plugin, std::move(marked), loadTime};
}

std::vector<CrashGuard::Crash> PluginLoader::crashesOf(const std::string &file,
                                                       const std::string &sha256) const
{
    return m_guard.crashesOf(file, sha256);
}

tl::expected<void, std::string> PluginLoader::forgive(const std::string &file)
{
    return m_guard.forgive(file);
}

// An unguarded plugin is better than none: it is said, once.
std::shared_ptr<CrashMark> PluginLoader::mark(const PluginAttempt &attempt)
{
    auto made = m_guard.mark(attempt);
    m_lastRun.begin();
    if (made)
        return std::move(*made);
    if (std::ranges::count(m_notices, made.error()) == 0)
        m_notices.push_back(made.error());
    return nullptr;
}

} // namespace qontroller
