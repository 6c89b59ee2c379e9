// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/mutex.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace qontroller::loadbalancer {

/// Which controller of this process keeps which service at which HAProxy. Two that keep a service
/// of one name would each take the other's servers for its own that nothing expects. Thread-safe.
class ServiceClaims
{
public:
    static ServiceClaims &ofThisProcess();

    /// \a controller keeps \a service at \a socket from now on; nothing, or the one
    /// that does already.
    [[nodiscard]] std::optional<std::string> claim(const std::string &socket,
                                                   const std::string &service,
                                                   const std::string &controller);
    void release(const std::string &socket, const std::string &service,
                 const std::string &controller);
    /// All that \a controller has claimed.
    void releaseAll(const std::string &controller);

private:
    using Place = std::pair<std::string, std::string>; ///< a socket and a service

    Mutex m_mutex;
    std::map<Place, std::string> m_holders QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::loadbalancer
