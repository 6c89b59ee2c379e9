// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/pluginjudge.h"

#include <algorithm>
#include <utility>

namespace qontroller {

PluginVerdict PluginJudge::judge(const PluginFacts &facts) const
{
    const PluginMetadata &metadata = facts.reading.metadata;
    if (!facts.reading.problem.empty())
        return {PluginState::Refused, facts.reading.problem, {}};
    if (!facts.idOwner.empty())
        return {PluginState::Refused,
                "has the id " + metadata.id + ", which belongs to " + facts.idOwner
                    + ": remove one of the two files",
                {}};
    if (std::string why = whyLeftOut(facts); !why.empty())
        return {PluginState::Disabled, std::move(why), {}};
    if (std::string why = whyCrashed(facts); !why.empty())
        return {PluginState::Crashed, std::move(why), {}};
    return judgeTrust(facts.trust);
}

PluginVerdict PluginJudge::judgeTrust(const PluginTrust &trust) const
{
    std::string distrust = whyUntrusted(trust);
    if (distrust.empty())
        return {};
    if (trust.sha256.empty())
        return {PluginState::Untrusted, "is not trusted: " + distrust, std::move(distrust)};
    std::string why = "is not trusted: " + distrust
                      + "; if it is what you expect, trust it in the window, or start with --trust "
                      + trust.sha256;
    return {PluginState::Untrusted, std::move(why), std::move(distrust)};
}

std::string PluginJudge::whyLeftOut(const PluginFacts &facts) const
{
    const std::string &id = facts.reading.metadata.id;
    if (m_rules.policy == PluginPolicy::SafeMode)
        return "is not loaded in safe mode: start without --safe-mode to use it";
    if (std::ranges::count(m_rules.disabled, id) > 0)
        return "is left out: start without --disable-plugin " + id + " to use it";
    if (facts.isDisabled)
        return "is disabled, as " + m_rules.decisionsFile
               + " says: enable it in the window's plugins";
    return {};
}

// A new build may have mended what crashed: only this content counts.
std::string PluginJudge::whyCrashed(const PluginFacts &facts) const
{
    if (facts.crashes.empty() || m_rules.afterCrash == AfterCrash::TryAgain)
        return {};
    return whatCrashed(facts.crashes)
           + ": install a mended build, leave it out with --disable-plugin "
           + facts.reading.metadata.id + ", or remove " + facts.crashes.back().mark
           + " to try it again";
}

std::string PluginJudge::whyUntrusted(const PluginTrust &trust) const
{
    const std::string &others = trust.whoElseCanWrite;
    if ((trust.isInstalled || trust.isInTrustedFolder) && others.empty())
        return {};
    if (trust.sha256.empty())
        return "its content cannot be read";
    if (trust.trustedSha256 == trust.sha256
        || std::ranges::count(m_rules.trusted, trust.sha256) > 0)
        return {};
    if (!trust.trustedSha256.empty())
        return "it has changed since it was trusted";
    const char *const outside = "it is outside the installation's plugin folder";
    return trust.isInstalled ? others : outside + (others.empty() ? "" : ", and " + others);
}

} // namespace qontroller
