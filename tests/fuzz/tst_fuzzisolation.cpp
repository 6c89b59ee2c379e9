// SPDX-License-Identifier: LGPL-3.0-or-later
// What the process of an isolated controller sends to the engine.
#include "fuzz.h"
#include "testprogram.h"

#include "core/plugins/isolation/wire/attemptfields.h"
#include "core/plugins/isolation/wire/connection.h"
#include "core/plugins/isolation/wire/createcall.h"

#include <functional>

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::isolation;
using namespace qontroller::test;

namespace {

std::string frameOf(Message type, const std::function<void(FrameWriter &)> &fill)
{
    FrameWriter writer;
    writer.begin(type).number(std::uint64_t{1}); // the call
    fill(writer);
    return std::string(writer.bytes());
}

/// What a process says from its start on.
Corpus answers()
{
    FrameWriter created;
    writeCreated(created, Shape{{WatchMode::Live, WatchMode::None}, true, false, "all"});
    FrameWriter refused;
    writeCreated(refused, tl::unexpected(Refusal{Culprit::Plugin, "it has no parts"}));
    const std::string ids = frameOf(Message::Ids, [](FrameWriter &writer) {
        writer.number(std::uint32_t{2});
        for (const char *id : {"a", "folder/b"})
            writer.number(std::uint8_t{0}).number(Version{7}).text(id);
    });
    const std::string event = frameOf(Message::WatchEvent, [](FrameWriter &writer) {
        writer.number(EventType::Deleted).number(Version{9}).text("a");
    });
    const std::string ended = frameOf(Message::Ended, [](FrameWriter &writer) {
        writeOutcome(writer, Outcome::wait("the backup", std::chrono::seconds(5)));
    });
    const std::string notFound = frameOf(Message::NotFound, [](FrameWriter &writer) {
        writeNotFound(writer, Fetched<void>::failed("no disk"));
    });
    const std::string said = frameOf(Message::Event, [](FrameWriter &writer) {
        writer.text("renewed").text("until 2027");
    });
    return {std::string(created.bytes()) + ids + event, std::string(refused.bytes()),
            ids + said + ended, event + notFound,
            std::string(created.bytes()) + said + ended + ended};
}

/// As the engine does with a call under way, whatever answer it waits for.
void readFields(Frame frame)
{
    FrameReader &fields = frame.fields;
    static_cast<void>(fields.number<std::uint64_t>());
    switch (frame.type) {
    case Message::Ended:
        if (const auto outcome = readOutcome(fields)) {
            FrameWriter again;
            writeOutcome(again.begin(Message::Ended), *outcome);
            FrameReader reader(again.fields());
            const auto same = readOutcome(reader);
            if (!same || same->kind() != outcome->kind() || same->delay() != outcome->delay()
                || same->text() != outcome->text())
                qFatal("an outcome is not what was written");
        }
        break;
    case Message::NotFound: static_cast<void>(readNotFound(fields)); break;
    case Message::Reconcile:
    case Message::Remove: static_cast<void>(readAttempt(fields)); break;
    default:
        static_cast<void>(fields.oneOf(EventType::Deleted));
        while (fields.isGood() && !fields.isWhole()) {
            static_cast<void>(fields.number<Version>());
            static_cast<void>(fields.text());
        }
    }
}

void receiveAll(std::string_view input)
{
    auto ends = Connection::pair();
    if (!ends)
        qFatal("%s", ends.error().c_str());
    if (::write(ends->first.descriptor(), input.data(), input.size()) != ssize_t(input.size()))
        qFatal("not sent");
    ends->first.end();
    for (auto frame = ends->second.receive(); frame; frame = ends->second.receive()) {
        static_cast<void>(readCreated(*frame));
        static_cast<void>(readCreate(*frame));
        readFields(*frame);
    }
}

} // namespace

class FuzzIsolation : public QObject
{
    Q_OBJECT

private slots:
    void whateverAChildSendsIsTakenApart() { fuzz(answers(), 5'000, receiveAll); }
};

QONTROLLER_TEST(FuzzIsolation)
#include "tst_fuzzisolation.moc"
