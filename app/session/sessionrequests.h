// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/control/sessionport.h"
#include "core/plugins/load/plugincatalogue.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// What front ends elsewhere are told of \a plugins.
[[nodiscard]] std::vector<FoundPlugin> foundPlugins(const PluginCatalogue &plugins);

/// Where requests for another session wait for the thread that owns the session, and where their
/// callers see what comes of them. Thread-safe.
class SessionRequests final : public SessionPort
{
public:
    struct Request
    {
        ApplyNumber number = 0;
        std::optional<std::string> json; ///< nothing: that of the host's own file
        std::string who;
        ApplyMode mode = ApplyMode::Apply;
    };

    /// \a wake tells that thread, from any other, that there is a request.
    explicit SessionRequests(std::function<void()> wake);

    [[nodiscard]] SessionText session() override;
    [[nodiscard]] std::vector<FoundPlugin> plugins() override;
    ApplyNumber apply(std::optional<std::string> json, std::string who, ApplyMode mode) override;
    [[nodiscard]] std::optional<ApplyStatus> progress(ApplyNumber number) override;

    // For the thread that owns the session

    /// What session() and plugins() give from now on.
    void publish(SessionText session, std::vector<FoundPlugin> plugins);
    /// The request that has waited longest.
    [[nodiscard]] std::optional<Request> take();
    /// What progress() gives from now on. The last MostKept that have ended are kept.
    void report(ApplyNumber number, const ApplyStatus &status);
    static constexpr std::size_t MostKept = 64;

private:
    const std::function<void()> m_wake;
    Mutex m_mutex;
    SessionText m_session QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<FoundPlugin> m_plugins QONTROLLER_GUARDED_BY(m_mutex);
    ApplyNumber m_last QONTROLLER_GUARDED_BY(m_mutex) = 0;
    std::deque<Request> m_waiting QONTROLLER_GUARDED_BY(m_mutex);
    std::map<ApplyNumber, ApplyStatus> m_progress QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
