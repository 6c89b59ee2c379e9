// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/cli/option.h"

namespace qontroller {

/// What the programs that run a session are told of it, with or without a window.
struct SessionLine
{
    std::string session;          ///< a file; empty: none was named
    std::string folder;           ///< of settings and state; empty: none was named
    std::string metrics;          ///< an address; empty: no metrics are served
    bool isMetricsNamed = false;  ///< not the default
    bool isMetricsPublic = false; ///< other machines may reach it
    std::string metricsPasswords; ///< the file of who may read them; empty: each may
    std::string metricsTls;       ///< a folder; empty: none was named
    std::string control;          ///< a socket's path or an address; empty: none was named
    bool isControlNamed = false;  ///< also `off`
    std::string controlTls;       ///< a folder; empty: none was named
    bool isJournaled = true;
    std::vector<std::string> pluginPaths;
    std::vector<std::string> disabledPlugins;
    std::vector<std::string> trustedPlugins; ///< SHA-256, 64 lower-case digits
    std::vector<std::string> trustedFolders; ///< what is below them is trusted
    bool demo = false;
    bool help = false;
    bool version = false;
};

/// Where the server serves metrics unless it is told.
inline constexpr std::string_view DefaultMetrics = "127.0.0.1:9464";

// The options of both. Each writes to its argument, which outlives it.

[[nodiscard]] Option demoOption(SessionLine &line);
[[nodiscard]] Option pluginPathOption(SessionLine &line);
[[nodiscard]] Option disablePluginOption(SessionLine &line);
[[nodiscard]] Option trustOption(SessionLine &line);
[[nodiscard]] Option trustPathOption(SessionLine &line);
/// \a value and \a help differ: one of the programs serves metrics unless it is told not to.
[[nodiscard]] Option metricsOption(SessionLine &line, std::string_view value,
                                   std::string_view help);
[[nodiscard]] Option metricsPublicOption(SessionLine &line);
[[nodiscard]] Option metricsPasswordFileOption(SessionLine &line);
[[nodiscard]] Option metricsTlsOption(SessionLine &line);
/// \a help says where it listens without the option.
[[nodiscard]] Option controlOption(SessionLine &line, std::string_view help);
[[nodiscard]] Option controlTlsOption(SessionLine &line);

[[nodiscard]] Option journalOption(SessionLine &line);

/// What is wrong with what \a line says as a whole.
[[nodiscard]] Complaint judge(const SessionLine &line);

} // namespace qontroller
