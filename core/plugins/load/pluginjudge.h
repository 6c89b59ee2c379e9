// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/load/crashguard.h"
#include "core/plugins/load/pluginmetadata.h"
#include "core/plugins/load/pluginrecord.h"
#include "core/plugins/load/pluginsearch.h"

#include <string>
#include <vector>

namespace qontroller {

/// What decides whether a file is trusted.
struct PluginTrust
{
    std::string sha256;          ///< of its content now; empty: unreadable
    std::string trustedSha256;   ///< of the content that an operator agreed to; empty: none
    std::string whoElseCanWrite; ///< as whoElseCanWrite() says it
    bool isInstalled = false;    ///< it is in the installation's plugin folder
    bool isInTrustedFolder = false; ///< of PluginSearch, and nobody else can replace it there
};

/// What is known of a file before any of its code runs.
struct PluginFacts
{
    MetadataReading reading;
    std::string idOwner;                    ///< another file that has its id; empty: none
    bool isDisabled = false;                ///< by an operator's decision
    std::vector<CrashGuard::Crash> crashes; ///< in a row, of this content
    PluginTrust trust;
};

/// What becomes of a file.
struct PluginVerdict
{
    PluginState state = PluginState::Ready;
    /// Why it cannot be used, and what would help: the end of a sentence that begins with
    /// the file's name. Empty: it can be used.
    std::string why;
    std::string distrust; ///< as PluginRecord::distrust
};

/// Decides whether a plugin's file may be used. Looks at nothing but what it is given.
class PluginJudge
{
public:
    /// \a rules outlive it.
    explicit PluginJudge(const PluginSearch &rules)
        : m_rules(rules)
    {}

    /// The first reason against the file counts: its metadata, its id, a decision, crashes,
    /// then trust.
    [[nodiscard]] PluginVerdict judge(const PluginFacts &facts) const;

    /// The same for trust alone: Ready or Untrusted.
    [[nodiscard]] PluginVerdict judgeTrust(const PluginTrust &trust) const;

private:
    [[nodiscard]] std::string whyLeftOut(const PluginFacts &facts) const;
    [[nodiscard]] std::string whyCrashed(const PluginFacts &facts) const;
    [[nodiscard]] std::string whyUntrusted(const PluginTrust &trust) const;

    const PluginSearch &m_rules;
};

} // namespace qontroller
