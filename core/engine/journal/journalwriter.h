// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/journal/journal.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/feed/feed.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace qontroller {

/// Writes what changes in a host into its journal, on a thread of its own: it reads the feed as a
/// front end does, so nothing of a controller waits for the disk.
///
/// What has changed is on disk an Interval later. Who cannot wait for that calls sync(). While
/// nothing can be written the host goes on: it is tried again, and what has changed meanwhile is
/// found by reading all objects anew, so nothing piles up. Thread-safe.
class JournalWriter
{
public:
    /// How long a change waits for others, to be written with them.
    static constexpr Duration Interval = std::chrono::milliseconds(100);
    /// After an error it is tried again that often.
    static constexpr Duration RetryInterval = std::chrono::seconds(1);
    /// What was written is put into the file itself that often: see Store::settle().
    static constexpr Duration SettleInterval = std::chrono::seconds(10);

    /// Tells when writing fails (a sentence) and when it works again (empty). From the thread.
    using Note = std::function<void(const std::string &why)>;

    /// All outlive it. Nothing that happens from now on is missed.
    JournalWriter(Journal &journal, Feed &feed, Clock &clock, Note note);
    /// Begins to write. Throws std::system_error if there is no thread for it.
    void begin();
    /// Writes what is left, and joins.
    ~JournalWriter();
    JournalWriter(const JournalWriter &) = delete;
    JournalWriter &operator=(const JournalWriter &) = delete;

private:
    /// As a controller says it. Told by the calendar, its end is a little another one each time,
    /// and quite another one when the calendar was set.
    struct Pause
    {
        KnownPause known;
        TimePoint until;
        TimePoint since;

        [[nodiscard]] bool tellsTheSame(const Pause &other) const
        {
            return known.isPaused == other.known.isPaused && known.reason == other.known.reason
                   && until == other.until && since == other.since
                   && std::chrono::abs(known.until - other.known.until) < std::chrono::seconds(1);
        }
    };
    /// A controller of the feed.
    struct Book
    {
        JournalFile::Number number = 0;
        bool isComplete = false;   ///< all its objects have come since it began anew
        std::vector<ItemKey> came; ///< until then
        ItemKey last = 0;          ///< the largest that has come
        std::string name;
        JournalFile::KeptChecksums keptTexts; ///< as they were written last
        std::optional<Pause> pause; ///< as it was written last
        std::optional<ControllerChanges> changes; ///< … likewise
        std::optional<DeletionWave> wave;         ///< … likewise
    };

    void run();
    void settle();
    /// All comes anew with the next turn.
    void beginAnew();
    /// Why not; empty: all is written.
    [[nodiscard]] std::string tryToWrite();
    [[nodiscard]] std::string writeAll();
    void write(Rows &rows, const Delta &delta);
    void write(Rows &rows, const ControllerDelta &delta, const Moment &at);
    void writePause(Rows &rows, const ControllerDelta &delta, Book &book, const Moment &at);
    void writeWave(Rows &rows, const ControllerDelta &delta, Book &book, const Moment &at);
    void writeChanges(Rows &rows, const ControllerDelta &delta, Book &book);
    [[nodiscard]] static JournalFile::Number numberOf(Rows &rows, const ControllerDelta &delta);
    static void remove(Rows &rows, Book &book, ItemKey key);
    static void removeWhatDidNotCome(Rows &rows, Book &book);
    /// All that was written is on disk.
    void noteKept();
    /// … or not: says so, if that is news.
    void noteEnd(const std::string &why);

    Journal &m_journal;
    Feed &m_feed;
    Clock &m_clock;
    const Note m_note;
    const std::shared_ptr<WriteTurns> m_turns;

    // On the thread.
    std::shared_ptr<Store> m_store; ///< the journal's, which may have moved since
    std::optional<FeedReader> m_reader;
    std::map<ControllerId, Book> m_books;
    Journal::Unwritten m_said; ///< until it is written
    KeptJobs::Changes m_jobs;  ///< likewise
    LineRows::Places m_linePlaces;
    bool m_isFailing = false;
    bool m_hasWritten = false; ///< in this turn
    bool m_isUnsettled = false;
    TimePoint m_settled;
    std::thread m_thread;
};

} // namespace qontroller
