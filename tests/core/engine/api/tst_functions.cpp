// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/sdk/testing/recordingattempt.h"
#include "printing.h"

#include "core/engine/api/functions.h"
#include "core/sdk/testing/reconcile.h"
#include "core/sdk/testing/recordinglist.h"
#include "core/sdk/testing/recordingwatch.h"

#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class FunctionsTest : public QObject
{
    Q_OBJECT

private slots:
    void listerWatcherCallsItsFunctions()
    {
        const auto source = makeListerWatcher(
            [](ListSink &sink, std::stop_token) {
                sink.add("a", 3);
                sink.add("b");
                sink.addLeftover("c");
                return ListResult::complete("c7");
            },
            [](WatchSink &sink, const std::string &cursor, std::stop_token) {
                sink.ready();
                sink.event(EventType::Added, cursor);
                return WatchEnd::cursorExpired();
            },
            WatchMode::FromCursor);
        RecordingList sink;
        const ListResult result = source->list(sink, {});
        QCOMPARE(sink.text(), "a b -c");
        QCOMPARE(sink.versions, (std::map<ObjectId, Version>{{"a", 3}, {"b", 0}}));
        QVERIFY(result.kind() == ListResult::Kind::Complete);
        QCOMPARE(result.text(), "c7");
        QVERIFY(source->watchMode() == WatchMode::FromCursor);
        RecordingWatch watcher;
        QVERIFY(source->watch(watcher, "from", {}).kind() == WatchEnd::Kind::CursorExpired);
        QCOMPARE(watcher.text(), "ready +from");
    }

    void listerWatcherWithoutAWatchHasNone()
    {
        const auto source = makeListerWatcher(
            [](ListSink &, std::stop_token) { return ListResult::partial("half"); });
        QVERIFY(source->watchMode() == WatchMode::None);
        RecordingList sink;
        QVERIFY(source->list(sink, {}).kind() == ListResult::Kind::Partial);
    }

    void sourceThatOnlyListsNeedsNoWatch()
    {
        class Lister final : public ListerWatcher
        {
        public:
            ListResult list(ListSink &, std::stop_token) override
            {
                return ListResult::failed("no");
            }
        };
        Lister lister;
        RecordingWatch watcher;
        QVERIFY(lister.watchMode() == WatchMode::None);
        QVERIFY(lister.watch(watcher, {}, {}).kind() == WatchEnd::Kind::Closed);
    }

    void stopTokensReachTheFunctions()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto source = makeListerWatcher([](ListSink &, std::stop_token token) {
            return token.stop_requested() ? ListResult::failed("stopped") : ListResult::complete();
        });
        RecordingList sink;
        QCOMPARE(source->list(sink, stop.get_token()).text(), "stopped");
    }

    void bindTiesStorageAndHandler()
    {
        std::string handled;
        const auto reconciler =
            makeReconciler<std::string>(makeStorage<std::string>([](const Attempt &attempt) {
                                            return Fetched<std::string>::found(
                                                std::make_shared<const std::string>("<" + attempt.id
                                                                                    + ">"));
                                        }),
                                        makeHandler<std::string>(
                                            [&](const std::string &object, const Attempt &attempt) {
                                                handled += "add " + object + " as " + attempt.id
                                                           + "; ";
                                                return Outcome::requeueAfter(3s);
                                            },
                                            [&](const Attempt &attempt) {
                                                handled += "remove " + attempt.id;
                                                return Outcome::park("cannot");
                                            }));
        const ObjectId id = "web";
        const auto object = reconciler->get(attemptFor(id));
        QVERIFY(object.kind() == Fetched<void>::Kind::Found);
        QCOMPARE(reconciler->add(object.object(), attemptFor(id)).delay(), Duration(3s));
        QCOMPARE(reconciler->remove(attemptFor(id)).text(), "cannot");
        QCOMPARE(handled, "add <web> as web; remove web");
    }

    void e11_bindPassesOnWhatTheStorageSays_data()
    {
        QTest::addColumn<int>("kind");
        using Kind = Fetched<int>::Kind;
        QTest::newRow("ignored") << int(Kind::Ignored);
        QTest::newRow("gone") << int(Kind::Gone);
        QTest::newRow("failed") << int(Kind::Failed);
    }
    void e11_bindPassesOnWhatTheStorageSays()
    {
        QFETCH(int, kind);
        const auto storage = makeStorage<int>([kind](const Attempt &) {
            using Kind = Fetched<int>::Kind;
            return Kind(kind) == Kind::Ignored ? Fetched<int>::ignored()
                   : Kind(kind) == Kind::Gone  ? Fetched<int>::gone()
                                               : Fetched<int>::failed("unreadable");
        });
        const auto handler = makeHandler<int>([](int, const Attempt &) { return Outcome::done(); },
                                              [](const Attempt &) { return Outcome::done(); });
        const ObjectId id = "x";
        const auto fetched = makeReconciler<int>(storage, handler)->get(attemptFor(id));
        QCOMPARE(int(fetched.kind()), kind);
        QVERIFY(!fetched.object());
        QCOMPARE(fetched.error().message.empty(), kind != int(Fetched<int>::Kind::Failed));
    }

    void lockerOwnersAndDescriberCallTheirFunctions()
    {
        struct Sink final : LockSink
        {
            void lost() override { told += "lost "; }
            void renewed(std::chrono::steady_clock::time_point) override { told += "renewed "; }
            void freed(const ObjectId &id) override { told += id + " freed"; }
            std::string told;
        };
        const auto locker = makeLocker(
            [](const ObjectId &id, const std::shared_ptr<LockSink> &sink, std::stop_token) {
                sink->lost();
                sink->renewed({});
                sink->freed("y");
                return LockResult::refused("who has " + id);
            });
        const auto sink = std::make_shared<Sink>();
        QCOMPARE(locker->acquire("x", sink, {}).text(), "who has x");
        QCOMPARE(sink->told, "lost renewed y freed");

        const auto owners = makeOwners([](const ObjectId &id, std::stop_token) {
            return std::vector<ObjectId>{id + "1", id + "2"};
        });
        QCOMPARE(owners->ownersOf("pod", {}).size(), 2u);

        const auto describer = makeDescriber([](const ObjectId &id,
                                                std::stop_token) { return id + " should be"; },
                                             [](const ObjectId &id, std::stop_token) {
                                                 return id + " is";
                                             });
        QCOMPARE(describer->desired("x", {}), "x should be");
        QCOMPARE(describer->actual("x", {}), "x is");
    }

    void whatAnAttemptSaysGoesToItsSink()
    {
        const ObjectId id = "x";
        Attempt attempt = attemptFor(id);
        const auto sayAll = [&attempt] {
            attempt.progress(3, 4);
            attempt.event("renewed", "until 2027");
            attempt.log(LogLevel::Warning, "slow");
            attempt.count("renewed_total");
            attempt.count("bytes_total", 2.5);
            attempt.gauge("days_left", 89);
            attempt.requeue("y");
        };
        sayAll(); // nothing listens
        const auto notes = std::make_shared<RecordingAttempt>();
        attempt.sink = notes;
        sayAll();
        QCOMPARE(notes->notes(),
                 (std::vector<std::string>{"3 of 4", "event renewed: until 2027", "log 2 slow",
                                           "count renewed_total 1.000000",
                                           "count bytes_total 2.500000",
                                           "gauge days_left 89.000000", "requeue y"}));
    }
};

QONTROLLER_TEST(FunctionsTest)
#include "tst_functions.moc"
