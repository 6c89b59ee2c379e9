// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/isolation/engine/linesplitter.h"
#include "core/plugins/isolation/engine/restartbackoff.h"
#include "core/plugins/isolation/served/callanswers.h"
#include "core/plugins/isolation/wire/attemptfields.h"
#include "core/plugins/isolation/wire/connection.h"
#include "core/plugins/isolation/wire/createcall.h"
#include "printing.h"

#include <sys/socket.h>

#include <thread>

using namespace qontroller;
using namespace qontroller::isolation;
using namespace std::chrono_literals;

class FramesTest : public QObject
{
    Q_OBJECT

private slots:
    void givesFieldsBack()
    {
        FrameWriter writer;
        writer.begin(Message::WatchEvent)
            .number(EventType::Deleted)
            .number(Version(9))
            .text("a\0b");
        FrameReader reader(writer.bytes().substr(FrameHeader));
        QCOMPARE(reader.oneOf(EventType::Deleted), EventType::Deleted);
        QCOMPARE(reader.number<Version>(), Version(9));
        QCOMPARE(std::string(reader.text()), std::string("a"));
        QVERIFY(reader.isWhole());
    }

    void doesNotReadOverTheEnd()
    {
        FrameReader reader(std::string_view("\xff\xff\xff\x7f"
                                            "abc",
                                            7));
        QVERIFY(reader.text().empty());
        QVERIFY(!reader.isGood());
        QCOMPARE(reader.number<std::uint8_t>(), std::uint8_t(0));
        QVERIFY(!reader.isWhole());
    }

    void refusesWhatIsLeftOver() { QVERIFY(!FrameReader("x").isWhole()); }

    void refusesUnknownEnumerators()
    {
        const char wrong = 3;
        FrameReader reader({&wrong, 1});
        QCOMPARE(reader.oneOf(EventType::Deleted), EventType::Added);
        QVERIFY(!reader.isWhole());
    }

    void carriesFramesOfAnySize()
    {
        auto ends = Connection::pair();
        QVERIFY(ends);
        const std::string large(3'000'000, 'x');
        std::thread sender([&] {
            FrameWriter writer;
            for (const std::string &text : {std::string("a"), large, std::string(), large}) {
                writer.begin(Message::Text).text(text);
                if (!ends->first.send(writer))
                    qFatal("not sent");
            }
            ends->first.end();
        });
        std::vector<std::size_t> sizes;
        for (auto frame = ends->second.receive(); frame; frame = ends->second.receive())
            sizes.push_back(frame->fields.text().size());
        sender.join();
        QCOMPARE(sizes, (std::vector<std::size_t>{1, large.size(), 0, large.size()}));
    }

    void refusesFramesThatAreTooLarge()
    {
        auto ends = Connection::pair();
        QVERIFY(ends);
        FrameWriter writer;
        writer.begin(Message::Text).text(std::string(FrameLimit, 'x'));
        QVERIFY(!writer.fits());
        QCOMPARE(ends->first.send(writer).error(),
                 std::string("cannot be sent 67108868 bytes at once: the most is 67108864"));
        QCOMPARE(::send(ends->first.descriptor(), "\xff\xff\xff\xff\x01", 5, 0), ssize_t(5));
        const auto received = ends->second.receive();
        QVERIFY(!received);
        QCOMPARE(received.error(), std::string("does not keep to the protocol: a frame of "
                                               "4294967295 bytes is larger than 67108864"));
    }

    void saysWhenTheOtherSideIsGone()
    {
        auto ends = Connection::pair();
        QVERIFY(ends);
        // In the middle of a frame, too.
        QCOMPARE(::send(ends->first.descriptor(),
                        "\x05\0\0\0\x01"
                        "ab",
                        7, 0),
                 ssize_t(7));
        ends->first.end();
        const auto received = ends->second.receive();
        QVERIFY(!received);
        QCOMPARE(received.error(), std::string(ClosedConnection));
    }

    void sendsNothingAfterTheEndOfACall()
    {
        auto ends = Connection::pair();
        QVERIFY(ends);
        CallAnswers answers(ends->first);
        answers.sendText(Message::WatchError, "there is no call yet");
        answers.begin(1);
        answers.sendText(Message::WatchMissed, "goes on");
        answers.sendText(Message::Text, std::string(FrameLimit, 'x')); // too large: an exception
        answers.sendText(Message::Text, "too late");
        answers.begin(2);
        answers.sendText(Message::Text, "next");
        for (const auto &[call, type] :
             {std::pair(1U, Message::WatchMissed), std::pair(1U, Message::Threw),
              std::pair(2U, Message::Text)}) {
            auto frame = ends->second.receive();
            QVERIFY(frame);
            QCOMPARE(static_cast<int>(frame->type), static_cast<int>(type));
            QCOMPARE(frame->fields.number<std::uint64_t>(), std::uint64_t(call));
        }
    }

    void agreesOnCreation()
    {
        FrameWriter writer;
        writeCreate(writer, {ProtocolVersion, "p.so", "abc", "batman", "{}", "[]"});
        const auto request = readCreate(frameOf(writer));
        QVERIFY(request);
        QCOMPARE(request->plugin, std::string("p.so"));
        QCOMPARE(request->sha256, std::string("abc"));
        QCOMPARE(request->controller, std::string("batman"));
        QCOMPARE(request->parameters, std::string("{}"));
        QCOMPARE(request->options, std::string("[]"));

        const Shape shape{{WatchMode::Live, WatchMode::None}, true, false, "last"};
        writeCreated(writer, shape);
        QVERIFY(readCreated(frameOf(writer)) == shape);
    }

