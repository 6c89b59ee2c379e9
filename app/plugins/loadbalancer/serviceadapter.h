// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/expectation.h"
#include "app/plugins/loadbalancer/member.h"
#include "app/plugins/loadbalancer/objectfolder.h"
#include "core/consist/consistadapter.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace qontroller {

/// What adapters of services have in common: what is expected. The provider is for those that
/// derive from it. Thread-safe.
///
/// Besides its backend, a service needs files of its servers that can be understood: one that
/// cannot is a resource that is not as it should be, so it fails softly with a sentence.
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

protected:
    ServiceAdapter(std::string controllerName, std::shared_ptr<ObjectFolder> folder)
        : m_name(std::move(controllerName))
        , m_folder(std::move(folder))
    {}

    /// Of those that \a service needs, what the provider has.
    [[nodiscard]] virtual ConsistItems<Resource> resourcesOf(const Service &service,
                                                             const ConsistEmployer &) = 0;
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

    const std::string m_name;
    const std::shared_ptr<ObjectFolder> m_folder;
};

} // namespace qontroller
