// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/itemdetail.h"

#include "cacherig.h"
#include "probe.h"

namespace qontroller::test {

/// A controller whose parts come from the kit, on the caches' clock. Its objects are things;
/// its handler answers what the test says and notes what it saw.
class KitRig : public CacheRig
{
public:
    using Run = std::function<Outcome(const Thing &, const Attempt &)>;

    [[nodiscard]] std::shared_ptr<Reconciler> reconciler(std::shared_ptr<Storage<Thing>> things)
    {
        return makeReconciler<Thing>(std::move(things),
                                     makeHandler<Thing>(
                                         [this](const Thing &thing, const Attempt &attempt) {
                                             note("+" + attempt.id + "=" + thing.color);
                                             return onAdd ? onAdd(thing, attempt) : Outcome::done();
                                         },
                                         [this](const Attempt &attempt) {
                                             note("-" + attempt.id);
                                             return Outcome::done();
                                         }));
    }
    void add(std::shared_ptr<ListerWatcher> listerWatcher, std::shared_ptr<Reconciler> reconciler,
             std::vector<RelatedSource> related = {})
    {
        ControllerParts parts;
        parts.listerWatcher = std::move(listerWatcher);
        parts.reconciler = std::move(reconciler);
        parts.related = std::move(related);
        add(std::move(parts));
    }
    void add(ControllerParts parts)
    {
        ControllerSpec spec;
        spec.name = "kit";
        spec.parts = std::move(parts);
        spec.options.resyncInterval = std::chrono::hours(1);
        spec.options.workers = 1;
        const auto added = host->add(std::move(spec));
        if (!added)
            qFatal("%s", added.error().c_str());
        m_id = *added;
    }
    /// Ends the controller, and waits for its end.
    void end()
    {
        m_reader.reset();
        static_cast<void>(host->stop(std::chrono::seconds(10)));
        host.reset();
    }

    [[nodiscard]] std::string log() const
    {
        const std::lock_guard lock(m_mutex);
        return m_log;
    }
    void forgetLog()
    {
        const std::lock_guard lock(m_mutex);
        m_log.clear();
    }
    [[nodiscard]] ControllerStatus status() const { return host->status().front(); }
    [[nodiscard]] bool settles()
    {
        return eventually([this] { return status().isIdle(); });
    }
    [[nodiscard]] bool logs(const std::string &text)
    {
        return eventually([&] { return log() == text; });
    }
    /// Moves time to wherever a thread waits for, until \a condition holds.
    template<class Condition>
    [[nodiscard]] bool passUntil(Condition condition)
    {
        return eventually([&] {
            if (condition())
                return true;
            const TimePoint next = clock.nextDeadline();
            if (next != TimePoint::max() && next > clock.now())
                clock.advance(next - clock.now());
            return false;
        });
    }
    void resync() { host->submit({m_id, ControllerVerb::Resync}); }
    void requeue(const ObjectId &id) { host->submit({m_id, ItemsAction{ItemVerb::Requeue, {id}}}); }
    [[nodiscard]] ItemRow row(const ObjectId &id)
    {
        return host->detail(m_id, id).value_or(ItemDetail{}).row;
    }
    /// What the controller's source says is wrong.
    [[nodiscard]] std::string listError()
    {
        for (const ControllerDelta &delta : m_reader->pull().controllers)
            m_listError = delta.listError;
        return m_listError;
    }

    Run onAdd;

private:
    void note(const std::string &text)
    {
        const std::lock_guard lock(m_mutex);
        m_log += (m_log.empty() ? "" : " ") + text;
    }

    mutable std::mutex m_mutex;
    std::string m_log;
    std::string m_listError;
    ControllerId m_id = 0;

public:
    std::optional<Host> host{std::in_place, clock};

private:
    std::optional<FeedReader> m_reader{std::in_place, *host};
};

} // namespace qontroller::test
