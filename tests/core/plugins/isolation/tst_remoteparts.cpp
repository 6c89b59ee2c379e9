// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/faults/callforeign.h"
#include "core/sdk/testing/recordingattempt.h"
#include "isolationrig.h"

#include <atomic>
#include <thread>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

using Kind = Outcome::Kind;

/// Notes all that a list or a watch says.
class Notebook final : public ListSink, public WatchSink
{
public:
    void add(std::string_view id, Version version) override
    {
        note(std::string(id) + " v" + std::to_string(version));
    }
    void addLeftover(std::string_view id) override { note("left: " + std::string(id)); }
    void ready() override { note("ready"); }
    void event(EventType type, std::string_view id, Version version) override
    {
        note("event " + std::to_string(static_cast<int>(type)) + ' ' + std::string(id) + " v"
             + std::to_string(version));
    }
    void cursor(std::string_view cursor) override { note("cursor " + std::string(cursor)); }
    void missed(std::string_view why) override { note("missed: " + std::string(why)); }
    void error(std::string_view what) override { note("error: " + std::string(what)); }

    [[nodiscard]] std::vector<std::string> notes() const
    {
        const std::lock_guard lock(m_mutex);
        return m_notes;
    }

private:
    void note(std::string text)
    {
        const std::lock_guard lock(m_mutex);
        m_notes.push_back(std::move(text));
    }

    mutable std::mutex m_mutex;
    std::vector<std::string> m_notes;
};

/// What \a call throws.
template<class Call>
std::string thrownBy(Call call)
{
    try {
        call();
    } catch (const std::runtime_error &error) {
        return error.what();
    }
    return "nothing";
}

} // namespace

