// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/lifecyclefeeds.h"

#include <algorithm>
#include <utility>

namespace qontroller::ui {

namespace {

LifecycleFeed::Answers refusedAll(std::size_t orders)
{
    LifecycleFeed::Answers answers(orders, tl::unexpected(Error(notShown())));
    return answers;
}

} // namespace

LifecycleFeeds::LifecycleFeeds(Wish wish, QObject *parent)
    : QObject(parent)
    , m_wish(std::move(wish))
{}

LifecycleFeeds::~LifecycleFeeds() = default;

LifecycleFeeds::Host &LifecycleFeeds::hostOf(HostId host)
{
    Host &known = m_hosts[host];
    if (!known.feed) {
        known.feed = std::make_unique<LifecycleFeed>([this, host] { return m_wish(host); },
                                                     SteadyClock::instance(), this);
        connect(known.feed.get(), &LifecycleFeed::pulled, this,
                [this, host](const LifecyclePicturePtr &picture) { take(host, picture); });
    }
    return known;
}

void LifecycleFeeds::follow(const HostLinks &hosts)
{
    std::map<HostId, LifecyclePortPtr> ports;
    for (const HostLinkPtr &link : hosts.links()) {
        if (auto port = link->members())
            ports.emplace(link->id(), std::move(port));
    }
    for (const auto &[host, known] : m_hosts) {
        if (!ports.contains(host))
            leave(host);
    }
    for (const auto &[host, port] : ports)
        hostOf(host).feed->setPort(port);
    // A feed that still owes the operator an answer stays until it is there.
    std::erase_if(m_hosts, [](const auto &each) {
        return !each.second.feed->hasPort() && !each.second.feed->isBusy();
    });
    review();
}

void LifecycleFeeds::take(HostId host, const LifecyclePicturePtr &picture)
{
    m_hosts.at(host).last = picture;
    review();
    emit pulled(host, picture);
}

void LifecycleFeeds::leave(HostId host)
{
    Host &known = m_hosts.at(host);
    known.feed->setPort(nullptr);
    if (!std::exchange(known.last, nullptr))
        return;
    auto nothing = std::make_shared<LifecyclePicture>();
    nothing->employers = std::make_shared<const EmployerSummaries>();
    nothing->hasControllers = false;
    emit pulled(host, nothing);
}

bool LifecycleFeeds::hasMembers(HostId host, const Host &known)
{
    return host == 0 || (known.last && known.last->hasControllers);
}

void LifecycleFeeds::review()
{
    const bool isThere = std::ranges::any_of(m_hosts, [](const auto &each) {
        return each.second.feed->hasPort() && hasMembers(each.first, each.second);
    });
    if (std::exchange(m_isThere, isThere) != isThere)
        emit thereChanged(isThere);
}

OperationViews LifecycleFeeds::operations() const
{
    OperationViews all;
    for (const auto &[host, known] : m_hosts) {
        if (!known.last)
            continue;
        for (const consist::OperationView &view : known.last->operations)
            all.push_back({view, host, known.last->now});
    }
    return all;
}

std::set<std::string> LifecycleFeeds::operationTypes() const
{
    std::set<std::string> types;
    for (const auto &[host, known] : m_hosts) {
        const auto employers = known.feed->employers();
        if (!employers)
            continue;
        for (const consist::EmployerSummary &employer : *employers)
            types.insert(employer.operationTypes.begin(), employer.operationTypes.end());
    }
    return types;
}

std::vector<LifecycleFeeds::Delay> LifecycleFeeds::delays() const
{
    std::vector<Delay> delays;
    for (const auto &[host, known] : m_hosts) {
        if (!known.feed->hasPort())
            continue;
        if (known.feed->isStale())
            delays.push_back({host, known.feed->owed(), {}, hasMembers(host, known)});
        else if (!known.feed->problem().isEmpty())
            delays.push_back({host, {}, known.feed->problem(), hasMembers(host, known)});
    }
    return delays;
}

void LifecycleFeeds::stop()
{
    for (const auto &[host, known] : m_hosts)
        known.feed->stop();
}

void LifecycleFeeds::pull()
{
    for (const auto &[host, known] : m_hosts)
        known.feed->pull();
}

void LifecycleFeeds::submit(HostId host, LifecycleFeed::Orders orders,
                            std::function<void(const LifecycleFeed::Answers &)> then)
{
    const auto known = m_hosts.find(host);
    if (known == m_hosts.end())
        return then(refusedAll(orders.size()));
    known->second.feed->submit(std::move(orders), std::move(then));
}

void LifecycleFeeds::forget(HostId host, std::vector<consist::EmployerName> employers,
                            std::string by,
                            std::function<void(const LifecycleFeed::Answers &)> then)
{
    const auto known = m_hosts.find(host);
    if (known == m_hosts.end())
        return then(refusedAll(employers.size()));
    known->second.feed->forget(std::move(employers), std::move(by), std::move(then));
}

} // namespace qontroller::ui
