// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/members/run/consiststore.h"

#include <QtTest/QtTest>

#include <csignal>
#include <random>
#include <sys/resource.h>

using namespace qontroller;
using namespace qontroller::consist;

namespace {

const EmployeeKey S1("server", "s1");

/// All that is known.
struct Known
{
    std::map<EmployerName, EmployerBook> employers;
    std::map<EmployeeKey, EmployeeBook> employees;

    friend bool operator==(const Known &, const Known &) = default;
};

Known knownOf(ConsistStore &store)
{
    return store.look([](const Books &books) {
        Known known{{}, books.employees()};
        for (const auto &[name, book] : books.employers()) {
            if (*book != EmployerBook())
                known.employers.emplace(name, *book);
        }
        return known;
    });
}

Step put(Lifecycle state)
{
    return {std::move(state), {}};
}

Lifecycle draining()
{
    return {{{"a", "restart", Phase::Draining}}};
}

/// Changes anything, again and again.
class Changes
{
public:
    explicit Changes(unsigned seed)
        : m_random(seed)
    {}

    void make(ConsistStore &store)
    {
        const auto ledger = store.ledgerOf(below(2) ? "one" : "two");
        const ObjectId employer = below(2) ? "web" : "mail";
        const EmployeeKey key = anyKey();
        switch (below(9)) {
        case 0: QVERIFY(ledger->takeCleanUpMark(employer, text("memo"))); break;
        case 1: {
            std::set<EmployeeKey> keys;
            for (unsigned i = below(4); i > 0; --i)
                keys.insert(anyKey());
            const std::vector<EmployeeKey> sorted(keys.begin(), keys.end());
            QVERIFY(ledger->setExpectedBy(employer, sorted));
            break;
        }
        case 2: {
            const std::vector<MarkClaim> claims{{key, text("id")},
                                                {anyKey(), text("id"),
                                                 MarkClaim::Condition::Always}};
            QVERIFY(ledger->claim(employer, claims));
            break;
        }
        case 3: {
            const auto state = below(2) ? Mark::State::Put : Mark::State::None;
            const std::vector<MarkChange> changes{{key, {state, {text("id"), "x"}}}};
            QVERIFY(ledger->change(employer, changes));
            break;
        }
        case 4: {
            const auto book = ledger->read(employer).value();
            ConsistRecord record;
            if (below(2))
                record.downEmployees = {key.text()};
            if (below(2))
                record.heldEmployees = {key.text()};
            for (unsigned i = below(3); i > 0; --i) {
                record.errors.push_back(text("error"));
                record.failures.push_back(
                    {ConsistSide(below(2)), ConsistVerb(below(3)), text("id"), text("why")});
                record.statuses.push_back({ConsistSide(below(2)), text("id"), text("on")});
            }
            QVERIFY(ledger->write(employer, record));
            break;
        }
        case 5:
            if (below(3) == 0)
                QVERIFY(ledger->releaseCleanUpMark(employer));
            break;
        case 6: QVERIFY(store.setExistence(key, Books::Existence(below(2)))); break;
        case 7: QVERIFY(store.admit(std::vector<Registration>{{key, {{"one", employer}}}})); break;
        default: {
            Lifecycle state;
            for (unsigned i = below(3); i > 0; --i) {
                Operation one{"op" + std::to_string(i), text("type"), Phase(below(PhaseCount))};
                one.since = WallTime(std::chrono::seconds(below(1000)));
                one.drainingSince = WallTime(std::chrono::seconds(below(1000)));
                one.isForced = below(2);
                one.isUndone = below(2);
                one.isDeletion = below(2);
                state.operations.push_back(std::move(one));
            }
            QVERIFY(store.step(key, [&](auto &&...) { return put(state); }));
        }
        }
    }

private:
    unsigned below(unsigned limit) { return static_cast<unsigned>(m_random() % limit); }
    EmployeeKey anyKey() { return {"server", "s" + std::to_string(below(4))}; }
    std::string text(const char *start) { return start + std::to_string(below(3)); }

    std::mt19937 m_random;
};

} // namespace

class ConsistStoreTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    ManualClock m_clock;
    int m_files = 0;

    [[nodiscard]] std::unique_ptr<ConsistStore> open(int file)
    {
        auto store = ConsistStore::open(m_folder.filePath(QString::number(file)).toStdString(),
                                        m_clock);
        return store ? std::move(*store) : nullptr;
    }

private slots:
    // The clock was ahead when the last life wrote: its drain would not be stuck for so long.
    void nothingBeganAfterTheClockOfThisLife()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("consist.sqlite").toStdString();
        ManualClock clock;
        const WallTime now = clock.wallNow();
        clock.setWall(now + std::chrono::hours(24 * 400));
        {
            auto store = ConsistStore::open(file, clock).value();
            Lifecycle ahead = draining();
            ahead.operations[0].since = ahead.operations[0].drainingSince = clock.wallNow();
            QVERIFY(store->step(S1, [&](auto &&...) { return put(ahead); }));
            QVERIFY(store->ledgerOf("one")->setExpectedBy("web", std::vector<EmployeeKey>{S1}));
        }
        clock.setWall(now);
        const auto store = ConsistStore::open(file, clock).value();
        const EmployeeBook book = store->look(
            [](const Books &books) { return books.employee(S1); });
        QVERIFY(book.lifecycle.operations[0].since == now);
        QVERIFY(book.lifecycle.operations[0].drainingSince == now);
        QVERIFY(book.expectedBy.begin()->second == now);
    }

    void aGateIsClosedUnderEveryKindThatItsEmployersHad()
    {
        const auto store = open(m_files++);
        QVERIFY(store);
        const EmployeeKey former("releases:r1", "s1");
        const auto ledger = store->ledgerOf("shop");
        QVERIFY(ledger->setExpectedBy("web", std::vector<EmployeeKey>{former}));
        QVERIFY(store->step(former, [&](auto &&...) { return put(draining()); }));
        const EmployeeKey now("releases:r2", "s1");
        QCOMPARE(ledger->closedGates("releases:r2").value(),
                 (std::vector<EmployeeKey>{former, now}));
        QCOMPARE(ledger->closedGates("releases:r1").value(), std::vector<EmployeeKey>{former});
        QCOMPARE(store->ledgerOf("other")->closedGates("releases:r2").value(),
                 std::vector<EmployeeKey>{former});
    }

    void allIsReadBack_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 15; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void allIsReadBack()
    {
        QFETCH(unsigned, seed);
        Changes changes(seed);
        const int file = m_files++;
        for (int round = 0; round < 6; ++round) {
            Known before;
            {
                const auto store = open(file);
                QVERIFY(store);
                for (int i = 0; i < 20; ++i) {
                    m_clock.advance(std::chrono::seconds(1));
                    changes.make(*store);
                }
                before = knownOf(*store);
            }
            const auto store = open(file);
            QVERIFY(store);
            QVERIFY(knownOf(*store) == before);
        }
    }

    void whoIsProtectedIsReadBackWithTheRecord()
    {
        const int file = m_files++;
        ConsistRecord record;
        record.protectedEmployees = record.expectedEmployees = {S1.text()};
        {
            const auto store = open(file);
            const auto ledger = store->ledgerOf("one");
            QVERIFY(ledger->setExpectedBy("web", std::vector{S1}));
            QVERIFY(ledger->claim("web", std::vector<MarkClaim>{{S1, "s1:80"}}));
            QVERIFY(ledger->write("web", record));
        }
        const auto store = open(file);
        QVERIFY(store->ledgerOf("one")->read("web").value()->record == record);
    }

    void m1_aClaimAndAClosedGateExcludeEachOther()
    {
        const auto store = open(m_files++);
        const auto ledger = store->ledgerOf("one");
        QVERIFY(store->step(S1, [](auto &&...) { return put(draining()); }));
        const std::vector<MarkClaim> claims{{S1, "s1:80"},
                                            {S1, "s1:81", MarkClaim::Condition::Always}};
        QCOMPARE(ledger->claim("web", claims).value(), std::vector{S1});
        QCOMPARE(ledger->read("web").value()->marks.at(S1).ids,
                 (std::set<std::string, std::less<>>{"s1:81"}));
        QVERIFY(store->step(S1, [](auto &&...) { return put({}); }));
        QCOMPARE(ledger->claim("web", claims).value(), std::vector<EmployeeKey>());
    }

    void aClaimForOneThatIsGoneIsRefused()
    {
        const auto store = open(m_files++);
        const auto ledger = store->ledgerOf("one");
        QVERIFY(ledger->setExpectedBy("web", std::vector{S1}));
        QVERIFY(store->setExistence(S1, Books::Existence::Gone));
        QCOMPARE(ledger->claim("web", std::vector<MarkClaim>{{S1, "s1:80"}}).value(),
                 std::vector{S1});
        QVERIFY(store->setExistence(S1, Books::Existence::There));
        QCOMPARE(ledger->claim("web", std::vector<MarkClaim>{{S1, "s1:80"}}).value(),
                 std::vector<EmployeeKey>());
    }

    void whoMustTakeOneInIsMissingFromItsRegistrationOn()
    {
        const auto store = open(m_files++);
        QVERIFY(store->admit(std::vector<Registration>{{S1, {{"one", "web"}}}}));
        const auto missing = store->look([](const Books &books) { return books.missingFor(S1); });
        QCOMPARE(missing.size(), std::size_t(1));
        QCOMPARE(missing[0].name, "web (one)");
        QCOMPARE(missing[0].since, m_clock.wallNow());
    }

    void whatASourceHasToKnowAgainIsReadBack()
    {
        const int file = m_files++;
        const SourceName servers{"shop", "employees"};
        {
            const auto store = open(file);
            QCOMPARE(store->memoryOf(servers).value(), std::optional<std::string>());
            QVERIFY(store->setMemory(servers, "first") && store->setMemory(servers, "second"));
            QVERIFY(store->setMemory({"shop", "employees#b"}, "another"));
        }
        QCOMPARE(open(file)->memoryOf(servers).value(), std::optional<std::string>("second"));
    }

    void m14_whatCannotBeWrittenHasNotHappened()
    {
        const auto store = open(m_files++);
        const auto ledger = store->ledgerOf("one");
        QVERIFY(ledger->takeCleanUpMark("web", "memo"));
        const Known before = knownOf(*store);
        const auto was = std::signal(SIGXFSZ, SIG_IGN);
        rlimit limit{};
        ::getrlimit(RLIMIT_FSIZE, &limit);
        const rlimit none{0, limit.rlim_max}; // as a disk that is full
        ::setrlimit(RLIMIT_FSIZE, &none);
        const auto marked = ledger->claim("web", std::vector<MarkClaim>{{S1, "s1:80"}});
        const auto begun = store->step(S1, [](auto &&...) { return put(draining()); });
        ::setrlimit(RLIMIT_FSIZE, &limit);
        std::signal(SIGXFSZ, was);
        QVERIFY(!marked);
        QVERIFY(marked.error().message.starts_with(m_folder.path().toStdString()));
        QVERIFY(!begun);
        QVERIFY(knownOf(*store) == before);
        QVERIFY(ledger->claim("web", std::vector<MarkClaim>{{S1, "s1:80"}}));
    }

    void anUnknownPhaseIsRefused()
    {
        const int file = m_files++;
        const QString path = m_folder.filePath(QString::number(file));
        {
            const auto store = open(file);
            QVERIFY(store->step(S1, [](auto &&...) { return put(draining()); }));
        }
        {
            const auto raw = Store::open(path.toStdString(), BookFile::steps());
            QVERIFY(raw);
            QVERIFY((*raw)->transact(
                [](Rows &rows) { rows.run("UPDATE operation SET phase = 'Dancing'"); }));
        }
        const auto store = ConsistStore::open(path.toStdString(), m_clock);
        QVERIFY(!store);
        QCOMPARE(store.error().message,
                 path.toStdString() + ": an operation is in the unknown phase \"Dancing\"");
    }
};

QONTROLLER_GUILESS_TEST(ConsistStoreTest)
#include "tst_consiststore.moc"
