// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/session/concealedparts.h"
#include "core/sdk/testing/recordingattempt.h"

#include "core/base/faults/callforeign.h"
#include "core/base/faults/shortage.h"
#include "core/engine/api/functions.h"
#include "core/members/consist/consistparts.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

constexpr const char *Said = "hunter2 is wrong";
constexpr const char *Shown = "•••• is wrong";

Concealer secrets()
{
    Concealer all;
    all.add("hunter2");
    return all;
}

struct ListedIds final : ListSink
{
    void add(std::string_view id, Version) override { all.emplace_back(id); }
    void addLeftover(std::string_view id) override { all.emplace_back(id); }
    std::vector<std::string> all;
};

struct Notes final : WatchSink
{
    void ready() override {}
    void event(EventType, std::string_view id, Version) override { all.emplace_back(id); }
    void cursor(std::string_view cursor) override { all.emplace_back(cursor); }
    void missed(std::string_view why) override { all.emplace_back(why); }
    void error(std::string_view what) override { all.emplace_back(what); }
    std::vector<std::string> all;
};

ControllerParts listing(ListFunction list, WatchFunction watch = {})
{
    ControllerParts parts;
    parts.listerWatcher = makeListerWatcher(std::move(list), std::move(watch));
    return concealed(std::move(parts), secrets());
}

ListResult listed(ListResult result)
{
    ListedIds ids;
    return listing([&](ListSink &, std::stop_token) { return result; })
        .listerWatcher->list(ids, {});
}

/// A reconciler that gets, adds and removes as \a get and \a outcome say.
std::shared_ptr<Reconciler> reconciler(std::function<Fetched<std::string>()> get,
                                       std::function<Outcome()> outcome)
{
    ControllerParts parts;
    parts.reconciler = makeReconciler<std::string>(
        makeStorage<std::string>([get = std::move(get)](const Attempt &) { return get(); }),
        makeHandler<std::string>([outcome](const std::string &,
                                           const Attempt &) { return outcome(); },
                                 [outcome](const Attempt &) { return outcome(); }));
    return concealed(std::move(parts), secrets()).reconciler;
}

const ObjectId Id = "hunter2.txt";
const Attempt First{Id, "test", 1, 0, {}};

LockResult acquired(LockResult answer)
{
    auto inner = makeLocker([&](const ObjectId &, std::shared_ptr<LockSink>, std::stop_token) {
        return std::move(answer);
    });
    return concealed(std::move(inner), secrets())->acquire(Id, nullptr, {});
}

struct Lock final : ObjectLock
{
    [[nodiscard]] std::uint64_t fence() const override { return 7; }
    [[nodiscard]] std::optional<Error> release(std::stop_token) override { return Error(Said); }
};

struct Member
{
    std::string id;
    bool operator==(const Member &) const = default;
};

struct Admission final : ConsistAdmission
{
    std::vector<ObjectId> mustBeTakenInBy(std::string_view) override
    {
        throw std::runtime_error(Said);
    }
};

/// What \a function throws, in words.
template<class Function>
std::string thrownBy(Function function)
{
    return callForeign(std::move(function)).error().text;
}

/// Says the secret wherever an adapter can.
class Adapter final : public ConsistAdapter<Member, Member>
{
public:
    std::string controllerName() const override { return "hunter2"; }
    ConsistItems<Member> expectedEmployers(const ConsistEmployer &) override
    {
        return tl::unexpected(Error(Said));
    }
    ConsistItems<Member> currentEmployers(const ConsistEmployer &) override
    {
        return std::vector<Member>{{"hunter2"}};
    }
    Applied createEmployers(const ConsistEmployer &, const std::vector<Member> &items) override
    {
        Applied applied = Applied::aborted(Said);
        applied.failed = {{items.front().id, Said}};
        return applied;
    }
    Applied updateEmployers(const ConsistEmployer &, const std::vector<Member> &) override
    {
        throw std::runtime_error(Said);
    }
    Applied deleteEmployers(const ConsistEmployer &, const std::vector<Member> &) override
    {
        return {};
    }
    ConsistItems<Member> expectedEmployees(const ConsistEmployer &) override { return {}; }
    ConsistItems<Member> currentEmployees(const ConsistEmployer &) override { return {}; }
    Applied createEmployees(const ConsistEmployer &, const std::vector<Member> &) override
    {
        return {};
    }
    Applied updateEmployees(const ConsistEmployer &, const std::vector<Member> &) override
    {
        return {};
    }
    Applied deleteEmployees(const ConsistEmployer &, const std::vector<Member> &) override
    {
        return {};
    }
    std::string statusOfEmployee(const Member &) const override { return Said; }
    std::string recordOf(const ConsistEmployer &) override { return Said; }
};

