// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/sessionline.h"

#include "app/cli/controlsocket.h"
#include "core/engine/metrics/metricsserver.h"
#include "core/plugins/load/pluginfile.h"

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

Option trustPathOption(SessionLine &line)
{
    return {"--trust-path", "DIR", "build/plugins",
            "Use all plugin files below this folder in this run, whatever their content: for "
            "authors of plugins. Refused if others can write to it or to a folder above it, unless "
            "that folder is sticky, as /tmp is. It is not searched: see --plugin-path. May be "
            "given more than once.",
            toList(line.trustedFolders)};
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
    return {
        "--metrics-public", "", "",
        "Serve metrics at an address that other machines reach, even without passwords, or with "
        "passwords that the network can see.",
        toFlag(line.isMetricsPublic)};
}

Option metricsPasswordFileOption(SessionLine &line)
{
    return {"--metrics-password-file", "FILE", "/etc/qontroller/metrics-users",
            "Serve metrics to those alone who know a password of this file, which has lines "
            "user:password and which nobody else can read. /healthz needs none. Add --metrics-tls "
            "for other machines: else the network sees the password.",
            toText(line.metricsPasswords)};
}

Option metricsTlsOption(SessionLine &line)
{
    return {"--metrics-tls", "DIR", "/etc/qontroller/tls",
            "Serve metrics over HTTPS, with cert.pem and key.pem of this folder, which are read at "
            "the start. It may be that of --control-tls.",
            toText(line.metricsTls)};
}

Option controlOption(SessionLine &line, std::string_view help)
{
    const auto take = [&line](const std::string &place) -> Complaint {
        line.isControlNamed = true;
        line.control = place == "off" ? "" : place;
        return std::nullopt;
    };
    return {"--control", "PATH|ADDR:PORT|off", "/run/qontroller/photos/control.sock", help, take};
}

Option controlTlsOption(SessionLine &line)
{
    return {"--control-tls", "DIR", "/etc/qontroller/tls",
            "The certificates for an address of --control: cert.pem and key.pem of this host, and "
            "whose certificates may steer (operators.pem) and only look (viewers.pem).",
            toText(line.controlTls)};
}

Option journalOption(SessionLine &line)
{
    return {"--journal", "on|off", "off",
            "With off, nothing is kept for the next start: not which objects are known, pauses, "
            "removals that are held or were refused, nor back-offs.",
            toOneOf<bool>(line.isJournaled, {{"on", true}, {"off", false}})};
}

Complaint judge(const SessionLine &line)
{
    const bool isOpen = !line.metrics.empty() && !line.isMetricsPublic && !isLoopback(line.metrics);
    if (isOpen && line.metricsPasswords.empty())
        return "--metrics: other machines reach " + line.metrics
               + ", and no password is asked for: add --metrics-password-file and "
                 "--metrics-tls, add --metrics-public if that is meant, or serve them at 127.0.0.1";
    if (isOpen && line.metricsTls.empty())
        return "--metrics: other machines reach " + line.metrics
               + ", and the network would see the passwords: add --metrics-tls, add "
                 "--metrics-public if that is meant, or serve them at 127.0.0.1";
    if (line.demo && !line.session.empty())
        return "--demo runs instead of a session: leave out --demo or \"" + line.session + '"';
    if (isControlAddress(line.control) && line.controlTls.empty())
        return "--control " + line.control
               + " needs --control-tls, the folder of certificates: without them whoever reaches "
                 "the address could steer";
    if (!isControlAddress(line.control) && !line.controlTls.empty())
        return "--control-tls is for an address: name one, as in --control 0.0.0.0:7000";
    return std::nullopt;
}

} // namespace qontroller
