// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace qontroller {

/// Writes lines to a descriptor and never waits for it.
///
/// A pipe whose reader does not read is full one day, and a thread that writes into it stands still
/// with all that it has to do. So what cannot be written at once waits here for a thread of its
/// own. What can be written at once is, so that a crash loses nothing that was said before.
/// Beyond MostWaiting bytes lines are dropped, whole ones, and counted.
///
/// Thread-safe; lines of several threads do not mix. The destructor does not wait: see finish().
class LineWriter
{
public:
    static constexpr std::size_t MostWaiting = std::size_t{1} << 20; ///< bytes

    /// What to write about \a count lines that were dropped, before the first line that is not;
    /// empty: nothing.
    using Note = std::function<std::string(std::uint64_t count)>;

    /// \a descriptor stays open for as long as the program runs, and stays its owner's.
    LineWriter(int descriptor, Note note);
    ~LineWriter();
    LineWriter(const LineWriter &) = delete;
    LineWriter &operator=(const LineWriter &) = delete;

    /// \a lines end in a line break.
    void write(std::string_view lines);

    /// Since the start: what could not be written, for nothing read it or the write failed.
    [[nodiscard]] std::uint64_t dropped() const;
    /// Why the last of these could not be; empty: there are none.
    [[nodiscard]] std::string whyDropped() const;
    /// Lines that wait for a reader now.
    [[nodiscard]] std::uint64_t waiting() const;

    /// Waits until all is written, for \a patience at the most. Whether it is.
    bool finish(Duration patience);

private:
    class Waiting;
    const std::shared_ptr<Waiting> m_waiting; // the thread may outlive this
};

} // namespace qontroller
