// SPDX-License-Identifier: LGPL-3.0-or-later
#include "schedulemodel.h"
#include "scheduleplay.h"

#include "effort.h"

#include <QtTest/QtTest>

#include <random>

using namespace qontroller::test;

using At = Beginning::At;
using Operations = std::vector<Operation>;

namespace {

constexpr std::size_t RandomLength = 14;

/// What all short sequences are made of. The others are left to the random ones: they differ
/// from one of these in little, or need more steps before them than a short sequence has.
constexpr Operation Few[] = {
    Operation::Changed,      Operation::Deleted,   Operation::ListSame, Operation::ListOther,
    Operation::ListWithout,  Operation::BeginList, Operation::Show,     Operation::EndComplete,
    Operation::EndPartial,   Operation::Take,      Operation::Done,     Operation::Retry,
    Operation::RequeueAfter, Operation::Park,      Operation::LockLost, Operation::GoneRetry,
    Operation::GoneRemoved,  Operation::Pause,     Operation::Resume,   Operation::Requeue,
    Operation::Discard,      Operation::Found,     Operation::Due,      Operation::Close,
};

/// … when it moves between hosts.
constexpr Operation OfOwnership[] = {
    Operation::Changed, Operation::Deleted, Operation::ListSame, Operation::ListWithout,
    Operation::Take,    Operation::Done,    Operation::Retry,    Operation::Disowned,
    Operation::Pause,   Operation::Resume,  Operation::Requeue,  Operation::GoneRemoved,
    Operation::Disown,  Operation::Own,     Operation::Found,
};

QString told(const Beginning &beginning, const Sequence &sequence, const std::string &failure)
{
    return QString::fromStdString(inWords(beginning, sequence) + "\n" + failure);
}

/// Plays all possible sequences of one length.
class Enumeration
{
public:
    Enumeration(const Beginning &beginning, Operations operations)
        : m_beginning(beginning)
        , m_operations(std::move(operations))
    {}

    [[nodiscard]] std::optional<QString> playAll(std::size_t length)
    {
        m_length = length;
        return extend(ScheduleModel(m_beginning));
    }

private:
    std::optional<QString> extend(const ScheduleModel &model)
    {
        if (m_sequence.size() == m_length) {
            const auto failure = play(m_beginning, m_sequence, Compare::AtTheEnd);
            return failure ? std::optional(told(m_beginning, m_sequence, *failure)) : std::nullopt;
        }
        for (const Operation operation : m_operations) {
            if (!model.applies(operation))
                continue;
            ScheduleModel next = model;
            next.apply(operation);
            m_sequence.push_back(operation);
            if (auto failure = extend(next))
                return failure;
            m_sequence.pop_back();
        }
        return std::nullopt;
    }

    Beginning m_beginning;
    Operations m_operations;
    Sequence m_sequence;
    std::size_t m_length = 0;
};

Operations allOperations()
{
    Operations all;
    for (int i = 0; i < OperationCount; ++i)
        all.push_back(static_cast<Operation>(i));
    return all;
}

quint64 environment(const char *name, quint64 otherwise)
{
    return qEnvironmentVariableIsSet(name) ? qEnvironmentVariable(name).toULongLong() : otherwise;
}

} // namespace