std::shared_ptr<const ConsistParts> consistOf(const ConsistOptions &options)
{
    auto employers = makeListerWatcher(
        [](ListSink &, std::stop_token) { return ListResult::complete(); });
    auto storage = makeStorage<std::string>(
        [](const Attempt &) { return Fetched<std::string>::gone(); });
    return concealed(makeConsistController<Adapter, std::string>(std::make_shared<Adapter>(),
                                                                 std::move(employers),
                                                                 std::move(storage), options,
                                                                 std::make_shared<Admission>()),
                     secrets())
        .consist;
}

} // namespace

/// Whatever a plugin says leaves its parts without secrets.
class ConcealedPartsTest final : public QObject
{
    Q_OBJECT

private slots:
    void withoutSecretsPartsStayAsTheyAre()
    {
        ControllerParts parts;
        parts.listerWatcher = makeListerWatcher(
            [](ListSink &, std::stop_token) { return ListResult::complete(); });
        QCOMPARE(concealed(parts, {}).listerWatcher, parts.listerWatcher);
        QVERIFY(!concealed(parts, secrets()).reconciler);
        QVERIFY(!concealed(std::shared_ptr<ObjectLocker>(), secrets()));
    }

    void ofLists()
    {
        QCOMPARE(listed(ListResult::failed(Said)).text(), std::string(Shown));
        QCOMPARE(listed(ListResult::partial(Said)).text(), std::string(Shown));
        QCOMPARE(listed(ListResult::foreign(Said)).text(), std::string(Shown));
        QVERIFY(listed(ListResult::foreign(Said)).isForeign());
        QVERIFY(listed(ListResult::partial(Said)).kind() == ListResult::Kind::Partial);
        QCOMPARE(listed(ListResult::complete("hunter2")).text(),
                 std::string("hunter2")); // a cursor
        ListedIds ids;
        const auto parts = listing([](ListSink &sink, std::stop_token) {
            sink.add("hunter2");
            return ListResult::complete();
        });
        QVERIFY(parts.listerWatcher->list(ids, {}).kind() == ListResult::Kind::Complete);
        QCOMPARE(ids.all, std::vector<std::string>{"hunter2"});
    }

    void ofWatches()
    {
        Notes notes;
        const auto parts = listing([](ListSink &,
                                      std::stop_token) { return ListResult::complete(); },
                                   [](WatchSink &sink, const std::string &cursor, std::stop_token) {
                                       sink.event(EventType::Added, "hunter2");
                                       sink.cursor(cursor);
                                       sink.missed(Said);
                                       sink.error(Said);
                                       return WatchEnd::failed(Said);
                                   });
        const WatchEnd end = parts.listerWatcher->watch(notes, "hunter2", {});
        QCOMPARE(end.error(), std::string(Shown));
        QCOMPARE(notes.all, (std::vector<std::string>{"hunter2", "hunter2", Shown, Shown}));
        QVERIFY(parts.listerWatcher->watchMode() == WatchMode::Live);
    }

    void ofRelatedSources()
    {
        ControllerParts parts;
        parts.related.push_back(
            {makeListerWatcher(
                 [](ListSink &, std::stop_token) { return ListResult::failed(Said); }),
             makeOwners([](const ObjectId &, std::stop_token) -> std::vector<ObjectId> {
                 throw std::runtime_error(Said);
             })});
        const RelatedSource source = concealed(std::move(parts), secrets()).related.front();
        ListedIds ids;
        QCOMPARE(source.listerWatcher->list(ids, {}).text(), std::string(Shown));
        QCOMPARE(callForeign([&] { return source.owners->ownersOf(Id, {}); }).error().text,
                 std::string(Shown));
    }

    void ofAttempts()
    {
        const std::vector<std::pair<Outcome, Outcome>> rows{
            {Outcome::done(), Outcome::done()},
            {Outcome::done(Said), Outcome::done(Shown)},
            {Outcome::requeueAfter(3s), Outcome::requeueAfter(3s)},
            {Outcome::requeueAfter(3s, Said), Outcome::requeueAfter(3s, Shown)},
            {Outcome::retry(Said), Outcome::retry(Shown)},
            {Outcome::park(Said), Outcome::park(Shown)},
            {Outcome::wait(Said, 3s), Outcome::wait(Shown, 3s)},
            {Outcome::shortage(Said, 3s), Outcome::shortage(Shown, 3s)},
        };
        for (const auto &[said, shown] : rows) {
            const auto parts = reconciler([] { return Fetched<std::string>::failed(Said); },
                                          [outcome = said] { return outcome; });
            const auto object = std::make_shared<const std::string>("x");
            for (const Outcome &outcome : {parts->add(object, First), parts->remove(First)}) {
                QVERIFY(outcome.kind() == shown.kind());
                QVERIFY(outcome.delay() == shown.delay());
                QCOMPARE(outcome.text(), shown.text());
            }
            QCOMPARE(parts->get(First).error().message, std::string(Shown));
        }
    }

