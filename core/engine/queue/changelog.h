// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventring.h"
#include "core/engine/observe/events/keys.h"
#include "core/engine/queue/itemtable.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

namespace qontroller {

/// What changed in which order, for any number of readers.
///
/// A line for each item that changed, in the order of their last changes, and for each that
/// is gone. A reader is a place in it. An item has one line at most: the next change moves it
/// to the end, once a reader has read it. So a thousand changes between two pulls cost one
/// row, and all but the first of them one comparison. What all have read goes, and so does
/// the oldest when there are far more lines than items: a reader who has not read that far is
/// *behind* and begins anew with all items. Costs nothing while there is no reader.
///
/// Not thread-safe.
class ChangeLog
{
public:
    /// How far one reader is.
    struct Reader
    {
        ReaderId id = 0;
        std::uint64_t next = 0;  ///< the first line that it has not read
        ItemTable::Walk items{}; ///< while it is told of all of them
        EventCursor events{};
        EventCursor ticketEnds{};
    };
    struct Line
    {
        Item *item = nullptr; ///< it changed
        ItemKey gone = 0;     ///< … or this one is gone; neither: there is a later line
    };
    /// Lines that are kept in any case.
    static constexpr std::size_t FewLines = std::size_t{64} << 10;

    /// How far all readers are: the first that some reader has not read.
    struct Read
    {
        std::uint64_t events = UINT64_MAX; ///< EventRecord::number; UINT64_MAX: there is no reader
        std::uint64_t ticketEnds = UINT64_MAX;
    };
    [[nodiscard]] Read read() const;

    /// The reader of that id, from now on if it is new. Valid until the next call.
    [[nodiscard]] Reader &reader(ReaderId id);
    /// Whether \a reader has to be told of all items anew. If so it begins anew.
    [[nodiscard]] bool restartIfBehind(Reader &reader);
    using Lines = std::deque<Line>;
    /// What is of use to nobody any more, to be destroyed without the lock: there may be millions.
    /// \a known: how many items there are.
    [[nodiscard]] Lines forget(ReaderId id, std::size_t known);

    void mark(Item &item)
    {
        if (!m_isRead || lineOf(item, m_end - m_mostRead))
            return;
        supersede(item);
        item.line = static_cast<std::uint32_t>(m_end);
        append({&item, 0});
    }
    /// \a item is about to be destroyed; \a known: how many there are.
    void leave(Item &item, std::size_t known);

    /// Calls \a function for up to \a most lines that \a reader has not read.
    template<class Function>
    void read(Reader &reader, std::size_t most, Function function)
    {
        const std::uint64_t end = std::min<std::uint64_t>(m_end, reader.next + most);
        for (; reader.next < end; ++reader.next) {
            const Line &line = m_lines[reader.next - begin()];
            if (line.item || line.gone)
                function(line);
        }
        m_mostRead = std::max(m_mostRead, end);
    }
    /// How many lines \a reader has not read: at least as many as items.
    [[nodiscard]] std::size_t unread(const Reader &reader) const { return m_end - reader.next; }
    /// Forgets what no reader is still to read, a portion of it at a time.
    void trim(std::size_t known);

private:
    [[nodiscard]] std::uint64_t begin() const { return m_end - m_lines.size(); }
    /// The line of \a item if it is one of the last \a count; else null. Item::line is shortened.
    [[nodiscard]] Line *lineOf(const Item &item, std::uint64_t count)
    {
        const std::uint32_t back = static_cast<std::uint32_t>(m_end) - item.line;
        if (back == 0 || back > std::min<std::uint64_t>(count, m_lines.size()))
            return nullptr;
        Line &line = m_lines[m_lines.size() - back];
        return line.item == &item ? &line : nullptr;
    }
    void supersede(const Item &item)
    {
        if (Line *line = lineOf(item, m_lines.size()))
            *line = {};
    }
    void append(const Line &line)
    {
        m_lines.push_back(line);
        ++m_end;
    }

    /// Reader::next of one that has not begun, or that reads only events.
    static constexpr std::uint64_t NeverRead = UINT64_MAX;

    std::vector<Reader> m_readers;
    Lines m_lines;
    std::uint64_t m_end = 0;      // lines that ever were
    std::uint64_t m_mostRead = 0; // by the fastest reader
    bool m_isRead = false;
};

} // namespace qontroller