/// Everything that parts say and are told crosses over as it is.
class RemotePartsTest : public QObject
{
    Q_OBJECT

private slots:
    void bringsOutcomesOver_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("delay");
        const auto row = [](const char *id, Kind kind, const char *text = "",
                            Duration delay = 0ns) {
            QTest::newRow(id) << id << static_cast<int>(kind) << text << qint64(delay.count());
        };
        row("plain", Kind::Done);
        row("after", Kind::RequeueAfter, "", 1500ms);
        row("result", Kind::Done, "3 files");
        row("resultafter", Kind::RequeueAfter, "until March", 1s);
        row("retry", Kind::Retry, "not yet");
        row("park", Kind::Park, "never");
        row("wait", Kind::Wait, "the tide", 3s);
        row("short", Kind::Shortage, "no more sockets");
        row("echo", Kind::Park, "echo of batman, number 2, fence 5");
        row("unreadable", Kind::Retry, "not found: cannot be read");
    }
    void bringsOutcomesOver()
    {
        QFETCH(QString, id);
        QFETCH(int, kind);
        QFETCH(QString, text);
        QFETCH(qint64, delay);
        const Outcome outcome = rig().handle(id.toStdString());
        QCOMPARE(static_cast<int>(outcome.kind()), kind);
        QCOMPARE(outcome.text(), text.toStdString());
        QCOMPARE(qint64(outcome.delay().count()), delay);
    }

    void bringsOverWhatAStorageSays()
    {
        const auto get = [this](const ObjectId &id) {
            return rig().isolated.parts.reconciler->get({id, "batman", 1, 0, {}});
        };
        QCOMPARE(get("gone").kind(), Fetched<void>::Kind::Gone);
        QCOMPARE(get("ignored").kind(), Fetched<void>::Kind::Ignored);
        QCOMPARE(get("counted").generation(), std::uint64_t(7));
        QCOMPARE(get("plain").generation(), std::uint64_t(0));
        QCOMPARE(thrownBy([&] { static_cast<void>(get("throwget")); }),
                 std::string("thrown by get"));
    }

    void e7_addsWhatIsAssumedUnlessItIsMissing()
    {
        const auto get = [this](const ObjectId &id, bool isMissing) {
            return rig().isolated.parts.reconciler->get({id, "batman", 1, 0, {}, {}, isMissing});
        };
        QCOMPARE(rig().handle("assumed").kind(), Kind::Done);
        QCOMPARE(get("assumed", true).kind(), Fetched<void>::Kind::Assumed);
        QCOMPARE(get("gone", true).kind(), Fetched<void>::Kind::Gone);
        QCOMPARE(get("plain", true).kind(), Fetched<void>::Kind::Found);
        QCOMPARE(rig().isolated.process->status().restarts, std::uint64_t(0));
    }

    void bringsExceptionsOver()
    {
        QCOMPARE(thrownBy([this] { static_cast<void>(rig().handle("throw")); }),
                 std::string("thrown by add"));
        QCOMPARE(rig().handle("plain").kind(), Kind::Done); // the same process goes on
        QCOMPARE(rig().isolated.process->status().restarts, std::uint64_t(0));
    }

    void aValueThatThereIsNotIsTheCallsFault()
    {
        QCOMPARE(thrownBy([this] { static_cast<void>(rig().handle("wronglevel")); }),
                 std::string("log() was given the LogLevel 99, which there is not"));
        QCOMPARE(rig().isolated.process->status().restarts, std::uint64_t(0));
    }

    void bringsShortagesOver()
    {
        const auto thrown = callForeign([this] { return rig().handle("throwshort"); });
        QVERIFY(!thrown);
        QVERIFY(thrown.error().isShortage());
        QCOMPARE(thrown.error().text, std::string("no log: Too many open files"));
    }

    void removes()
    {
        const ObjectId id = "a";
        const Outcome outcome = rig().isolated.parts.reconciler->remove({id, "batman", 1, 0, {}});
        QCOMPARE(outcome.text(), std::string("removed a"));
    }

    void showsProgress()
    {
        RecordingAttempt notes;
        QCOMPARE(rig().handle("progress", {}, &notes).kind(), Kind::Done);
        QCOMPARE(notes.notes(), std::vector<std::string>{"3 of 4"});
    }

    void lists()
    {
        IsolationRig many;
        QCOMPARE(many.start("list=1000 left=over"), std::string());
        Notebook notes;
        const ListResult result = many.isolated.parts.listerWatcher->list(notes, {});
        QCOMPARE(result.kind(), ListResult::Kind::Complete);
        QCOMPARE(result.text(), std::string("here"));
        QCOMPARE(notes.notes().size(), std::size_t(1001));
        QCOMPARE(notes.notes().front(), std::string("copy0 v7"));
        QCOMPARE(notes.notes().at(999), std::string("copy999 v7"));
        QCOMPARE(notes.notes().back(), std::string("left: over"));
    }

    void takesOverWhatAnotherHostHas()
    {
        IsolationRig foreign;
        QCOMPARE(foreign.start("list=foreign"), std::string());
        ListerWatcher &source = *foreign.isolated.parts.listerWatcher;
        Notebook notes;
        const ListResult refused = source.list(notes, {});
        QVERIFY(refused.isForeign());
        QCOMPARE(refused.text(), std::string("host-b has it"));
        source.takeOver();
        QVERIFY(!source.list(notes, {}).isForeign());
        QCOMPARE(notes.notes(), std::vector<std::string>{"taken v0"});
    }

    void nothingOfAListIsTakenForTheNext()
    {
        IsolationRig huge;
        QCOMPARE(huge.start("list=huge"), std::string());
        ListerWatcher &source = *huge.isolated.parts.listerWatcher;
        Notebook first;
        static_cast<void>(thrownBy([&] { static_cast<void>(source.list(first, {})); }));
        Notebook second;
        const ListResult result = source.list(second, {});
        QCOMPARE(second.notes(), (std::vector<std::string>{"a v0", "b v0"}));
        QCOMPARE(result.kind(), ListResult::Kind::Complete);
        QCOMPARE(result.text(), std::string("second"));
    }

    void listsUntilAskedToStop()
    {
        IsolationRig polite;
        QCOMPARE(polite.start("list=polite"), std::string());
        std::stop_source stop;
        std::jthread asker([&] { stop.request_stop(); });
        Notebook notes;
        const ListResult result = polite.isolated.parts.listerWatcher->list(notes,
                                                                            stop.get_token());
        QCOMPARE(result.kind(), ListResult::Kind::Partial);
        QCOMPARE(result.text(), std::string("was asked to stop"));
    }

    void watchesUntilAskedToStop()
    {
        IsolationRig watching;
        QCOMPARE(watching.start("watch=cursor"), std::string());
        ListerWatcher &source = *watching.isolated.parts.listerWatcher;
        QCOMPARE(source.watchMode(), WatchMode::FromCursor);
        Notebook notes;
        std::stop_source stop;
        WatchEnd end = WatchEnd::closed();
        std::thread watcher([&] { end = source.watch(notes, "start", stop.get_token()); });
        const bool said = eventually([&] { return notes.notes().size() == 5; });
        stop.request_stop();
        watcher.join();
        QVERIFY(said);
        QCOMPARE(notes.notes(),
                 (std::vector<std::string>{"ready", "event 1 changed v9", "cursor after start",
                                           "missed: a buffer ran over", "error: not understood"}));
        QCOMPARE(end.kind(), WatchEnd::Kind::CursorExpired);
    }

    void describes()
    {
        IsolationRig describing;
        QCOMPARE(describing.start("describe=yes"), std::string());
        Describer &describer = *describing.isolated.parts.describer;
        QCOMPARE(describer.desired("a", {}), std::string("desired a"));
        QCOMPARE(thrownBy([&] { static_cast<void>(describer.actual("a", {})); }),
                 std::string("actual a is not known"));
        QCOMPARE(describer.actual("huge", {}).size(), LongestDescription);
        QCOMPARE(rig().isolated.parts.describer, nullptr);
    }

    void hasRelatedSources()
    {
        IsolationRig relating;
        QCOMPARE(relating.start("related=yes"), std::string());
        QCOMPARE(relating.isolated.parts.related.size(), std::size_t(1));
        const RelatedSource &related = relating.isolated.parts.related.front();
        Notebook notes;
        QCOMPARE(related.listerWatcher->list(notes, {}).text(), std::string("one only"));
        QCOMPARE(notes.notes(), std::vector<std::string>{"member v0"});
        QCOMPARE(related.owners->ownersOf("x", {}), (std::vector<ObjectId>{"owner of x", "other"}));
        QCOMPARE(thrownBy([&] { static_cast<void>(related.owners->ownersOf("many", {})); }),
                 std::string("an answer of 131080012 bytes is larger than 67108864"));
    }

    void textsAreCutOnBothSides_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("in the process, before a frame is made") << "verbose";
        QTest::newRow("in the engine, which believes no process") << "toomuch";
    }
    void textsAreCutOnBothSides()
    {
        QFETCH(QString, id);
        IsolationRig talking;
        QCOMPARE(talking.start(), std::string());
        const Outcome outcome = talking.handle(id.toStdString());
        QCOMPARE(outcome.kind(), Kind::Park);
        QCOMPARE(outcome.text().size(), LongestText);
        QVERIFY(outcome.text().find(CutMark) != std::string::npos);
    }

    void idsThatAreTooLongComeOverAsSuch()
    {
        IsolationRig huge;
        QCOMPARE(huge.start("list=huge"), std::string());
        std::vector<std::size_t> sizes;
        struct Sizes final : ListSink
        {
            explicit Sizes(std::vector<std::size_t> &s)
                : sizes(s)
            {}
            void add(std::string_view id, Version) override { sizes.push_back(id.size()); }
            void addLeftover(std::string_view) override {}
            std::vector<std::size_t> &sizes;
        } sink(sizes);
        QCOMPARE(huge.isolated.parts.listerWatcher->list(sink, {}).kind(),
                 ListResult::Kind::Complete);
        QCOMPARE(sizes, (std::vector<std::size_t>{6, LongestId + 1, 5})); // the engine refuses it
    }

    void servesManyThreads()
    {
        constexpr int Threads = 8;
        std::atomic<int> done = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < Threads; ++i) {
            threads.emplace_back([&] {
                for (int run = 0; run < 100; ++run)
                    done += rig().handle("echo").text() == "echo of batman, number 2, fence 5";
            });
        }
        threads.clear();
        QCOMPARE(done.load(), Threads * 100);
    }

    void cancelsOneCallAndNoOther()
    {
        std::stop_source stop;
        std::atomic<bool> isOver = false;
        std::jthread other([&] {
            static_cast<void>(rig().handle("polite", stop.get_token()));
            isOver = true;
        });
        std::stop_source mine;
        mine.request_stop(); // before the call, even
        QCOMPARE(rig().handle("polite", mine.get_token()).text(), std::string("was asked to stop"));
        QCOMPARE(rig().handle("plain", mine.get_token()).kind(), Kind::Done);
        QVERIFY(!isOver);
        stop.request_stop();
        other.join();
        QCOMPARE(rig().isolated.process->status().restarts, std::uint64_t(0));
    }

    void cleanupTestCase() { m_rig.reset(); }

private:
    /// One process for all tests that leave it as it is.
    IsolationRig &rig()
    {
        if (!m_rig) {
            m_rig = std::make_unique<IsolationRig>();
            if (const std::string problem = m_rig->start(); !problem.empty())
                qFatal("%s", problem.c_str());
        }
        return *m_rig;
    }

    std::unique_ptr<IsolationRig> m_rig;
};

QONTROLLER_TEST(RemotePartsTest)
#include "tst_remoteparts.moc"
