// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventring.h"
#include "core/engine/observe/feed/delta.h"

#include <cstddef>
#include <deque>
#include <map>
#include <vector>

namespace qontroller {

/// What controllers that are gone said last, until each reader that was there has read it.
///
/// They are kept once for all readers, and each takes them a portion at a time. So one that never
/// pulls costs no more than MostBytes: then events of the controllers that have gone first are
/// dropped and counted, and of more than MostControllers the oldest is forgotten. Not thread-safe.
class LastWords
{
public:
    /// Of all events and ends of tickets.
    static constexpr std::size_t MostBytes = std::size_t{16} << 20;
    static constexpr std::size_t MostControllers = 500;

    explicit LastWords(std::size_t mostBytes = MostBytes)
        : m_mostBytes(mostBytes)
    {}

    /// How far a reader has read the events and ends of one controller.
    struct Place
    {
        EventCursor events;
        EventCursor ticketEnds;
        bool missedTicketEnds = false;
    };
    using Places = std::map<ReaderId, Place>;

    /// \a words: the last state of a controller, with all events and ends of tickets that it keeps,
    /// and no rows. \a readers: who is to be told of it.
    void add(ControllerDelta words, Places readers);
    /// Adds what \a reader has not read yet, no more than \a room bytes of it, about; \a delta may
    /// have what it pulled of these controllers a moment before. Controllers of which it has read
    /// all are in Delta::removed.
    void read(ReaderId reader, Delta &delta, std::size_t &room);
    /// \a reader reads no more.
    void forget(ReaderId reader);

    /// Of all events and ends that are kept.
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    struct Departed
    {
        ControllerDelta words;
        Places readers;
        std::size_t bytes = 0;
    };

    void dropWords(Departed &departed);
    void forgetRead();

    std::deque<Departed> m_all; // the first to go first
    std::size_t m_mostBytes;
    std::size_t m_bytes = 0;
};

} // namespace qontroller
