// SPDX-License-Identifier: LGPL-3.0-or-later
#include "items.h"
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/changelog.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace qontroller;
using namespace qontroller::test;

namespace {

ItemPointer itemWithKey(ItemKey key)
{
    auto item = makeItem(std::to_string(key));
    item->key = key;
    return item;
}

/// A front end: what it was told since it was asked last, and what it knows by it.
class Front
{
public:
    Front(ChangeLog &log, ReaderId id)
        : m_log(log)
        , m_id(id)
    {}

    /// "1 2 -3" for two changes and an item that is gone; "new: …" if it begins anew.
    std::string read(std::size_t most = 1000)
    {
        ChangeLog::Reader &reader = m_log.reader(m_id);
        std::string told = m_log.restartIfBehind(reader) ? "new:" : "";
        m_log.read(reader, most, [&told](const ChangeLog::Line &line) {
            told += told.empty() ? "" : " ";
            told += line.item ? std::to_string(line.item->key) : "-" + std::to_string(line.gone);
        });
        m_log.trim(0);
        return told;
    }
    std::size_t unread() { return m_log.unread(m_log.reader(m_id)); }

private:
    ChangeLog &m_log;
    ReaderId m_id;
};

} // namespace

class ChangeLogTest : public QObject
{
    Q_OBJECT

private slots:
    void keepsNothingWhileNobodyReads()
    {
        ChangeLog log;
        const auto item = itemWithKey(1);
        log.mark(*item);
        log.leave(*item, 1);
        Front front(log, 1);
        QCOMPARE(front.read(), "new:");
        QCOMPARE(front.read(), "");
    }

    void anEventReaderCostsNothing()
    {
        ChangeLog log;
        static_cast<void>(log.reader(1));
        const auto item = itemWithKey(1);
        log.mark(*item);
        Front front(log, 2);
        QCOMPARE(front.read(), "new:");
        log.mark(*item);
        static_cast<void>(log.forget(2, 0));
        log.mark(*item);
        QCOMPARE(Front(log, 3).read(), "new:");
    }

    void manyChangesCostOneRow()
    {
        ChangeLog log;
        Front front(log, 1);
        QCOMPARE(front.read(), "new:");
        const auto item = itemWithKey(1);
        for (int i = 0; i < 1000; ++i)
            log.mark(*item);
        QCOMPARE(front.unread(), 1u);
        QCOMPARE(front.read(), "1");
        QCOMPARE(front.read(), "");
        log.mark(*item);
        QCOMPARE(front.read(), "1");
    }

    void changesComeInTheOrderOfTheLast()
    {
        ChangeLog log;
        Front fast(log, 1);
        Front slow(log, 2);
        QCOMPARE(fast.read() + slow.read(), "new:new:");
        const auto one = itemWithKey(1);
        const auto two = itemWithKey(2);
        log.mark(*one);
        log.mark(*two);
        QCOMPARE(fast.read(), "1 2");
        log.mark(*one);
        QCOMPARE(slow.read(), "2 1");
        QCOMPARE(fast.read(), "1");
    }

    void nothingWaitsForEverWhileOthersChange()
    {
        ChangeLog log;
        Front front(log, 1);
        QCOMPARE(front.read(), "new:");
        const auto quiet = itemWithKey(1);
        const auto busy = itemWithKey(2);
        const auto busier = itemWithKey(3);
        for (const auto *item : {&busy, &quiet, &busier})
            log.mark(**item);
        std::string told;
        for (int i = 0; i < 3; ++i) {
            told += front.read(1);
            log.mark(*busy);
            log.mark(*busier);
        }
        QCOMPARE(told, "213");
    }

