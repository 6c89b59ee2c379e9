// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/remotehost.h"
#include "core/remote/server/remoteserver.h"
#include "enginerig.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

using namespace qontroller;
using namespace qontroller::remote;
using namespace std::chrono_literals;

namespace {

/// An engine, the server over it, and a client that sees it through a socket.
struct Rig
{
    Rig()
    {
        for (const char *id : {"a", "b", "c"})
            engine.source->put(id);
    }

    void open()
    {
        auto started = RemoteServer::start({socket()}, served());
        if (!started)
            qFatal("%s", started.error().c_str());
        server = *std::move(started);
        auto connected = RemoteHost::connect(socket());
        if (!connected)
            qFatal("%s", connected.error().sentence.c_str());
        host = *std::move(connected);
    }
    [[nodiscard]] Served served()
    {
        return {engine.host, engine.host, "night", "0.2.0",
                [this](const Caller &caller, const Command &command) {
                    noted.push_back(caller.who + ": " + describe(command.action));
                }};
    }
    [[nodiscard]] std::string socket() const
    {
        return folder.filePath("control.sock").toStdString();
    }

    QTemporaryDir folder;
    test::EngineRig engine;
    std::vector<std::string> noted;
    std::unique_ptr<RemoteServer> server;
    std::unique_ptr<RemoteHost> host;
};

/// Does not return from a description, whatever it is asked.
class DeafDescriber final : public Describer
{
public:
    explicit DeafDescriber(test::Latch &latch)
        : m_latch(latch)
    {}
    std::string desired(const ObjectId &, std::stop_token) override
    {
        m_latch.wait();
        return {};
    }
    std::string actual(const ObjectId &, std::stop_token) override { return {}; }

private:
    test::Latch &m_latch;
};

std::set<ObjectId> idsOf(const Delta &delta)
{
    std::set<ObjectId> ids;
    for (const ControllerDelta &controller : delta.controllers) {
        for (const ItemRow &row : controller.changed)
            ids.insert(row.id);
    }
    return ids;
}

} // namespace

/// A front end that sees and steers a host through a Unix socket.
class RemoteTest final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhoIsThere()
    {
        Rig rig;
        rig.open();
        QCOMPARE(rig.host->introduction().name, std::string("night"));
        QCOMPARE(rig.host->introduction().version, std::string("0.2.0"));
        QCOMPARE(rig.host->introduction().who, nameOfUser(::geteuid()));
        QVERIFY(rig.host->introduction().maySteer);
    }

    void aReaderSeesAllThenWhatChanges()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        FeedReader reader(*rig.host);
        QCOMPARE(idsOf(reader.pull()), (std::set<ObjectId>{"a", "b", "c"}));
        QCOMPARE(idsOf(reader.pull()), std::set<ObjectId>{});
        rig.host->submit({rig.engine.id, PauseItems{{"b"}, {}, "look"}});
        std::set<ObjectId> changed;
        QVERIFY(test::eventually([&] {
            changed.merge(idsOf(reader.pull()));
            return !changed.empty();
        }));
        QCOMPARE(changed, std::set<ObjectId>{"b"});
        QVERIFY(!rig.host->problem());
    }

    void aReaderOfEventsGetsNoRows()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        FeedReader reader(*rig.host, Reads::Events);
        const Delta delta = reader.pull();
        QCOMPARE(delta.controllers.size(), 1U);
        QCOMPARE(delta.controllers.front().name, std::string("batman"));
        QCOMPARE(delta.controllers.front().gauges.known, 3U);
        QVERIFY(idsOf(delta).empty());
    }

    void commandsAreNotedWithWhoGaveThem()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        QVERIFY(rig.host->submit({rig.engine.id, RequeueItems{{"a"}}}) != 0);
        QCOMPARE(rig.noted,
                 std::vector<std::string>{nameOfUser(::geteuid()) + ": requeue 1 object"});
    }

    void detailsAndDescriptionsComeThrough()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        const auto detail = rig.host->detail(rig.engine.id, "a");
        QVERIFY(detail);
        QCOMPARE(detail->row.id, ObjectId("a"));
        QVERIFY(!detail->explanation.empty());
        const auto description = rig.host->describe(rig.engine.id, "a", {});
        QVERIFY(description);
        QCOMPARE(description->problem, std::string("the plugin does not describe its objects"));
        QCOMPARE(rig.host->sample().controllers.size(), 1U);
    }

    void aDescriptionThatNeverComesHoldsNothingUp()
    {
        Rig rig;
        test::Latch &latch = rig.engine.latch();
        ControllerSpec spec = rig.engine.spec();
        spec.parts.describer = std::make_shared<DeafDescriber>(latch);
        const auto id = rig.engine.host.add(std::move(spec));
        QVERIFY(id);
        rig.open();
        std::thread asks([&] { static_cast<void>(rig.host->describe(*id, "a", {})); });
        QVERIFY(test::eventually([&] { return latch.waiting() == 1; }));
        rig.server.reset();
        asks.join();
        QCOMPARE(rig.host->problem()->kind, RemoteError::Kind::NotReached);
    }

    void whatIsNotKnownIsSaid()
    {
        Rig rig;
        rig.open();
        QVERIFY(!rig.host->detail(99, "a"));
        QVERIFY(rig.host->problem());
        QCOMPARE(rig.host->problem()->kind, RemoteError::Kind::NotKnown);
    }

    void aHostThatEndsIsSaid()
    {
        Rig rig;
        QVERIFY(rig.engine.startAndSettle());
        rig.open();
        FeedReader reader(*rig.host);
        QCOMPARE(reader.pull().controllers.size(), 1U);
        rig.server.reset();
        QCOMPARE(reader.pull().controllers.size(), 0U);
        QVERIFY(rig.host->problem());
        QCOMPARE(rig.host->problem()->kind, RemoteError::Kind::NotReached);
        QVERIFY(!QFile::exists(QString::fromStdString(rig.socket())));
    }

    void noHostIsSaid()
    {
        QTemporaryDir folder;
        const auto host = RemoteHost::connect(folder.filePath("none").toStdString());
        QVERIFY(!host);
        QCOMPARE(host.error().kind, RemoteError::Kind::NotReached);
    }
};

QTEST_GUILESS_MAIN(RemoteTest)
#include "tst_remote.moc"
