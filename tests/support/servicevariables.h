// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>

namespace qontroller::test {

/// The variables that systemd gives to a service itself; until its end, this process has them.
class ServiceVariables
{
public:
    ServiceVariables()
    {
        for (const char *name : Names)
            qputenv(name, "for the service");
    }
    ~ServiceVariables()
    {
        for (const char *name : Names)
            qunsetenv(name);
    }
    ServiceVariables(const ServiceVariables &) = delete;
    ServiceVariables &operator=(const ServiceVariables &) = delete;

    static constexpr const char *Names[] = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID",
                                            "LISTEN_FDS",    "LISTEN_PID",    "LISTEN_FDNAMES",
                                            "JOURNAL_STREAM"};
    /// A script that prints which of them it has, and a last line.
    static constexpr const char *Shown =
        "env | grep -E '^(NOTIFY_|WATCHDOG_|LISTEN_|JOURNAL_)'; echo 'no more'; ";
};

} // namespace qontroller::test
