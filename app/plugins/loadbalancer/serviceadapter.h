// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/expectation.h"
#include "app/plugins/loadbalancer/member.h"
#include "app/plugins/loadbalancer/objectfolder.h"
#include "core/base/threads/mutex.h"
#include "core/members/consist/consistadapter.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::loadbalancer {

/// What adapters of services have in common: what is expected. The provider is for those that
/// derive from it. Thread-safe.
///
/// Besides its backend, a service needs files of its servers that can be understood: one that
/// cannot is a resource that is not as it should be, so it fails softly with a sentence. The same
/// is said of a server that cannot be drained.
class ServiceAdapter : public ConsistAdapter<Resource, Member>
{
public:
    [[nodiscard]] std::string controllerName() const final { return m_name; }

    [[nodiscard]] ConsistItems<Resource> expectedEmployers(const ConsistEmployer &) final;
    [[nodiscard]] ConsistItems<Resource> currentEmployers(const ConsistEmployer &) final;
    Applied createEmployers(const ConsistEmployer &, const std::vector<Resource> &) final;
    Applied updateEmployers(const ConsistEmployer &, const std::vector<Resource> &) final;
    Applied deleteEmployers(const ConsistEmployer &, const std::vector<Resource> &) final;

    [[nodiscard]] ConsistItems<Member> expectedEmployees(const ConsistEmployer &) override;

    [[nodiscard]] bool servesTraffic(const Member &member) const final
    {
        return member.traffic != Member::Traffic::Off;
    }
    [[nodiscard]] std::string statusOfEmployee(const Member &member) const override;

    /// Why a drain does not take server \a id out of all traffic, by what the last passes saw.
    /// Nothing: it does.
    [[nodiscard]] std::optional<Error> whyNotDrained(std::string_view id) const;

protected:
    ServiceAdapter(std::string controllerName, std::shared_ptr<ObjectFolder> folder)
        : m_name(std::move(controllerName))
        , m_folder(std::move(folder))
    {}

    /// Of those that \a service needs, what the provider has.
    [[nodiscard]] virtual ConsistItems<Resource> resourcesOf(const Service &service,
                                                             const ConsistEmployer &) = 0;
    /// By the names of \a members, which are expected: why a drain does not take one out of all
    /// traffic. Those that are not in it can be drained.
    using Hindrances = std::map<std::string, std::string, std::less<>>;
    [[nodiscard]] virtual tl::expected<Hindrances, Error> hindrances(
        const ConsistEmployer &, const std::vector<Member> &members) const = 0;
    /// A service of ours has gone, and all that it had.
    virtual void noteGone(const ObjectId &service) { static_cast<void>(service); }
    /// The folder has a service of this name.
    [[nodiscard]] bool hasService(const ObjectId &service) const;
    /// Why the provider lacks \a resource, and what is to be done about it.
    [[nodiscard]] virtual Error whyMissing(const Resource &resource) const = 0;
    /// Makes \a resource, which is there, as it should be; nothing, or why it cannot be.
    [[nodiscard]] virtual std::optional<Error> mend(const Resource &resource,
                                                    const ConsistEmployer &) = 0;

    [[nodiscard]] static const Service &serviceOf(const ConsistEmployer &employer)
    {
        return *employer.objectAs<Service>();
    }

    /// The ids of resources, and how they should be.
    static constexpr const char *BackendPrefix = "backend ";
    static constexpr const char *FrontendPrefix = "frontend ";
    static constexpr const char *There = "there";
    static constexpr const char *Open = "open";

private:
    [[nodiscard]] ObjectFolder::Result<Expectation> expectation(const ConsistEmployer &) const;
    /// Those of the last pass.
    [[nodiscard]] Hindrances noted(const ConsistEmployer &) const;

    const std::string m_name;
    const std::shared_ptr<ObjectFolder> m_folder;

    mutable Mutex m_mutex;
    /// Of the last pass of each service: its members, and why one cannot be drained, or nothing.
    std::map<ObjectId, Hindrances> m_drains QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::loadbalancer
