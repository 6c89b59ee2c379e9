// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"

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

    /// Who claims. Parts of one controller may be there several times: for a check they are made
    /// and dropped, and those that hang outlive it.
    struct Claimant
    {
        std::string controller;
        const void *part = nullptr; ///< its adapter
    };
    /// \a who keeps \a service at \a socket from now on, also in the place of another part of its
    /// controller; nothing, or the controller that keeps it already.
    [[nodiscard]] std::optional<std::string> claim(const std::string &socket,
                                                   const std::string &service, const Claimant &who);
    void release(const std::string &socket, const std::string &service, const void *part);
    /// All that \a part has claimed.
    void releaseAll(const void *part);

private:
    using Place = std::pair<std::string, std::string>; ///< a socket and a service

    Mutex m_mutex;
    std::map<Place, Claimant> m_holders QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::loadbalancer
