// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/knownitem.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace qontroller::test {

/// A journal of one controller that keeps its book in memory: follow() reads what changed as a
/// front end does, and the controller's next life reads the book. For one thread.
class MemoryJournal final : public KnownItems
{
public:
    using Book = std::map<ObjectId, KnownItem>;

    /// Follows the controller of that name until it has seen all there is.
    void follow(FeedReader &reader, const std::string &controller)
    {
        for (bool isMore = true; isMore;) {
            isMore = false;
            const Delta delta = reader.pull();
            for (const ControllerDelta &each : delta.controllers) {
                if (each.name != controller)
                    continue;
                write(each, {delta.now, delta.wall});
                isMore = each.rowsPending > 0;
            }
        }
    }
    void read(KnownSink &sink) override
    {
        for (const auto &[id, item] : m_book)
            sink.add(item);
    }
    /// What a later program would find.
    [[nodiscard]] const Book &book() const { return m_book; }

private:
    void write(const ControllerDelta &delta, const Moment &at)
    {
        if (delta.resetRows) {
            m_ids.clear();
            m_isComplete = false;
        }
        for (const ItemRow &row : delta.changed) {
            m_book.insert_or_assign(row.id, knownItem(row, at));
            m_ids.insert_or_assign(row.key, row.id);
        }
        for (const ItemKey key : delta.removed)
            forget(key);
        if (!m_isComplete && delta.rowsPending == 0)
            forgetWhatDidNotCome();
    }
    void forget(ItemKey key)
    {
        const auto gone = m_ids.find(key);
        if (gone == m_ids.end())
            return; // it came and went between two pulls
        const ObjectId id = std::move(gone->second);
        m_ids.erase(gone);
        const auto isAgain = [&id](const auto &entry) { return entry.second == id; };
        if (std::ranges::none_of(m_ids, isAgain)) // it may have come back under another key
            m_book.erase(id);
    }
    void forgetWhatDidNotCome()
    {
        m_isComplete = true;
        std::set<ObjectId> came;
        for (const auto &[key, id] : m_ids)
            came.insert(id);
        std::erase_if(m_book, [&came](const auto &entry) { return !came.contains(entry.first); });
    }

    Book m_book;
    std::unordered_map<ItemKey, ObjectId> m_ids;
    bool m_isComplete = false; // since the last reset
};

} // namespace qontroller::test
