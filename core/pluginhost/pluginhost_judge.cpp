// SPDX-License-Identifier: LGPL-3.0-or-later
// Whether a file may be used: what PluginHost decides before anything of it is loaded.
#include "core/pluginhost/pluginhost.h"

#include "core/pluginhost/pluginfile.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace qontroller {

namespace fs = std::filesystem;

PluginRecord PluginHost::judge(const std::string &file, PluginOrigin origin) const
{
    MetadataReading reading = inspectLibrary(file);
    PluginRecord record;
    record.file = file;
    record.origin = origin;
    record.metadata = std::move(reading.metadata);
    record.sha256 = PluginFile(file).sha256().value_or(std::string());
    const auto decide = [&record](PluginState state, const std::string &why) {
        record.state = state;
        record.sentence = record.file + ' ' + why;
        return !why.empty();
    };
    if (!reading.problem.empty()) {
        decide(PluginState::Refused, reading.problem);
    } else if (const PluginRecord *owner = ownerOfId(record)) {
        decide(PluginState::Refused, "has the id " + owner->metadata.id + ", which belongs to "
                                         + owner->file + ": remove one of the two files");
    } else if (!decide(PluginState::Disabled, whyLeftOut(record.metadata))
               && !decide(PluginState::Crashed, whyCrashed(record))
               && !decide(PluginState::Untrusted, sayUntrusted(record))) {
        record.state = PluginState::Ready;
        record.sentence.clear();
    }
    return record;
}

// What is loaded stays, and what could not be loaded is judged when it is added again.
void PluginHost::judgeAgain()
{
    for (PluginRecord &record : m_records) {
        if (record.state != PluginState::Loaded && !m_broken.contains(record.file))
            record = judge(record.file, record.origin);
    }
}

// One that is loaded keeps its id, else the first in the order of search has it.
const PluginRecord *PluginHost::ownerOfId(const PluginRecord &record) const
{
    bool earlier = true;
    for (const PluginRecord &other : m_records) {
        if (other.file == record.file)
            earlier = false;
        else if (other.metadata.id == record.metadata.id && other.isUsable()
                 && (earlier || other.state == PluginState::Loaded))
            return &other;
    }
    return nullptr;
}

std::string PluginHost::whyLeftOut(const PluginMetadata &metadata) const
{
    if (m_search.policy == PluginPolicy::SafeMode)
        return "is not loaded in safe mode: start without --safe-mode to use it";
    if (std::ranges::count(m_search.disabled, metadata.id) > 0)
        return "is left out: start without --disable-plugin " + metadata.id + " to use it";
    if (m_decisions.isDisabled(metadata.id))
        return "is disabled, as " + m_decisions.file() + " says: enable it in the window's plugins";
    return {};
}

// A new build may have mended what crashed: only this content counts.
std::string PluginHost::whyCrashed(const PluginRecord &record) const
{
    const auto crashes = m_guard.crashesOf(record.file, record.sha256);
    if (crashes.size() < m_search.crashLimit)
        return {};
    return whatCrashed(crashes) + ": install a mended build, leave it out with --disable-plugin "
           + record.metadata.id + ", or remove " + crashes.back().mark + " to try it again";
}

std::string PluginHost::sayUntrusted(PluginRecord &record) const
{
    record.distrust = whyUntrusted(record);
    return record.distrust.empty() ? std::string()
                                   : "is not trusted: " + record.distrust
                                         + "; if it is what you expect, trust it in the window, or "
                                           "start with --trust "
                                         + record.sha256;
}

std::string PluginHost::whyUntrusted(const PluginRecord &record) const
{
    const bool installed = isInstalled(record.file);
    std::string why = whoElseCanWrite(record.file);
    if (installed && why.empty())
        return {};
    const std::string trusted = m_decisions.trustedSha256(record.file);
    if (trusted == record.sha256 || std::ranges::count(m_search.trusted, record.sha256) > 0)
        return {};
    if (!trusted.empty())
        return "it has changed since it was trusted";
    const char *const outside = "it is outside the installation's plugin folder";
    return installed ? why : outside + (why.empty() ? "" : ", and " + why);
}

bool PluginHost::isInstalled(const std::string &file) const
{
    const std::string folder = fs::path(file).parent_path().string();
    return std::ranges::any_of(m_search.folders, [&folder](const PluginFolder &each) {
        return each.origin == PluginOrigin::Installation && canonicalPath(each.path) == folder;
    });
}

// What was mapped once stays, and the same name would give it again.
void PluginHost::noteChange(PluginRecord &record)
{
    if (PluginFile(record.file).sha256().value_or(record.sha256) != record.sha256)
        record.sentence = record.file + " could not be loaded and has changed since: start this "
                          + "program again to use it";
}

} // namespace qontroller
