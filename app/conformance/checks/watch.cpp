// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/ids.h"
#include "core/base/faults/callforeign.h"
#include "core/base/text/duration.h"
#include "core/sdk/testing/recordingwatch.h"

#include <algorithm>
#include <atomic>
#include <latch>
#include <thread>

namespace qontroller::conformance {

namespace {

using test::RecordingWatch;
using test::WatchNote;
using Notes = RecordingWatch::Notes;

/// What one command has changed.
struct Changed
{
    IdSet ids;
    std::string_view what; ///< "was created", as a sentence goes on
    bool isThere = true;
};

/// A change that world.desired shows; refuses a world that makes none.
Changed changeSome(const Bench &bench, const World &world, Change change, Dice &dice)
{
    constexpr int Tries = 10;
    const auto differ = [](const State &one, const State &other, bool alsoIfMissing) {
        IdSet ids;
        for (const auto &[id, state] : one) {
            const auto it = other.find(id);
            if (it == other.end() ? alsoIfMissing : it->second != state)
                ids.insert(id);
        }
        return ids;
    };
    for (int i = 0; i < Tries; ++i) {
        const State before = world.desired();
        world.change(change, choice(dice));
        const State after = world.desired();
        Changed changed;
        if (change == Change::Delete)
            changed = {differ(before, after, true), "was deleted", false};
        else if (change == Change::Modify)
            changed = {differ(after, before, false), "was modified"};
        else
            changed = {differ(after, before, true), "was created"};
        if (!changed.ids.empty())
            return changed;
    }
    refuseToJudge(bench.subject().file
                  + ": world.change changed nothing that world.desired shows, "
                    "ten times in a row");
}

/// A watch on a thread of its own, taken up again as the engine does, and held up in its first
/// ready() until it is let go on.
class WatchTrial
{
public:
    WatchTrial(const Bench &bench, Instance &instance, std::string cursor)
        : m_limit(bench.limits().settle)
    {
        m_told.onReady([this] { m_letGo.wait(); });
        m_thread = std::jthread([this, &instance, cursor = std::move(cursor)](
                                    const std::stop_token &stop) { run(instance, cursor, stop); });
    }
    ~WatchTrial() { goOn(); }
    WatchTrial(const WatchTrial &) = delete;
    WatchTrial &operator=(const WatchTrial &) = delete;

    void awaitReady() const
    {
        if (!await([](const Notes &notes) { return readies(notes) > 0; }))
            fail({}, "its watch has not said ready() " + formatDuration(m_limit)
                         + " after it began: the first list waits for that");
    }
    void goOn()
    {
        if (!m_letGo.try_wait())
            m_letGo.count_down();
    }
    /// Where what is told from now on begins.
    [[nodiscard]] std::size_t mark() const { return m_told.notes().size(); }

    /// What \a changed after \a mark is told of, soon.
    void expectSeen(const Changed &changed, std::size_t mark, const std::string &when) const
    {
        for (const ObjectId &id : changed.ids) {
            const auto isSeen = [&](const Notes &notes) {
                return std::any_of(notes.begin() + std::ptrdiff_t(mark), notes.end(),
                                   [&](const WatchNote &note) { return tells(note, id, changed); });
            };
            if (await(isSeen))
                continue;
            const std::string what = std::string(changed.what) + when;
            if (changed.isThere && isToldDeleted(id))
                fail(id, what + ", and the watch says that it was deleted: it would be removed");
            fail(id, what + ", and the watch has not told of it " + formatDuration(m_limit)
                         + " later: "
                         + (changed.isThere ? "it would wait for the next list"
                                            : "it would stay until the next list"));
        }
    }

    void expectReadyOnce() const
    {
        if (const auto count = readies(m_told.notes()); count > m_watches)
            fail({}, "its watch said ready() " + std::to_string(count) + " times in "
                         + (m_watches == 1 ? "one call" : std::to_string(m_watches) + " calls"));
    }

    /// An event that says deleted has the object removed without another question.
    void expectNotDeleted(const State &desired) const
    {
        for (const auto &[id, state] : desired) {
            if (isToldDeleted(id))
                fail(id, "exists, and the watch says that it was deleted: it would be removed");
        }
    }

    void expectUsableIds() const
    {
        for (const WatchNote &note : m_told.notes()) {
            if (note.kind == WatchNote::Kind::Event)
                expectUsable(note.text, "its watch");
        }
    }

