// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/journalwriter.h"

#include "core/base/faults/callforeign.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

/// Lines of a delta, and how many more there are.
struct Amount
{
    std::uint64_t got = 0;
    std::uint64_t pending = 0;
};

Amount amountOf(const Delta &delta)
{
    Amount amount;
    for (const ControllerDelta &each : delta.controllers) {
        amount.got += each.changed.size() + each.removed.size();
        amount.pending += each.rowsPending;
    }
    return amount;
}

} // namespace

JournalWriter::JournalWriter(Journal &journal, Feed &feed, Clock &clock, Note note)
    : m_journal(journal)
    , m_feed(feed)
    , m_clock(clock)
    , m_note(std::move(note))
    , m_turns(journal.turns())
    , m_store(journal.store())
    , m_reader(std::in_place, feed, Reads::Rows)
{}

void JournalWriter::begin()
{
    m_turns->open();
    m_thread = std::thread([this] { run(); });
}

JournalWriter::~JournalWriter()
{
    m_turns->close();
    if (m_thread.joinable())
        m_thread.join();
}

void JournalWriter::run()
{
    TimePoint next = m_clock.now();
    for (bool goesOn = true; goesOn;) {
        goesOn = m_turns->wait(next);
        const std::uint64_t turn = m_turns->begin();
        const std::string why = tryToWrite();
        const bool isWritten = why.empty();
        next = m_clock.now() + (isWritten ? Interval : RetryInterval);
        noteEnd(why);
        m_turns->end(turn, why);
        if (isWritten)
            settle();
    }
}

void JournalWriter::settle()
{
    const TimePoint now = m_clock.now();
    if (!m_isUnsettled || now < m_settled + SettleInterval)
        return;
    m_settled = now;
    m_isUnsettled = !m_store->settle(); // else the next turn fails as well, and says so
}

void JournalWriter::noteEnd(const std::string &why)
{
    m_journal.noteTurn(std::exchange(m_hasWritten, false), why);
    if (std::exchange(m_isFailing, !why.empty()) != m_isFailing && m_note)
        m_note(why);
}

void JournalWriter::beginAnew()
{
    m_reader.reset();
    m_books.clear();
}

// A shortage of memory (E26) is one of what passes.
std::string JournalWriter::tryToWrite()
{
    auto why = callForeign([this] { return writeAll(); });
    if (why)
        return *std::move(why);
    beginAnew();
    return "this program cannot read its objects: " + why.error().text;
}

std::string JournalWriter::writeAll()
{
    if (const auto store = m_journal.store(); store != m_store) {
        m_store = store;
        m_jobs = {};
        m_linePlaces.clear();
        beginAnew();
    }
    if (!m_reader)
        m_reader.emplace(m_feed, Reads::Rows);
    // What has changed by now, and not what changes meanwhile: that might never end.
    std::optional<std::uint64_t> left;
    while (!left || *left > 0) {
        if (m_jobs.isEmpty())
            m_jobs = m_journal.takeJobs(m_store);
        const Delta delta = m_reader->pull();
        m_journal.take(m_said);
        const auto written = m_store->transact([&](Rows &rows) {
            m_journal.writeEnded(rows);
            write(rows, delta);
            m_jobs.write(rows);
            if (!m_said.lines.empty())
                LineRows::write(rows, m_said.lines, m_linePlaces);
            LineRows::write(rows, m_said.results, m_linePlaces);
            if (m_said.alarms)
                AlarmRows::write(rows, *m_said.alarms);
        });
        if (!written) {
            beginAnew();
            return written.error().message;
        }
        m_hasWritten |= !m_said.lines.empty() || !m_said.results.empty() || m_said.alarms
                        || !m_jobs.isEmpty();
        m_said = {};
        m_jobs = {};
        noteKept();
        const Amount amount = amountOf(delta);
        m_hasWritten |= amount.got > 0;
        m_isUnsettled |= m_hasWritten;
        left = std::min(amount.pending, left ? *left - std::min(*left, amount.got) : UINT64_MAX);
    }
    return {};
}