    void ofWhatAnAttemptSays()
    {
        ControllerParts parts;
        parts.reconciler = makeReconciler<std::string>(
            makeStorage<std::string>([](const Attempt &) { return Fetched<std::string>::gone(); }),
            makeHandler<std::string>([](const std::string &,
                                        const Attempt &) { return Outcome::done(); },
                                     [](const Attempt &attempt) {
                                         attempt.progress(3, 4);
                                         attempt.event("renewed", Said);
                                         attempt.log(LogLevel::Warning, Said);
                                         attempt.requeue("hunter2.txt");
                                         return Outcome::done();
                                     }));
        const auto heard = std::make_shared<test::RecordingAttempt>();
        Attempt attempt = First;
        attempt.sink = heard;
        const Outcome outcome = concealed(std::move(parts), secrets()).reconciler->remove(attempt);
        QVERIFY(outcome.kind() == Outcome::Kind::Done);
        const std::string shown = Shown;
        QCOMPARE(heard->notes(),
                 (std::vector<std::string>{"3 of 4", "event renewed: " + shown, "log 2 " + shown,
                                           "requeue hunter2.txt"}));
    }

    void e31_aSecretIsNotKept_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("error");
        QTest::newRow("without") << std::string("server 17") << std::string();
        QTest::newRow("with") << std::string(Said)
                              << std::string("keep() was given a text with a secret of the "
                                             "parameters, which would stand in the journal and "
                                             "be shown");
    }
    void e31_aSecretIsNotKept()
    {
        QFETCH(const std::string, text);
        QFETCH(const std::string, error);
        ControllerParts parts;
        parts.reconciler = makeReconciler<std::string>(
            makeStorage<std::string>([](const Attempt &) { return Fetched<std::string>::gone(); }),
            makeHandler<std::string>([](const std::string &,
                                        const Attempt &) { return Outcome::done(); },
                                     [text](const Attempt &attempt) {
                                         attempt.keep(text);
                                         return Outcome::done(std::string(attempt.kept));
                                     }));
        const auto heard = std::make_shared<test::RecordingAttempt>();
        Attempt attempt = First;
        attempt.sink = heard;
        attempt.kept = "hunter2"; // another one's parameters had no secrets
        const auto veiled = concealed(std::move(parts), secrets()).reconciler;
        const auto outcome = callForeign([&] { return veiled->remove(attempt); });
        QCOMPARE(outcome ? std::string() : outcome.error().text, error);
        QCOMPARE(heard->notes().size(), std::size_t(error.empty() ? 1 : 0));
    }

    void objectsPassAsTheyAre()
    {
        const auto object = std::make_shared<const std::string>("hunter2");
        const auto parts =
            reconciler([&] { return Fetched<std::string>::found(object).withGeneration(5); },
                       [] { return Outcome::done(); });
        const auto fetched = parts->get(First);
        QVERIFY(fetched.object() == object);
        QCOMPARE(fetched.generation(), std::uint64_t{5});
    }

    void ofExceptions()
    {
        const auto thrown = [](std::function<Outcome()> outcome) {
            const auto parts = reconciler([] { return Fetched<std::string>::gone(); },
                                          std::move(outcome));
            return callForeign([&] { return parts->remove(First); }).error();
        };
        const Thrown fault = thrown([]() -> Outcome { throw std::runtime_error(Said); });
        QCOMPARE(fault.text, std::string(Shown));
        QVERIFY(!fault.isShortage());
        const Thrown shortage = thrown([]() -> Outcome { throw HostShortage(Said); });
        QCOMPARE(shortage.text, std::string(Shown));
        QVERIFY(shortage.isShortage());
        QCOMPARE(thrown([]() -> Outcome { throw 1; }).text, std::string(NamelessException));
    }

    void ofLocks()
    {
        LockResult granted = acquired(LockResult::granted(std::make_unique<Lock>()));
        const auto lock = granted.take();
        QCOMPARE(lock->fence(), std::uint64_t{7});
        QCOMPARE(lock->release({})->message, std::string(Shown));
        const LockResult refused = acquired(LockResult::refused(Said, 3s));
        QCOMPARE(refused.text(), std::string(Shown));
        QVERIFY(refused.retryAfter() == Duration(3s));
        QCOMPARE(acquired(LockResult::failed(Said)).text(), std::string(Shown));
        QCOMPARE(acquired(LockResult::away(Said)).text(), std::string(Shown));
        QVERIFY(acquired(LockResult::away(Said)).kind() == LockResult::Kind::Away);
        QVERIFY(acquired(LockResult::failed(Said)).kind() == LockResult::Kind::Failed);
    }

    void ofDescriptions()
    {
        ControllerParts parts;
        parts.describer = makeDescriber([](const ObjectId &, std::stop_token) { return Said; },
                                        [](const ObjectId &, std::stop_token) -> std::string {
                                            throw std::runtime_error(Said);
                                        });
        const auto describer = concealed(std::move(parts), secrets()).describer;
        QCOMPARE(describer->desired(Id, {}), std::string(Shown));
        QCOMPARE(callForeign([&] { return describer->actual(Id, {}); }).error().text,
                 std::string(Shown));
    }

    void ofAdapters()
    {
        ConsistOptions options;
        options.mayBegin = [](std::string_view) { return std::optional(Error(Said)); };
        options.mayWork = [] { return std::optional(Error(Said)); };
        options.deleteEmployee = [](std::string_view) { return std::optional(Error(Said)); };
        options.operationsOf =
            [](std::string_view) -> tl::expected<std::vector<WantedOperation>, Error> {
            return tl::unexpected(Error(Said));
        };
        options.operate["restart"].call = [](std::string_view, std::stop_token) {
            return std::optional(Error(Said));
        };
        options.employees.push_back(
            {"",
             makeListerWatcher(
                 [](ListSink &, std::stop_token) { return ListResult::failed(Said); }),
             makeOwners([](const ObjectId &, std::stop_token) { return std::vector<ObjectId>(); }),
             {}});
        const auto parts = consistOf(options);
        const ConsistParts &consist = *parts;
        const ConsistEmployer employer{Id, First};
        const auto side = ConsistSide::Employer;
        QCOMPARE(consist.adapter->expected(side, employer).error().message, std::string(Shown));
        const auto items = consist.adapter->current(side, employer);
        QCOMPARE(items->items.front().id, std::string_view("hunter2"));
        const Applied applied = consist.adapter->apply(side, ConsistVerb::Create, employer,
                                                       items->items);
        QCOMPARE(applied.error->message, std::string(Shown));
        QCOMPARE(applied.failed.front().error, std::string(Shown));
        QCOMPARE(applied.failed.front().id, std::string("hunter2"));
        QCOMPARE(callForeign([&] {
                     return consist.adapter->apply(side, ConsistVerb::Update, employer,
                                                   items->items);
                 })
                     .error()
                     .text,
                 std::string(Shown));
        QCOMPARE(consist.adapter->statusOf(ConsistSide::Employee, items->items.front()),
                 std::string(Shown));
        QCOMPARE(consist.adapter->recordOf(employer), std::string(Said)); // it comes back
        QCOMPARE(consist.adapter->controllerName(), std::string("hunter2"));
        QCOMPARE(consist.options.mayBegin("a")->message, std::string(Shown));
        QCOMPARE(consist.options.mayWork()->message, std::string(Shown));
        QCOMPARE(consist.options.deleteEmployee("a")->message, std::string(Shown));
        QCOMPARE(consist.options.operationsOf("a").error().message, std::string(Shown));
        QCOMPARE(consist.options.operate.at("restart").call("a", {})->message, std::string(Shown));
        ListedIds ids;
        QCOMPARE(consist.options.employees.front().listerWatcher->list(ids, {}).text(),
                 std::string(Shown));
    }

    void ofExceptionsOfWhatHasNoOtherWords()
    {
        const SourceMemory memory{[](const std::string &) { throw std::runtime_error(Said); },
                                  []() -> std::string { throw std::runtime_error(Said); }};
        const auto predicate = [](EventType, std::string_view, Version) -> bool {
            throw std::runtime_error(Said);
        };
        ConsistOptions options;
        options.employerMemory = memory;
        options.employerPredicate = predicate;
        options.employees.push_back({"", nullptr, nullptr, predicate, memory});
        const auto consist = consistOf(options);
        const EmployeeSource &source = consist->options.employees.front();
        for (const SourceMemory &each : {consist->options.employerMemory, source.memory}) {
            QCOMPARE(thrownBy([&] { each.restore("a"); }), std::string(Shown));
            QCOMPARE(thrownBy([&] { return each.text(); }), std::string(Shown));
        }
        for (const auto &each : {consist->options.employerPredicate, source.predicate})
            QCOMPARE(thrownBy([&] { return each(EventType::Added, "a", 1); }), std::string(Shown));
        QCOMPARE(thrownBy([&] { return consist->admission->mustBeTakenInBy("a"); }),
                 std::string(Shown));
    }

    void whatASourceRemembersComesBackAsItWas()
    {
        ConsistOptions options;
        std::string restored;
        options.employerMemory = {[&](const std::string &text) { restored = text; },
                                  [] { return Said; }};
        const auto consist = consistOf(options);
        consist->options.employerMemory.restore(consist->options.employerMemory.text());
        QCOMPARE(restored, std::string(Said));
    }
};

QONTROLLER_TEST(ConcealedPartsTest)
#include "tst_concealedparts.moc"