    /// Empty, or why a change may have been left to a list.
    [[nodiscard]] std::string excuse() const
    {
        if (m_told.has("missed"))
            return "not all the way: the watch said that it has missed changes";
        return m_hasGap ? "not all the way: the watch ends by itself, and what changes until the "
                          "next is left to a list"
                        : "";
    }

private:
    static unsigned readies(const Notes &notes)
    {
        return static_cast<unsigned>(
            std::ranges::count(notes, WatchNote::Kind::Ready, &WatchNote::kind));
    }
    /// Whether the last event about it says so.
    [[nodiscard]] bool isToldDeleted(const ObjectId &id) const
    {
        const Notes notes = m_told.notes();
        const auto last = std::find_if(notes.rbegin(), notes.rend(), [&id](const WatchNote &note) {
            return note.kind == WatchNote::Kind::Event && note.text == id;
        });
        return last != notes.rend() && last->type == EventType::Deleted;
    }
    static bool tells(const WatchNote &note, const ObjectId &id, const Changed &changed)
    {
        return note.kind == WatchNote::Kind::Event && note.text == id
               && !(changed.isThere && note.type == EventType::Deleted);
    }

    void run(Instance &instance, std::string cursor, const std::stop_token &stop)
    {
        const bool hasCursors = instance.parts().listerWatcher->watchMode()
                                == WatchMode::FromCursor;
        while (!stop.stop_requested()) {
            ++m_watches;
            const WatchEnd end = instance.watch(m_told, cursor, stop);
            if (stop.stop_requested())
                return;
            if (end.kind() == WatchEnd::Kind::Failed)
                m_told.error("ended: " + end.error());
            m_hasGap = m_hasGap || !hasCursors || end.kind() != WatchEnd::Kind::Closed;
            for (const WatchNote &note : m_told.notes()) {
                if (note.kind == WatchNote::Kind::Cursor)
                    cursor = note.text;
            }
            Bench::wait(std::chrono::milliseconds(20));
        }
    }

    /// Until \a condition holds; also false as soon as there is an excuse.
    [[nodiscard]] bool await(const std::function<bool(const Notes &)> &condition) const
    {
        const TimePoint deadline = later(SteadyClock::instance().now(), m_limit);
        while (!m_told.waitUntil(condition, std::chrono::milliseconds(50))) {
            for (const WatchNote &note : m_told.notes()) {
                if (note.kind == WatchNote::Kind::Error && note.text.starts_with("ended: "))
                    fail({},
                         "its watch ended by itself: " + orUnsaid(note.text.substr(7), "watch()"));
            }
            if (!excuse().empty())
                return true;
            if (SteadyClock::instance().now() >= deadline)
                return false;
        }
        return true;
    }

    const Duration m_limit;
    RecordingWatch m_told;
    std::latch m_letGo{1};
    std::atomic<unsigned> m_watches = 0;
    std::atomic<bool> m_hasGap = false;
    std::jthread m_thread;
};

/// Changes of all kinds, each seen before the next is made.
void changeAll(const Bench &bench, const World &world, const WatchTrial &trial, Dice &dice)
{
    const auto step = [&](Change change, const std::string &when = {}) {
        const std::size_t mark = trial.mark();
        trial.expectSeen(changeSome(bench, world, change, dice), mark, when);
    };
    step(Change::Modify);
    step(Change::Create);
    step(Change::Delete);
    step(Change::Modify);
    if (world.canHaveGarbage()) {
        world.putGarbage(choice(dice));
        step(Change::Create, " after world.garbage had put something there that is no object");
        step(Change::Delete);
    }
}

} // namespace

std::string checkWatch(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    if (instance.parts().listerWatcher->watchMode() == WatchMode::None)
        notRun("its watchMode() is None: lists alone find what changes");
    create(world, dice, 3);
    const Listing listing = Stepper(bench, instance).list();
    for (const auto &[id, state] : world.desired()) {
        if (!listing.ids.contains(id))
            notRun("world.desired shows " + quoted(id)
                   + ", which no list has: its events cannot "
                     "be told");
    }
    WatchTrial trial(bench, instance, listing.result.text());
    trial.awaitReady();
    if (!world.isVisible()) {
        trial.goOn();
        trial.expectReadyOnce();
        trial.expectUsableIds();
        return OutcomesOnly;
    }
    const std::size_t mark = trial.mark();
    const Changed first = changeSome(bench, world, Change::Create, dice);
    trial.goOn();
    trial.expectSeen(first, mark, " while ready() was said");
    changeAll(bench, world, trial, dice);
    trial.expectReadyOnce();
    trial.expectUsableIds();
    trial.expectNotDeleted(world.desired());
    return trial.excuse();
}

} // namespace qontroller::conformance
