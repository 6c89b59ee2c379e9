// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/command.h"
#include "core/engine/queue/itemtable.h"
#include "enginerig.h"
#include "heldclock.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// Counts how often the thread that made it asks for the time. The queue asks once for each hold of
/// its lock.
class CountingClock final : public HeldClock
{
public:
    [[nodiscard]] std::size_t asked() const { return m_asked; }
    TimePoint now() const override
    {
        if (std::this_thread::get_id() == m_thread)
            ++m_asked;
        return HeldClock::now();
    }

private:
    std::thread::id m_thread = std::this_thread::get_id();
    mutable std::size_t m_asked = 0;
};

/// How many of them the rig's source has.
constexpr std::size_t Many = 16 * ItemTable::Portion;

std::vector<ObjectId> manyIds()
{
    std::vector<ObjectId> ids;
    for (std::size_t i = 0; i < Many; ++i)
        ids.push_back("object-" + std::to_string(i));
    return ids;
}

} // namespace

/// How long others wait for the queue's lock is measured by bench_lock; here is seen that what a
/// front end asks of many objects is done a portion at a time.
class LockHoldsTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatConcernsManyIsDoneAPortionAtATime_data()
    {
        const std::vector<ObjectId> ids = manyIds();
        const auto row = [](const char *name, Action action) { QTest::newRow(name) << action; };
        QTest::addColumn<Action>("action");
        row("pause", ItemsAction{ItemVerb::Pause, ids});
        row("resume", ItemsAction{ItemVerb::Resume, ids});
        row("requeue", ItemsAction{ItemVerb::Requeue, ids});
        row("discard", ItemsAction{ItemVerb::Discard, ids});
        row("remove held", ItemsAction{ItemVerb::Remove, ids});
        row("remove all held", ItemsAction{ItemVerb::Remove});
        row("keep held", ItemsAction{ItemVerb::Keep, ids});
        row("keep all held", ItemsAction{ItemVerb::Keep});
        row("requeue one often", ItemsAction{ItemVerb::Requeue, Ids(Many, "object-1")});
        row("refused", ItemsAction{ItemVerb::Requeue, Ids(Many, "")});
    }
    void whatConcernsManyIsDoneAPortionAtATime()
    {
        QFETCH(Action, action);
        CountingClock clock;
        Host host(clock);
        const ControllerId id = add(host);
        QVERIFY(id != 0);
        const std::size_t before = clock.asked();
        host.submit({id, action});
        const std::size_t holds = clock.asked() - before;
        QVERIFY2(holds >= Many / ItemTable::Portion, qPrintable(QString::number(holds)));
    }

    void whatIsHeldIsLookedForAPortionAtATime()
    {
        CountingClock clock;
        Host host(clock);
        const ControllerId id = add(host);
        QVERIFY(id != 0);
        const std::size_t before = clock.asked();
        QVERIFY(host.held(id).empty());
        QVERIFY(clock.asked() - before >= Many / ItemTable::Portion);
    }

private:
    /// A controller that knows many objects and handles none; 0: its list has not ended.
    [[nodiscard]] ControllerId add(Host &host)
    {
        EngineRig rig;
        for (const ObjectId &id : manyIds())
            rig.source->put(id);
        rig.options.workers = 0;
        const auto added = host.add(rig.spec());
        if (!added)
            return 0;
        const bool isListed = eventually([&] { return host.status().front().counters.lists > 0; });
        return isListed ? *added : 0;
    }
};

QONTROLLER_TEST(LockHoldsTest)
#include "tst_lockholds.moc"