// Those that are gone come first: one that has their name has their place in the file. The last
// words of one may come after it was gone: its rows are not among them, and stay as they are.
void JournalWriter::write(Rows &rows, const Delta &delta)
{
    const Moment at{delta.now, delta.wall};
    const std::set<ControllerId> gone(delta.removed.begin(), delta.removed.end());
    for (const bool isGone : {true, false}) {
        for (const ControllerDelta &each : delta.controllers) {
            if (gone.contains(each.id) == isGone && (!isGone || m_books.contains(each.id)))
                write(rows, each, at);
        }
    }
    for (const ControllerId id : delta.removed)
        m_books.erase(id);
}

void JournalWriter::write(Rows &rows, const ControllerDelta &delta, const Moment &at)
{
    const auto [found, isNew] = m_books.try_emplace(delta.id);
    Book &book = found->second;
    if (isNew) {
        book.number = numberOf(rows, delta);
        book.name = delta.name;
        book.keptTexts = JournalFile::keptChecksums(rows, book.number);
    }
    if (delta.resetRows) {
        book.isComplete = false;
        book.came.clear();
    }
    for (const ItemRow &row : delta.changed) {
        JournalFile::writeItem(rows, book.number, knownItem(row, at));
        JournalFile::writeKept(rows, book.number, row.key, row.keptText, book.keptTexts);
        book.last = std::max(book.last, row.key);
        if (!book.isComplete)
            book.came.push_back(row.key);
    }
    for (const ItemKey key : delta.removed)
        remove(rows, book, key);
    writePause(rows, delta, book, at);
    writeWave(rows, delta, book, at);
    writeChanges(rows, delta, book);
    if (!book.isComplete && delta.rowsPending == 0)
        removeWhatDidNotCome(rows, book);
}

// New objects come in the order of their keys, once those that were there have come.
void JournalWriter::noteKept()
{
    std::map<std::string, ItemKey> last;
    for (const auto &[id, book] : m_books) {
        if (book.isComplete)
            last[book.name] = book.last;
    }
    m_journal.noteKept(m_store, last);
}

void JournalWriter::writePause(Rows &rows, const ControllerDelta &delta, Book &book,
                               const Moment &at)
{
    Pause pause{{delta.paused, at.wallOf(delta.pausedUntil), delta.pauseReason,
                 at.wallOf(delta.pausedSince)},
                delta.pausedUntil,
                delta.pausedSince};
    if (book.pause && book.pause->tellsTheSame(pause))
        return;
    JournalFile::writePause(rows, book.number, pause.known);
    book.pause = std::move(pause);
    m_hasWritten = true;
}

// In the transaction that forgets what it counts: no kill parts them.
void JournalWriter::writeWave(Rows &rows, const ControllerDelta &delta, Book &book,
                              const Moment &at)
{
    if (book.wave == delta.wave)
        return;
    JournalFile::writeWave(rows, book.number, knownWave(delta.wave, at));
    book.wave = delta.wave;
    m_hasWritten = true;
}

void JournalWriter::writeChanges(Rows &rows, const ControllerDelta &delta, Book &book)
{
    std::optional<ControllerChanges> changes = m_journal.changesOf(delta.name, delta.options);
    if (!changes || book.changes == changes)
        return;
    JournalFile::writeChanges(rows, book.number, *changes);
    book.changes = std::move(changes);
    m_hasWritten = true;
}

// Who was not told of by known() is of objects that nobody has named.
JournalFile::Number JournalWriter::numberOf(Rows &rows, const ControllerDelta &delta)
{
    if (const auto known = JournalFile::find(rows, delta.name))
        return known->number;
    return JournalFile::enter(rows, {delta.name, delta.plugin, {}});
}

void JournalWriter::remove(Rows &rows, Book &book, ItemKey key)
{
    JournalFile::removeItem(rows, book.number, key);
    JournalFile::writeKept(rows, book.number, key, {}, book.keptTexts);
}

void JournalWriter::removeWhatDidNotCome(Rows &rows, Book &book)
{
    std::ranges::sort(book.came);
    for (const ItemKey key : JournalFile::keys(rows, book.number)) {
        if (!std::ranges::binary_search(book.came, key))
            remove(rows, book, key);
    }
    book.isComplete = true;
    book.came = {};
}

} // namespace qontroller
