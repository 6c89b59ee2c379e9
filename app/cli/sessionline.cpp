// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/cli/sessionline.h"

#include "core/metrics/metricsserver.h"
#include "core/plugins/pluginfile.h"

namespace qontroller {

Option demoOption(SessionLine &line)
{
    return {"--demo", "", "", "Run the built-in demonstration instead of a session.",
            toFlag(line.demo)};
}

Option pluginPathOption(SessionLine &line)
{
    return {"--plugin-path", "DIR", "/opt/plugins",
            "Look for plugins here first; may be given more than once.", toList(line.pluginPaths)};
}

Option disablePluginOption(SessionLine &line)
{
    return {"--disable-plugin", "ID", "folder-mirror",
            "Leave this plugin out; may be given more than once.", toList(line.disabledPlugins)};
}

Option trustOption(SessionLine &line)
{
    const auto take = [&line](const std::string &value) -> Complaint {
        if (!isSha256(value))
            return "must be the SHA-256 of a plugin's file, 64 digits as sha256sum prints them, "
                   "but is \""
                   + value + '"';
        line.trustedPlugins.push_back(value);
        return std::nullopt;
    };
    return {"--trust", "SHA256", "$(sha256sum < plugin.so | cut -c -64)",
            "Use plugin files of this content although they are outside the installation's folder "
            "or others can write them; may be given more than once.",
            take};
}

Option metricsOption(SessionLine &line, std::string_view value, std::string_view help)
{
    const auto take = [&line](const std::string &address) -> Complaint {
        line.isMetricsNamed = true;
        if (address == "off") {
            line.metrics.clear();
            return std::nullopt;
        }
        line.metrics = address;
        return validateMetricsAddress(address);
    };
    return {"--metrics", value, DefaultMetrics, help, take};
}

Option metricsPublicOption(SessionLine &line)
{
    return {"--metrics-public", "", "",
            "Serve metrics at an address that other machines reach. Nobody is asked who they are.",
            toFlag(line.isMetricsPublic)};
}

Complaint judge(const SessionLine &line)
{
    if (!line.metrics.empty() && !line.isMetricsPublic && !isLoopback(line.metrics))
        return "--metrics: other machines reach " + line.metrics
               + ", and nobody is asked who they are: add --metrics-public if that is meant, or "
                 "serve them at 127.0.0.1";
    if (line.demo && !line.session.empty())
        return "--demo runs instead of a session: leave out --demo or \"" + line.session + '"';
    return std::nullopt;
}

} // namespace qontroller
