// SPDX-License-Identifier: LGPL-3.0-or-later
#include "addressadapter.h"
#include "core/engine/api/functions.h"
#include "core/members/consist/consistparts.h"
#include "core/plugins/api/controllerplugin.h"

#include <QtCore/QObject>

#include <map>
#include <mutex>

namespace qontroller {

namespace {

/// A member with what the provider alone knows, so it is left out of ==.
struct PooledMember : Member
{
    int sessions = 0;

    friend bool operator==(const PooledMember &a, const PooledMember &b)
    {
        return static_cast<const Member &>(a) == static_cast<const Member &>(b);
    }
};
using Pooled = std::vector<PooledMember>;

std::vector<Member> plain(const Pooled &members)
{
    return {members.begin(), members.end()};
}

ConsistItems<PooledMember> pooled(const ConsistItems<Member> &members)
{
    Pooled all;
    for (const Member &member : *members)
        all.push_back({member});
    return all;
}

/// The adapter of the template for authors. Right in all, but for the one fault that it is told to
/// have.
class FaultyAdapter final : public ConsistAdapter<Address, PooledMember>
{
    using Service = ConsistEmployer;

public:
    FaultyAdapter(std::string fault, const std::string &name,
                  const std::shared_ptr<FakeProvider> &provider)
        : m_fault(std::move(fault))
        , m_right(name, provider)
    {}

    std::string controllerName() const override { return m_right.controllerName(); }

    ConsistItems<Address> expectedEmployers(const Service &service) override
    {
        return m_right.expectedEmployers(service);
    }
    ConsistItems<Address> currentEmployers(const Service &service) override
    {
        auto addresses = m_right.currentEmployers(service);
        for (Address &address : *addresses)
            address.qps += has("never-equal") ? 1 : 0;
        return addresses;
    }
    Applied createEmployers(const Service &service, const std::vector<Address> &all) override
    {
        return m_right.createEmployers(service, all);
    }
    Applied updateEmployers(const Service &service, const std::vector<Address> &all) override
    {
        return m_right.updateEmployers(service, all);
    }
    Applied deleteEmployers(const Service &service, const std::vector<Address> &all) override
    {
        return m_right.deleteEmployers(service, all);
    }

    ConsistItems<PooledMember> expectedEmployees(const Service &service) override
    {
        return pooled(m_right.expectedEmployees(service));
    }
    ConsistItems<PooledMember> currentEmployees(const Service &service) override
    {
        auto members = pooled(m_right.currentEmployees(service));
        if (has("hides-what-is-left") && service.isGoing)
            members->clear();
        for (PooledMember &member : *members) {
            if (has("believes-itself") && !service.mayServe(member.name))
                member = {{member.id, member.name, false, 0}};
            member.sessions = sessionsOf(service, member);
        }
        return members;
    }
    Applied createEmployees(const Service &service, const Pooled &pool) override
    {
        const std::vector<Member> all = plain(pool);
        // It takes the list for all that there is to be.
        if (has("replaces"))
            static_cast<void>(m_right.deleteEmployees(service, *m_right.currentEmployees(service)));
        if (has("takes-the-first")) {
            static_cast<void>(m_right.createEmployees(service, {all.front()}));
            return Applied::all(all);
        }
        if (has("fails-if-there") && isThere(service, all.front()))
            return Applied::aborted("it is there already");
        return m_right.createEmployees(service, all);
    }
    Applied updateEmployees(const Service &service, const Pooled &all) override
    {
        std::vector<Member> changed = plain(all);
        if (has("believes-itself") || has("says-drained"))
            std::erase_if(changed, [&](const Member &one) { return !service.mayServe(one.name); });
        static_cast<void>(m_right.updateEmployees(service, changed));
        return Applied::all(all);
    }
    Applied deleteEmployees(const Service &service, const Pooled &all) override
    {
        return has("keeps-members") && service.isGoing
                   ? Applied::all(all)
                   : m_right.deleteEmployees(service, plain(all));
    }
    bool servesTraffic(const PooledMember &member) const override
    {
        return !has("denies-traffic") && (m_right.servesTraffic(member) || member.sessions > 0);
    }

private:
    [[nodiscard]] bool has(std::string_view fault) const { return m_fault == fault; }
    /// Of one that was taken out just now: they last for three looks, or for ever.
    [[nodiscard]] int sessionsOf(const Service &service, const PooledMember &member)
    {
        const std::lock_guard lock(m_mutex);
        if (service.mayServe(member.name) || member.on)
            return m_looks[member.name] = 0;
        return has("never-drains") || m_looks[member.name]++ < 3 ? 1 : 0;
    }
    [[nodiscard]] bool isThere(const Service &service, const Member &member)
    {
        return std::ranges::count(*m_right.currentEmployees(service), member.id, &Member::id) > 0;
    }

    const std::string m_fault;
    AddressAdapter m_right;
    std::mutex m_mutex;
    std::map<std::string, int> m_looks; // by name, at one that has sessions
};

QString fileOf(const QString &folder, const ObjectId &service)
{
    return folder + '/' + QString::fromStdString(service) + ".json";
}

void mustBeThere(const QString &folder)
{
    if (!QDir(folder).exists())
        throw std::runtime_error(folder.toStdString() + " is away");
}

} // namespace

/// Makes consist controllers that are right, or wrong in one way.
class PoolPlugin final : public QObject, public ControllerPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.qontroller.ControllerPlugin/3" FILE "pool.json")
    Q_INTERFACES(qontroller::ControllerPlugin)

public:
    tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters,
                                                      const ControllerContext &context) override
    {
        const QString folder = parameters["services"].toString();
        const auto provider = std::make_shared<FakeProvider>(parameters["provider"].toString());
        auto services = makeListerWatcher([=](ListSink &sink, const std::stop_token &) {
            for (const QString &file : QDir(folder).entryList({"*.json"}, QDir::Files))
                sink.add(file.chopped(5).toStdString());
            mustBeThere(folder);
            return ListResult::complete();
        });
        auto storage = makeStorage<QJsonObject>([=](const Attempt &attempt) {
            const auto service = readJson(fileOf(folder, attempt.id));
            if (service)
                return Fetched<QJsonObject>::found(std::make_shared<const QJsonObject>(*service));
            mustBeThere(folder);
            return Fetched<QJsonObject>::gone();
        });
        ConsistOptions options;
        options.batching = ConsistOptions::Batching::Whole;
        options.followLifecycle = parameters["fault"].toString() != "follows-nothing";
        return makeConsistController(
            std::make_shared<FaultyAdapter>(parameters["fault"].toString().toStdString(),
                                            context.controllerName, provider),
            services, storage, options);
    }
};

} // namespace qontroller

#include "pool.moc"
