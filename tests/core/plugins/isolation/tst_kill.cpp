// SPDX-License-Identifier: LGPL-3.0-or-later
#include "effort.h"
#include "testprogram.h"

#include "core/engine/host/host.h"
#include "core/engine/observe/feed/delta.h"
#include "isolationrig.h"

#include <sys/wait.h>

using namespace qontroller;
using namespace qontroller::test;

/// `kill -9` of an isolated controller's process under load, again and again: no id is
/// lost, and none is handled twice at once.
class KillTest : public QObject
{
    Q_OBJECT

private slots:
    void p7_losesNothing()
    {
        constexpr int Kills = effort(100);
        constexpr int Objects = 60;
        const auto descriptors = openDescriptors();
        {
            IsolationRig rig;
            QCOMPARE(rig.start("list=" + std::to_string(Objects)), std::string());
            Host host;
            FeedReader reader(host);
            start(rig, host);
            QVERIFY(eventually([&] { return host.status().at(0).hasListed; }));
            std::vector<Ticket> tickets;
            for (int round = 1; round <= Kills; ++round) {
                for (int i = 0; i < Objects; ++i)
                    rig.write("want-copy" + std::to_string(i), std::to_string(round * 1000 + i));
                tickets.push_back(host.submit({1, ItemsAction{ItemVerb::Requeue, ids(Objects)}}));
                // In the middle of it: a tenth is done.
                const auto enough = host.status().at(0).counters.handled + Objects / 10;
                QVERIFY(eventually([&] {
                    return host.status().at(0).counters.handled >= enough && rig.pid() != 0;
                }));
                const int pid = rig.pid();
                QCOMPARE(::kill(pid, SIGKILL), 0);
                QVERIFY(rig.otherThan(pid) > 0);
            }
            QVERIFY(eventually([&] { return host.status().at(0).isIdle(); }));
            for (int i = 0; i < Objects; ++i)
                QCOMPARE(rig.read("have-copy" + std::to_string(i)),
                         std::to_string(Kills * 1000 + i));
            QCOMPARE(rig.read("twice"), std::string());
            const ControllerStatus status = host.status().at(0);
            QCOMPARE(status.troubled(), std::uint64_t(0));
            QCOMPARE(status.gauges.known, std::uint64_t(Objects));
            QCOMPARE(rig.isolated.process->status().restarts, std::uint64_t(Kills));
            QCOMPARE(ticketsDone(reader), std::uint64_t(Kills) * Objects);
            QVERIFY(status.counters.errors > 0); // it did hit attempts
            qInfo("%d kills, %llu attempts, of which %llu failed", Kills,
                  static_cast<unsigned long long>(status.counters.handled),
                  static_cast<unsigned long long>(status.counters.errors));
        }
        QCOMPARE(openDescriptors(), descriptors);
        QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1); // no zombie
    }

private:
    static Ids ids(int count)
    {
        Ids all;
        for (int i = 0; i < count; ++i)
            all.push_back("copy" + std::to_string(i));
        return all;
    }

    static void start(IsolationRig &rig, Host &host)
    {
        ControllerSpec spec{"batman", "test", rig.isolated.parts, {}, rig.isolated.process};
        spec.options.workers = 4;
        spec.options.resyncInterval = std::chrono::hours(1); // no list makes up for what is lost
        spec.options.maxRetries = 1000;
        spec.options.backoffMax = std::chrono::milliseconds(50);
        spec.options.retryRate = 10'000;
        const auto added = host.add(std::move(spec));
        if (!added || *added != 1)
            qFatal("not added");
    }

    /// Each id of each command ends its own, whatever became of the process.
    static std::uint64_t ticketsDone(FeedReader &reader)
    {
        std::uint64_t done = 0;
        for (std::size_t before = 1; before != 0;) {
            before = 0;
            for (const ControllerDelta &delta : reader.pull().controllers) {
                before += delta.events.size();
                for (const EventRecord &end : delta.ticketEnds)
                    done += end.runs;
            }
        }
        return done;
    }
};

QONTROLLER_TEST(KillTest)
#include "tst_kill.moc"
