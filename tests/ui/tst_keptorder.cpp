// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/items.h"
#include "support/windowtest.h"

#include "core/engine/filter/filterparser.h"
#include "ui/models/itemmatches.h"
#include "ui/models/itemorder.h"

#include <map>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// Items of two controllers that come, change and go, the same ones every time. What has changed is
/// kept until somebody asks for it.
class Life
{
public:
    Life()
    {
        QObject::connect(&store, &ItemStore::changed, [this](const ItemChanges &changes) {
            for (const auto *places : {&changes.added, &changes.changed, &changes.removed})
                m_untold.note(*places);
            m_gone.insert(m_gone.end(), changes.removed.begin(), changes.removed.end());
        });
    }

    void goOn(int changes)
    {
        for (int i = 0; i < changes; ++i) {
            const ItemKey key = 1 + m_random() % 300;
            const ControllerId controller = 1 + std::uint32_t(m_random() % 2);
            if (m_random() % 5 == 0)
                put(store, {}, {key}, controller);
            else
                put(store, {someRow(key)}, {}, controller);
        }
    }

    DirtyItems tell() { return std::exchange(m_untold, {}); }

    /// Lets go of what was removed before the last tell(): orders have been told.
    void bury()
    {
        store.bury(m_told);
        m_told = std::exchange(m_gone, {});
    }

    ItemStore store;

private:
    ItemRow someRow(ItemKey key)
    {
        // An id can come back under a key of its own, and a key can get another id.
        ItemRow row = rowOf(key, "item-" + std::to_string(key + 1000 * (m_random() % 8 == 0)),
                            static_cast<ItemState>(m_random() % ItemStateCount),
                            std::uint32_t(m_random() % 4));
        row.since = Start - std::chrono::seconds(m_random() % 20);
        row.nextRun = Start + std::chrono::seconds(m_random() % 20);
        row.lastRun = m_random() % 3 == 0 ? TimePoint{} : row.since;
        row.text = row.errors > 0 ? "error " + std::to_string(m_random() % 12) : "";
        return row;
    }

    DirtyItems m_untold;
    std::vector<Slot> m_gone;
    std::vector<Slot> m_told;
    std::mt19937 m_random{7};
};

const ControllerBook Book{{1, {QStringLiteral("photos"), 3}}, {2, {QStringLiteral("music"), 3}}};

} // namespace

class KeptOrderTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsMergedIsAsIfSortedAnew_data()
    {
        QTest::addColumn<int>("column");
        for (int i = 0; i < ItemColumnCount; ++i)
            QTest::addRow("%s", qPrintable(titleOf(static_cast<ItemColumn>(i)))) << i;
    }
    void whatIsMergedIsAsIfSortedAnew()
    {
        QFETCH(int, column);
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            Life life;
            life.goOn(400);
            ItemOrder kept(life.store);
            kept.sortBy(static_cast<ItemColumn>(column), order, Book);
            for (int round = 0; round < 60; ++round) {
                const DirtyItems changes = life.tell();
                const Edition edition = life.store.edition();
                life.goOn(round % 4 == 0 ? 0 : 15); // while it is brought up to date
                kept.note(changes);
                QVERIFY(kept.update(edition, {}));
                life.bury();
                if (round % 4 == 0)
                    QCOMPARE(kept.sorted(), sortedAnew(life.store, column, order));
            }
        }
    }

    void whatWasStoppedIsStillToBeDone()
    {
        Life life;
        life.goOn(400);
        ItemOrder kept(life.store);
        ItemMatches matches(life.store);
        matches.ask(parseFilter("state:failed").value(), Book);
        std::stop_source stopped;
        stopped.request_stop();
        for (int round = 0; round < 20; ++round) {
            const DirtyItems changes = life.tell();
            kept.note(changes);
            matches.note(changes);
            QVERIFY(!kept.update(life.store.edition(), stopped.get_token()));
            QVERIFY(!matches.update(Start, stopped.get_token()));
            life.goOn(15);
            const DirtyItems more = life.tell();
            kept.note(more);
            matches.note(more);
            QVERIFY(kept.update(life.store.edition(), {}));
            QVERIFY(matches.update(Start, {}));
            QCOMPARE(kept.sorted(),
                     sortedAnew(life.store, int(ItemColumn::State), Qt::AscendingOrder));
            QCOMPARE(matches.among(kept.sorted()), failedAmong(life.store, kept.sorted()));
            life.goOn(15);
        }
    }

    void aFilterOnTimeLooksAtAllAgain()
    {
        Life life;
        ItemRow row = rowOf(1, "old");
        put(life.store, {row});
        ItemMatches matches(life.store);
        matches.ask(parseFilter("age:>1h").value(), Book);
        matches.note(life.tell());
        QVERIFY(matches.update(Start, {}));
        QVERIFY(matches.among({0}).empty());
        QVERIFY(matches.update(Start + std::chrono::hours(2), {}));
        QCOMPARE(matches.among({0}).size(), 1U);
    }

    void whatControllersAreCalledCounts()
    {
        Life life;
        life.goOn(100);
        ItemOrder kept(life.store);
        ItemMatches matches(life.store);
        ControllerBook book = Book;
        for (const char *name : {"photos", "albums", "zebras"}) {
            book[1].name = QLatin1String(name);
            kept.sortBy(ItemColumn::Controller, Qt::AscendingOrder, book);
            matches.ask(m_ofAlbums, book);
            QVERIFY(kept.update(life.store.edition(), {}));
            QVERIFY(matches.update(Start, {}));
            const ItemOrder::Slots &all = kept.sorted();
            const std::uint32_t first = book[1].name < book[2].name ? 1 : 2;
            QCOMPARE(life.store.at(all.front()).controller, ControllerId(first));
            QCOMPARE(matches.among(all).empty(), book[1].name != "albums");
        }
    }

private:
    static ItemOrder::Slots sortedAnew(const ItemStore &store, int column, Qt::SortOrder order)
    {
        ItemOrder anew(store);
        anew.sortBy(static_cast<ItemColumn>(column), order, Book);
        return anew.update(store.edition(), {}) ? anew.sorted() : ItemOrder::Slots();
    }

    static ItemOrder::Slots failedAmong(const ItemStore &store, ItemOrder::Slots places)
    {
        std::erase_if(places,
                      [&](Slot slot) { return store.at(slot).row.state != ItemState::Failed; });
        return places;
    }

    const Filter m_ofAlbums = parseFilter("controller:albums").value();
};

QONTROLLER_WINDOW_TEST(KeptOrderTest)
#include "tst_keptorder.moc"
