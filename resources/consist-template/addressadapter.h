// SPDX-License-Identifier: CC0-1.0
#pragma once

#include "core/members/consist/consistadapter.h"
#include "fakeprovider.h"

/// The virtual address of a service. Two that are equal need no call to the provider.
struct Address
{
    static constexpr const char *Kind = "addresses";

    std::string id;
    int qps = 0;

    static Address fromJson(const std::string &id, const QJsonObject &json)
    {
        return {id, json["qps"].toInt()};
    }
    QJsonObject toJson() const { return {{"qps", qps}}; }
    bool operator==(const Address &) const = default;
};

/// A server behind it. Its id is its own address, its name is SERVICE/SERVER.
struct Member
{
    static constexpr const char *Kind = "members";

    std::string id;
    std::string name;
    bool on = false;
    int weight = 0;

    static Member fromJson(const std::string &id, const QJsonObject &json)
    {
        return {id, json["name"].toString().toStdString(), json["on"].toBool(),
                json["weight"].toInt()};
    }
    QJsonObject toJson() const
    {
        return {{"name", QString::fromStdString(name)}, {"on", on}, {"weight", weight}};
    }
    bool operator==(const Member &) const = default;
};

/// Says what should be, what is, and makes it so. The frame decides when, and in which order.
class AddressAdapter final : public qontroller::ConsistAdapter<Address, Member>
{
    using Service = qontroller::ConsistEmployer;
    using Applied = qontroller::Applied;

public:
    AddressAdapter(std::string name, std::shared_ptr<FakeProvider> provider)
        : m_name(std::move(name))
        , m_provider(std::move(provider))
    {}

    std::string controllerName() const override { return m_name; }

    // The address

    qontroller::ConsistItems<Address> expectedEmployers(const Service &service) override
    {
        const QJsonObject &wanted = *service.objectAs<QJsonObject>();
        return std::vector<Address>{{service.id, wanted["qps"].toInt()}};
    }
    qontroller::ConsistItems<Address> currentEmployers(const Service &service) override
    {
        return m_provider->read<Address>(service.id);
    }
    Applied createEmployers(const Service &service, const std::vector<Address> &all) override
    {
        return m_provider->put(service.id, all);
    }
    Applied updateEmployers(const Service &service, const std::vector<Address> &all) override
    {
        return m_provider->put(service.id, all);
    }
    Applied deleteEmployers(const Service &service, const std::vector<Address> &all) override
    {
        return m_provider->take(service.id, all);
    }

    // The members behind it

    qontroller::ConsistItems<Member> expectedEmployees(const Service &service) override
    {
        std::vector<Member> members;
        const QJsonObject wanted = (*service.objectAs<QJsonObject>())["servers"].toObject();
        for (const QString &key : wanted.keys()) {
            const QJsonObject server = wanted[key].toObject();
            const std::string name = service.id + '/' + key.toStdString();
            const bool on = server["ready"].toBool() && service.mayServe(name);
            const std::string address = server["address"].toString().toStdString();
            members.push_back({address, name, on, on ? 100 : 0});
        }
        return members;
    }
    qontroller::ConsistItems<Member> currentEmployees(const Service &service) override
    {
        return m_provider->read<Member>(service.id);
    }
    Applied createEmployees(const Service &service, const std::vector<Member> &all) override
    {
        return m_provider->put(service.id, all);
    }
    Applied updateEmployees(const Service &service, const std::vector<Member> &all) override
    {
        return m_provider->put(service.id, all);
    }
    Applied deleteEmployees(const Service &service, const std::vector<Member> &all) override
    {
        return m_provider->take(service.id, all);
    }

    // May be left out

    bool servesTraffic(const Member &member) const override { return member.on; }
    std::string statusOfEmployee(const Member &member) const override
    {
        return member.on ? "on, weight " + std::to_string(member.weight) : "off";
    }

private:
    std::string m_name;
    std::shared_ptr<FakeProvider> m_provider;
};
