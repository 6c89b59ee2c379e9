// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/applying.h"
#include "core/members/consist/compare.h"
#include "printing.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using Batching = ConsistOptions::Batching;

namespace {

/// An item whose id begins with what it is and goes on with its state: "a1" is a in state 1.
AnyItem item(const char *text)
{
    const std::string_view id(text, 1);
    return {id, id, text, false};
}

std::vector<AnyItem> items(std::initializer_list<const char *> texts)
{
    std::vector<AnyItem> all;
    for (const char *text : texts)
        all.push_back(item(text));
    return all;
}

bool isEqual(const AnyItem &a, const AnyItem &b)
{
    return std::string_view(static_cast<const char *>(a.value))
           == static_cast<const char *>(b.value);
}

std::string textOf(const std::vector<AnyItem> &all)
{
    std::string text;
    for (const AnyItem &one : all)
        text += static_cast<const char *>(one.value);
    return text;
}

std::string idsOf(std::span<const AnyItem> all)
{
    std::string text;
    for (const AnyItem &one : all)
        text += one.id;
    return text;
}

Applied allOf(std::span<const AnyItem> batch)
{
    return Applied::all(batch);
}

} // namespace

class ConsistCompareTest : public QObject
{
    Q_OBJECT

private slots:
    void expectedAndCurrent()
    {
        const auto difference = compare(items({"e1", "b1", "d1", "a1"}),
                                        items({"d2", "f1", "b1", "c1"}), isEqual);
        QVERIFY(difference);
        QCOMPARE(textOf(difference->create), std::string("a1e1")); // in the order of ids
        QCOMPARE(textOf(difference->update), std::string("d1"));
        QCOMPARE(textOf(difference->unchanged), std::string("b1"));
        QCOMPARE(textOf(difference->remove), std::string("c1f1"));
        QCOMPARE(idsOf(difference->outdated), std::string("d"));
    }

    void twoOfOneIdAreAnErrorThatNamesIt()
    {
        const auto twice = compare(items({"b1", "a1", "b2"}), {}, isEqual);
        QCOMPARE(twice.error().message, std::string("two of the expected items have the id \"b\""));
        const auto current = compare({}, items({"a1", "a1"}), isEqual);
        QCOMPARE(current.error().message,
                 std::string("two of the current items have the id \"a\""));
    }

    void anItemWithoutIdOrNameIsAnError()
    {
        const auto nameless = compare({{"a", "", "a1", false}}, {}, isEqual);
        QCOMPARE(nameless.error().message,
                 std::string("of the expected items the one with the id \"a\" has no name"));
        const auto noId = compare({{"", "x", "x1", false}}, {}, isEqual);
        QCOMPARE(noId.error().message, std::string("one of the expected items has no id"));
    }

    void nothingIsCalledForAnEmptyList()
    {
        const Tally tally = applyAll({}, Batching::Growing, [](auto) -> Applied {
            QTest::qFail("called", __FILE__, __LINE__);
            return {};
        });
        QVERIFY(tally.isClean());
    }

    void batchesGrow_1_2_4_8()
    {
        std::vector<std::string> batches;
        const auto all = items({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"});
        const auto call = [&](std::span<const AnyItem> batch) {
            batches.push_back(idsOf(batch));
            return allOf(batch);
        };
        QCOMPARE(applyAll(all, Batching::Growing, call).succeeded.size(), all.size());
        QCOMPARE(batches, (std::vector<std::string>{"a", "bc", "defg", "hij"}));
        batches.clear();
        (void)applyAll(all, Batching::Whole, call);
        QCOMPARE(batches, std::vector<std::string>{"abcdefghij"});
    }

    void batchesStopGrowingAfterFailures_everyErrorIsKept()
    {
        std::vector<std::string> batches;
        const auto all = items({"a", "b", "c", "d", "e", "f", "g", "h"});
        const Tally tally = applyAll(all, Batching::Growing, [&](std::span<const AnyItem> batch) {
            batches.push_back(idsOf(batch));
            return Applied::each(batch, [](const AnyItem &one) -> std::optional<Error> {
                if (one.id == "c" || one.id == "g")
                    return Error("no " + std::string(one.id));
                return std::nullopt;
            });
        });
        QCOMPARE(batches, (std::vector<std::string>{"a", "bc", "de", "fg", "h"}));
        QVERIFY((tally.why == std::vector<ItemFailure>{{"c", "no c"}, {"g", "no g"}}));
        QCOMPARE(idsOf(tally.failed), std::string("cg"));
        QVERIFY(!tally.isClean());
    }

    void anItemInNeitherListCountsAsFailed_andOneInBothToo()
    {
        const Tally tally = applyAll(items({"a", "b", "c"}), Batching::Whole, [](auto) {
            Applied applied;
            applied.succeeded = {"a", "b", "x"}; // x is none of ours
            applied.failed = {{"b", "after all not"}};
            return applied;
        });
        QCOMPARE(idsOf(tally.succeeded), std::string("a"));
        QCOMPARE(idsOf(tally.failed), std::string("bc"));
        QCOMPARE(tally.why[1].error, std::string("the adapter did not say what became of it"));
    }

    void anErrorEndsItAfterWhatHasSucceeded()
    {
        int calls = 0;
        const auto all = items({"a", "b", "c", "d"});
        const Tally tally = applyAll(all, Batching::Growing, [&](std::span<const AnyItem> batch) {
            ++calls;
            Applied applied;
            applied.succeeded = {std::string(batch.front().id)};
            if (calls == 2)
                applied.error = Error("away");
            return applied;
        });
        QCOMPARE(calls, 2);
        QCOMPARE(idsOf(tally.succeeded), std::string("ab"));
        QCOMPARE(idsOf(tally.failed), std::string("cd"));
        QVERIFY(tally.why.empty()); // the error says it all
        QCOMPARE(tally.error->message, std::string("away"));
    }

    void observedItemsAreNotConfirmedButHaveNotFailed()
    {
        const Tally tally = applyAll(items({"a", "b"}), Batching::Growing, [](auto batch) {
            return Applied::observeOnly(std::chrono::seconds(batch.front().id == "a" ? 3 : 2));
        });
        QCOMPARE(idsOf(tally.failed), std::string("ab"));
        QVERIFY(tally.why.empty());
        QCOMPARE(tally.lookAgain, Duration(std::chrono::seconds(2)));
    }
};

QONTROLLER_TEST(ConsistCompareTest)
#include "tst_consistcompare.moc"
