// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/attempt.h"
#include "core/engine/queue/item.h"
#include "core/engine/queue/rules.h"

#include <array>
#include <atomic>

namespace qontroller {

class Run;
struct Seat;

/// The items that one worker took in one hold of the queue's lock, to run one after the other.
///
///     first ......... begun - 1 ......... end
///      │ have ended    │ runs    staged    │
///
/// `first` changes under the lock. `begun` is its worker's, who goes on without the lock. `end`
/// changes under the lock: it comes down to `begun` when what has not begun is taken back. The two
/// are one word, so either the worker has gone on or it has not.
///
/// From `first` to `end` an item is RunState::InHand and in no other place, and Item::hand says in
/// which hand. It says of itself what was so before it was taken. So whoever wants to see or change
/// it closes its hand first: see Hands.
class alignas(64) Hand
{
public:
    static constexpr std::uint32_t Most = 32;

    struct Entry
    {
        Item *item = nullptr; // constant while it is staged or runs, like the next two
        TimePoint readySince;
        AttemptCause cause = AttemptCause::Resync;
        Run *run = nullptr; // the worker's until its run begins, then constant, like the next
        TimePoint startedAt;
        TimePoint endedAt; // the worker's until the next run begins, like the next
        RunResult result;
    };

    explicit Hand(Seat &seat)
        : m_seat(seat)
    {}

    // For its worker, without the lock

    /// What comes next: its worker fills in its run, and goes on. Null: its worker has to come to
    /// the lock, for something follows from \a result, or nothing is staged, or it has not been
    /// there for long.
    [[nodiscard]] Entry *upcoming(const RunResult &result, TimePoint now);
    /// The run under way has ended with \a result, and the upcoming one begins. False: that was
    /// taken back.
    [[nodiscard]] bool goOn(const RunResult &result, TimePoint now);

    // Under the lock

    [[nodiscard]] Seat &seat() const { return m_seat; }
    /// Numbers of entries, which wrap around.
    struct Range
    {
        std::uint32_t first = 0;
        std::uint32_t begun = 0;
        std::uint32_t end = 0;
    };
    [[nodiscard]] Entry &operator[](std::uint32_t number) { return m_entries[number % Most]; }
    /// What is in it now.
    [[nodiscard]] Range range() const
    {
        const Word word = load();
        return {m_first, word.begun, word.end};
    }
    /// Its worker may run the next \a count entries, which were ready in one band. The run of the
    /// first begins: it was empty.
    void deal(std::uint32_t count, TimePoint now);
    [[nodiscard]] TimePoint dealtAt() const { return m_dealtAt; }
    /// Of all that it was dealt.
    [[nodiscard]] Band band() const { return m_band; }
    [[nodiscard]] bool hasStaged() const
    {
        const Word word = load();
        return word.begun != word.end;
    }
    /// Nothing more begins. It is empty then; gives what was in it.
    [[nodiscard]] Range close();

    /// How many items it should have at once.
    [[nodiscard]] std::uint32_t most() const { return m_most; }
    /// \a runs runs have taken \a time.
    void learn(Duration time, std::uint32_t runs);

    Hand *previous = nullptr; // neighbours among those that are open
    Hand *next = nullptr;

private:
    struct alignas(std::uint64_t) Word // else Clang calls a library for it
    {
        std::uint32_t begun = 0;
        std::uint32_t end = 0;
    };

    [[nodiscard]] Word load() const { return m_word.load(std::memory_order_acquire); }

    std::atomic<Word> m_word{};
    static_assert(std::atomic<Word>::is_always_lock_free);
    TimePoint m_dealtAt;       // written by its worker, under the lock
    std::uint32_t m_first = 0; // under the lock, like the next
    std::uint32_t m_most = 1;
    Band m_band = Band::Operator;
    Seat &m_seat;
    std::array<Entry, Most> m_entries;
};

} // namespace qontroller
