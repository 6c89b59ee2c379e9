// SPDX-License-Identifier: LGPL-3.0-or-later
#include "asleep.h"
#include "testprogram.h"

#include "core/plugins/isolation/wire/controlchannel.h"
#include "core/plugins/isolation/wire/createcall.h"
#include "core/plugins/process/childprocess.h"
#include "isolationrig.h"

#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::isolation;

namespace {

/// The process of a controller that is made, with this test in the place of its engine.
class Served
{
public:
    Served()
    {
        auto control = ControlChannel::pair();
        int printed[2];
        if (!control || ::pipe2(printed, O_CLOEXEC) != 0)
            qFatal("no descriptors");
        m_control = std::move(control->first);
        m_errors = UniqueFd(printed[0]);
        m_process = std::make_unique<ChildProcess>(
            Invocation{ISOLATION_CHILD, {ISOLATION_CHILD}, {}, {}, ChildScope::Session},
            ChildStreams{UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)),
                         UniqueFd(::open("/dev/null", O_WRONLY | O_CLOEXEC)), UniqueFd(printed[1]),
                         std::move(control->second)});
    }

    /// Hands over connection 0 and has the controller made.
    [[nodiscard]] bool create()
    {
        auto connected = Connection::pair();
        if (!connected
            || !send({ControlPacket::Kind::Connect, 0, 0}, connected->second.descriptor()))
            return false;
        CreateRequest request;
        request.parameters = "list=0";
        FrameWriter writer;
        writeCreate(writer, request);
        if (!connected->first.send(writer))
            return false;
        auto answer = connected->first.receive();
        return answer && readCreated(*answer).has_value();
    }

    [[nodiscard]] bool send(const ControlPacket &packet, int passed = -1)
    {
        ControlChannel channel{UniqueFd(::dup(m_control.get()))};
        return !channel.send(packet, {}, passed);
    }
    [[nodiscard]] bool sendBytes(const std::string &bytes)
    {
        return ::send(m_control.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL)
               == static_cast<ssize_t>(bytes.size());
    }

    /// Waits for its end. All that it has said.
    [[nodiscard]] std::string complaint()
    {
        std::string all;
        char bytes[4096];
        for (ssize_t got = 0; (got = ::read(m_errors.get(), bytes, sizeof bytes)) > 0;)
            all.append(bytes, static_cast<std::size_t>(got));
        return all;
    }
    [[nodiscard]] int exitStatus() { return m_process->reap().code; }

private:
    UniqueFd m_control;
    UniqueFd m_errors;
    std::unique_ptr<ChildProcess> m_process;
};

constexpr const char *WrongPacket =
    "qontroller-pluginhost: a packet on the control channel must be "
    "of type 1 or 2 and name a connection that is new or known\n";

} // namespace

/// The process ends with a sentence when what comes through its control channel is wrong.
class PartsServerTest : public QObject
{
    Q_OBJECT

private slots:
    void aPacketWaitsForRoomInTheChannel()
    {
        auto pair = ControlChannel::pair();
        QVERIFY(pair.has_value());
        ControlChannel from(std::move(pair->first));
        ControlChannel to(std::move(pair->second));
        const ControlPacket packet{ControlPacket::Kind::Cancel, 1, 1};
        std::error_code error;
        while (!error)
            error = from.send(packet); // as hundreds of calls that begin at once
        QCOMPARE(error, std::errc::resource_unavailable_try_again);
        QCOMPARE(from.send(packet, std::chrono::milliseconds(20)), error); // in vain
        std::jthread reader([&to, writer = ::gettid()] {
            while (!test::isAsleep(writer))
                std::this_thread::yield();
            static_cast<void>(to.receive());
        });
        QVERIFY(!from.send(packet, std::chrono::seconds(10)));
    }

    void isNotStartedByHand()
    {
        Served served;
        QVERIFY(served.sendBytes("hello"));
        QCOMPARE(served.complaint(),
                 std::string("qontroller-pluginhost: is started by qontroller and "
                             "qontrollerd, not by hand\n"));
        QCOMPARE(served.exitStatus(), 2);
    }

    void refusesPacketsOfAnotherSize_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<QByteArray>("seen");
        QTest::newRow("shorter") << 5 << QByteArray("5");
        QTest::newRow("longer") << 17 << QByteArray("more");
    }
    void refusesPacketsOfAnotherSize()
    {
        QFETCH(int, size);
        QFETCH(QByteArray, seen);
        Served served;
        QVERIFY(served.create());
        QVERIFY(served.sendBytes(std::string(static_cast<std::size_t>(size), '\1')));
        QCOMPARE(served.complaint(),
                 "qontroller-pluginhost: a packet on the control channel must have 16 bytes, but "
                 "this one has "
                     + seen.toStdString() + '\n');
        QCOMPARE(served.exitStatus(), 2);
    }

    void refusesWrongPackets_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("of another type") << 9;
        QTest::newRow("a connection without a descriptor") << 1;
    }
    void refusesWrongPackets()
    {
        QFETCH(int, kind);
        Served served;
        QVERIFY(served.create());
        QVERIFY(served.send({static_cast<ControlPacket::Kind>(kind), 1, 0}));
        QCOMPARE(served.complaint(), std::string(WrongPacket));
        QCOMPARE(served.exitStatus(), 2);
    }

    void refusesAConnectionThatIsKnown()
    {
        Served served;
        QVERIFY(served.create());
        auto ends = Connection::pair();
        QVERIFY(ends);
        QVERIFY(served.send({ControlPacket::Kind::Connect, 1, 0}, ends->second.descriptor()));
        QVERIFY(served.send({ControlPacket::Kind::Connect, 1, 0}, ends->second.descriptor()));
        QCOMPARE(served.complaint(), std::string(WrongPacket));
        QCOMPARE(served.exitStatus(), 2);
    }

    void skipsACancelThatComesTooLate()
    {
        Served served;
        QVERIFY(served.create());
        QVERIFY(served.send({ControlPacket::Kind::Cancel, 77, 1}));
        QVERIFY(served.send({static_cast<ControlPacket::Kind>(9), 0, 0})); // the one it ends at
        QCOMPARE(served.complaint(), std::string(WrongPacket));
    }
};

QONTROLLER_TEST(PartsServerTest)
#include "tst_partsserver.moc"