// One id, and what can happen to it in whatever order; many ids side by side are in
// tst_scheduleproperties.
//
// QONTROLLER_SEQUENCES=n plays so many random sequences, beginning with that of QONTROLLER_SEED;
// QONTROLLER_DEPTH=n all that are so long. 7 takes minutes: QTEST_FUNCTION_TIMEOUT=3600000.
class ScheduleExhaustiveTest : public QObject
{
    Q_OBJECT

private slots:
    void shortSequencesDoWhatTheRulesSay_data()
    {
        QTest::addColumn<int>("at");
        QTest::addColumn<Operations>("operations");
        QTest::addColumn<int>("depth");
        const int less = IsSanitized ? 1 : 0;
        const int depth = static_cast<int>(environment("QONTROLLER_DEPTH", 6)) - less;
        const Operations few(std::begin(Few), std::end(Few));
        const Operations ofOwnership(std::begin(OfOwnership), std::end(OfOwnership));
        const Operations all = allOperations();
        QTest::newRow("unknown") << int(At::Unknown) << few << depth;
        QTest::newRow("elsewhere") << int(At::InSync) << ofOwnership << depth;
        QTest::newRow("unknown, all") << int(At::Unknown) << all << depth - 2;
        QTest::newRow("in sync") << int(At::InSync) << all << depth - 2;
        QTest::newRow("in company") << int(At::InCompany) << all << depth - 2;
        QTest::newRow("denied") << int(At::Denied) << all << depth - 2;
    }
    void shortSequencesDoWhatTheRulesSay()
    {
        QFETCH(int, at);
        QFETCH(Operations, operations);
        QFETCH(int, depth);
        Enumeration enumeration({.at = static_cast<At>(at)}, operations);
        for (int length = 0; length <= depth; ++length) { // so the first that fails is the shortest
            const auto failure = enumeration.playAll(static_cast<std::size_t>(length));
            QVERIFY2(!failure, failure ? qPrintable(*failure) : "");
        }
    }

    void longSequencesDoWhatTheRulesSay_data()
    {
        QTest::addColumn<quint64>("first");
        QTest::addColumn<quint64>("count");
        constexpr quint64 Most = 500'000; // QtTest ends a row that takes five minutes
        const quint64 seed = environment("QONTROLLER_SEED", 1);
        const quint64 all = environment("QONTROLLER_SEQUENCES",
                                        static_cast<quint64>(effort(100'000)));
        for (quint64 played = 0; played < all; played += Most)
            QTest::addRow("%llu", seed + played) << seed + played << std::min(Most, all - played);
        QTest::newRow("denied, then held by a list")
            << quint64(1'521'059) << quint64(1); // was wrong
    }
    void longSequencesDoWhatTheRulesSay()
    {
        QFETCH(quint64, first);
        QFETCH(quint64, count);
        for (quint64 seed = first; seed < first + count; ++seed) {
            std::mt19937_64 random(seed);
            const Beginning beginning = randomBeginning(random);
            const Sequence sequence = randomSequence(beginning, random);
            if (!play(beginning, sequence, Compare::EachStep))
                continue;
            const Sequence shorter = shrunk(beginning, sequence);
            const auto failure = play(beginning, shorter, Compare::EachStep);
            QFAIL(qPrintable(QString("QONTROLLER_SEED=%1: ").arg(seed)
                             + told(beginning, shorter, failure.value_or(std::string()))));
        }
    }

private:
    static Beginning randomBeginning(std::mt19937_64 &random)
    {
        return {.at = static_cast<At>(random() % 4),
                .maxRetries = static_cast<int>(random() % 3),
                .versions = random() % 2 != 0};
    }

    /// Of half of the operations, each time others: what needs one of them often is found sooner.
    static Sequence randomSequence(const Beginning &beginning, std::mt19937_64 &random)
    {
        ScheduleModel model(beginning);
        const quint64 half = random();
        Sequence sequence;
        while (sequence.size() < RandomLength) {
            const quint64 dice = random();
            const auto operation = static_cast<Operation>(dice % OperationCount);
            const bool isIn = (half >> (dice % OperationCount)) % 2 != 0
                              || operation == Operation::Take;
            const bool isRare = operation == Operation::Close || operation == Operation::Detach
                                || operation == Operation::Restart;
            const bool letIn = (dice >> 32) % (isRare ? 8 : 32) == 0; // so that none gets stuck
            if (!model.applies(operation) || !(isRare ? letIn : isIn || letIn))
                continue;
            model.apply(operation);
            sequence.push_back(operation);
        }
        return sequence;
    }
};

QTEST_APPLESS_MAIN(ScheduleExhaustiveTest)
#include "tst_scheduleexhaustive.moc"