    void refusesOtherVersions()
    {
        FrameWriter writer;
        writeCreate(writer, {ProtocolVersion + 1, "", "", "", "", ""});
        const auto request = readCreate(frameOf(writer));
        QVERIFY(!request);
        QCOMPARE(request.error().sentence,
                 std::string("qontroller-pluginhost is asked for version 9 of the protocol and "
                             "speaks version 8: install both from one version of Qontroller"));

        writer.begin(Message::Created).number(ProtocolVersion + 1);
        const auto made = readCreated(frameOf(writer));
        QVERIFY(!made);
        QCOMPARE(made.error().sentence,
                 std::string("qontroller-pluginhost speaks version 9 of the protocol, this program "
                             "version 8: install both from one version of Qontroller"));
    }

    void refusesAnotherFirstAnswer()
    {
        FrameWriter writer;
        for (const Message wrong : {Message::Text, Message::Created, Message::Refused}) {
            writer.begin(wrong);
            if (wrong == Message::Created) // with a watch mode that there is not
                writer.number(ProtocolVersion).number('\0').number('\0').number(1U).number('\x7f');
            const auto made = readCreated(frameOf(writer));
            QVERIFY(!made);
            QVERIFY2(made.error().sentence.find("does not keep to the protocol")
                         != std::string::npos,
                     made.error().sentence.c_str());
        }
    }

    void bringsOverAllOfAnAttempt()
    {
        const ObjectId id = "a";
        const TimePoint deadline(Duration(77));
        const Attempt attempt{id,          "c",     3, 5, {}, {}, true, AttemptCause::ByHand,
                              "disk full", deadline};
        FrameWriter writer;
        writeAttempt(writer.begin(Message::Reconcile), attempt);
        FrameReader fields(writer.bytes().substr(FrameHeader));
        const auto read = readAttempt(fields);
        QVERIFY(read);
        QCOMPARE(read->id, id);
        QCOMPARE(read->number, 3U);
        QCOMPARE(read->fence, std::uint64_t(5));
        QVERIFY(read->isMissing);
        QVERIFY(read->cause == AttemptCause::ByHand);
        QCOMPARE(read->lastError, std::string("disk full"));
        QVERIFY(read->deadline == deadline);
    }

    void refusesWrongAttemptsAndOutcomes()
    {
        FrameReader attempt("abc");
        QVERIFY(!readAttempt(attempt));
        const std::string fields(13, '\x09'); // no such kind
        FrameReader outcome(fields);
        QVERIFY(!readOutcome(outcome));
        FrameWriter found;
        found.begin(Message::NotFound).number(Fetched<void>::Kind::Found).text("");
        Frame notFound = frameOf(found);
        QVERIFY(!readNotFound(notFound.fields));
    }

    void backsOffLongerAndLonger_data()
    {
        QTest::addColumn<int>("last");
        QTest::addColumn<int>("ran");
        QTest::addColumn<int>("next");
        QTest::newRow("the first time") << 0 << 0 << 1;
        QTest::newRow("twice") << 1 << 5 << 2;
        QTest::newRow("again") << 8 << 5 << 16;
        QTest::newRow("no longer than the longest") << 16 << 5 << 30;
        QTest::newRow("and stays there") << 30 << 59 << 30;
        QTest::newRow("it has run well") << 30 << 60 << 1;
    }
    void backsOffLongerAndLonger()
    {
        QFETCH(int, last);
        QFETCH(int, ran);
        QFETCH(int, next);
        QCOMPARE(nextBackOff(last * 1s, ran * 1s, {}), Duration(next * 1s));
    }

    void makesLines()
    {
        std::vector<std::string> lines;
        LineSplitter splitter([&](std::string_view line) { lines.emplace_back(line); });
        splitter.add("on");
        splitter.add("e\n\ntwo\nthr");
        QCOMPARE(lines, (std::vector<std::string>{"one", "two"}));
        splitter.flush();
        QCOMPARE(lines.back(), std::string("thr"));
        splitter.add(std::string(LineSplitter::Longest + 2, 'x') + '\n');
        QCOMPARE(lines.size(), std::size_t(5));
        QCOMPARE(lines[3], std::string(LineSplitter::Longest, 'x') + " […]");
        QCOMPARE(lines.back(), std::string("[…] xx"));
    }

    void aSecretIsFoundWhereALineIsCut()
    {
        Concealer concealer;
        concealer.add("S3CRET0123456789");
        std::string seen;
        LineSplitter splitter(
            [&](std::string_view line) { seen += concealer.concealed(std::string(line)); });
        splitter.add(std::string(LineSplitter::Longest - 5, 'x') + "S3CRET0123456789tail\n");
        QVERIFY2(seen.find("S3C") == std::string::npos && seen.find("789") == std::string::npos,
                 seen.substr(4080).c_str());
        QVERIFY(seen.ends_with("tail"));
    }

private:
    [[nodiscard]] static Frame frameOf(FrameWriter &writer)
    {
        const std::string_view bytes = writer.bytes();
        return {static_cast<Message>(bytes[FrameHeader - 1]),
                FrameReader(bytes.substr(FrameHeader))};
    }
};

QONTROLLER_TEST(FramesTest)
#include "tst_frames.moc"