    void whoComesTooLateBeginsAnew()
    {
        ChangeLog log;
        Front fast(log, 1);
        Front late(log, 2);
        QCOMPARE(fast.read() + late.read(), "new:new:");
        const auto item = itemWithKey(1);
        for (std::size_t i = 0; i < ChangeLog::FewLines; ++i) {
            log.mark(*item);
            QCOMPARE(fast.read(), "1");
        }
        QCOMPARE(late.unread(), ChangeLog::FewLines);
        log.mark(*item);
        QCOMPARE(fast.read(), "1");
        QCOMPARE(late.read(), "new:");
        QCOMPARE(late.read(), "");
    }

    void whatNobodyReadsAnyMoreIsForgottenInPortions()
    {
        constexpr std::size_t Many = 3 * ChangeLog::FewLines;
        ChangeLog log;
        Front fast(log, 1);
        Front slow(log, 2);
        QCOMPARE(fast.read() + slow.read(), "new:new:");
        std::vector<decltype(itemWithKey(1))> items;
        for (ItemKey key = 1; key <= Many; ++key)
            log.mark(*items.emplace_back(itemWithKey(key)));
        QVERIFY(!fast.read(Many).empty());
        QVERIFY(log.forget(2, 0).empty()); // the other one is still there
        const std::size_t left = log.forget(1, 0).size();
        QVERIFY(left > 0 && left < Many);
        QVERIFY(log.forget(1, 0).empty());
        QCOMPARE(Front(log, 3).read(), "new:");
    }

    void aFrontEndThatHangsDoesNotFillTheMemory()
    {
        ChangeLog log;
        Front hung(log, 1);
        QCOMPARE(hung.read(), "new:");
        for (ItemKey key = 1; key <= 3 * ChangeLog::FewLines; ++key) {
            const auto item = itemWithKey(key);
            log.mark(*item);
            log.leave(*item, 0);
        }
        QCOMPARE(hung.read(), "new:");
    }

    void readersSeeTheTruthWhateverHappens()
    {
        std::mt19937_64 random(4);
        ChangeLog log;
        std::map<ItemKey, ItemPointer> items;
        std::map<ItemKey, TimePoint> truth; // any fact of an item
        struct Mirror
        {
            ReaderId id;
            std::map<ItemKey, TimePoint> rows;
        };
        std::vector<Mirror> mirrors{{1, {}}, {2, {}}, {3, {}}};
        const auto pull = [&](Mirror &mirror) {
            ChangeLog::Reader &reader = log.reader(mirror.id);
            if (log.restartIfBehind(reader))
                mirror.rows = truth;
            log.read(reader, 1 + random() % 8, [&mirror](const ChangeLog::Line &line) {
                if (line.item)
                    mirror.rows[line.item->key] = line.item->since;
                else
                    mirror.rows.erase(line.gone);
            });
            log.trim(items.size());
            return log.unread(reader) == 0;
        };
        ItemKey lastKey = 0;
        for (int step = 0; step < 100'000; ++step) {
            const auto dice = random() % 8;
            if (dice < 2 || items.empty()) {
                ++lastKey;
                items[lastKey] = itemWithKey(lastKey);
                log.mark(*items[lastKey]);
                truth[lastKey] = {};
                continue;
            }
            const auto chosen = std::next(items.begin(),
                                          static_cast<std::ptrdiff_t>(random() % items.size()));
            if (dice < 4) {
                log.leave(*chosen->second, items.size());
                truth.erase(chosen->first);
                items.erase(chosen);
            } else if (dice < 6) {
                chosen->second->since = truth[chosen->first] = TimePoint(Duration(step));
                log.mark(*chosen->second);
            } else if (Mirror &mirror = mirrors[random() % mirrors.size()]; random() % 500 == 0) {
                static_cast<void>(log.forget(mirror.id, 0));
                mirror.rows.clear();
            } else if (pull(mirror)) {
                QVERIFY(mirror.rows == truth);
            }
        }
        for (Mirror &mirror : mirrors) {
            while (!pull(mirror)) {
            }
            QVERIFY(mirror.rows == truth);
        }
    }
};

QONTROLLER_TEST(ChangeLogTest)
#include "tst_changelog.moc"
