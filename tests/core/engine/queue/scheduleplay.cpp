// SPDX-License-Identifier: LGPL-3.0-or-later
#include "scheduleplay.h"

#include "scheduledriver.h"
#include "schedulemodel.h"

#include <sstream>
#include <stdexcept>

namespace qontroller::test {

namespace {

std::string inWords(const View &view)
{
    std::ostringstream words;
    words << (view.known ? name(view.state) : "unknown") << (view.absent ? ", absent" : "")
          << (view.kept ? ", kept" : "") << (view.again ? ", again" : "")
          << (view.planned ? ", planned" : "") << (view.canRun ? ", can run" : "") << ", waits "
          << view.wait.count() << " ms, " << view.errors << " errors, tickets ended " << std::hex
          << view.ended << std::dec << ", " << view.runs << " runs, " << view.runsEnded
          << " ended, " << view.queued << " queued, counted";
    for (const std::uint64_t count : view.counts)
        words << ' ' << count;
    return words.str();
}

/// One sequence, with a schedule and its model.
class Play
{
public:
    explicit Play(const Beginning &beginning)
        : m_model(beginning)
        , m_schedule(beginning)
    {}

    void apply(Operation operation)
    {
        m_last = operation;
        m_model.apply(operation);
        m_schedule.apply(operation);
    }

    void compare()
    {
        View is = m_schedule.view();
        const View should = m_model.view();
        is.ended = should.ended; // known when they are pulled
        if (is != should)
            throw std::runtime_error(differ(is, should));
    }

    void compareAll()
    {
        m_schedule.checkMirror();
        const View is = m_schedule.view();
        const View should = m_model.view();
        if (is != should)
            throw std::runtime_error(differ(is, should));
    }

    void compareHeld()
    {
        if (m_schedule.isHeld() != m_model.isHeld())
            throw std::runtime_error(m_model.isHeld() ? "it should be held"
                                                      : "it should not be held");
    }

    void comeToRest()
    {
        for (int steps = 0; steps < 50; ++steps) {
            const auto next = m_model.towardsRest();
            if (!next)
                return compareAll();
            apply(*next);
            compare();
        }
        throw std::runtime_error("it does not come to rest");
    }

    void end()
    {
        comeToRest();
        m_schedule.checkRest();
        if (m_model.isClosed()) {
            m_schedule.endTickets();
            if (m_schedule.view().ended != (m_model.view().ended | m_model.waitingTickets()))
                throw std::runtime_error("a ticket always ends");
            return;
        }
        apply(Operation::Deleted);
        comeToRest();
        m_schedule.checkNothingIsLeft();
    }

    [[nodiscard]] std::string where() const { return std::string(name(m_last)); }

private:
    [[nodiscard]] std::string differ(const View &is, const View &should) const
    {
        return "is:        " + inWords(is) + "\nshould be: " + inWords(should);
    }

    ScheduleModel m_model;
    ScheduleDriver m_schedule;
    Operation m_last = Operation::Pull;
};

} // namespace

std::optional<std::string> play(const Beginning &beginning, const Sequence &sequence,
                                Compare compare)
{
    Play play(beginning);
    try {
        for (const Operation operation : sequence) {
            play.apply(operation);
            if (compare == Compare::EachStep)
                play.compare();
        }
        play.compareAll();
        play.compareHeld();
        play.end();
    } catch (const std::runtime_error &failure) {
        return "after \"" + play.where() + "\"\n" + failure.what();
    }
    return std::nullopt;
}

std::string inWords(const Beginning &beginning, const Sequence &sequence)
{
    std::string words(name(beginning.at));
    words += ", " + std::to_string(beginning.maxRetries) + " retries"
             + (beginning.versions ? "" : ", no versions");
    for (const Operation operation : sequence)
        (words += "\n  ") += name(operation);
    return words;
}

bool isPossible(const Beginning &beginning, const Sequence &sequence)
{
    ScheduleModel model(beginning);
    for (const Operation operation : sequence) {
        if (!model.applies(operation))
            return false;
        model.apply(operation);
    }
    return true;
}

namespace {

/// One that still fails, with \a count operations less from some place on.
std::optional<Sequence> shorter(const Beginning &beginning, const Sequence &sequence,
                                std::size_t count)
{
    for (std::size_t i = 0; i + count <= sequence.size(); ++i) {
        Sequence rest = sequence;
        const auto first = rest.begin() + static_cast<std::ptrdiff_t>(i);
        rest.erase(first, first + static_cast<std::ptrdiff_t>(count));
        if (isPossible(beginning, rest) && play(beginning, rest, Compare::EachStep))
            return rest;
    }
    return std::nullopt;
}

} // namespace

Sequence shrunk(const Beginning &beginning, Sequence sequence)
{
    for (std::size_t count = 1; count <= 3 && count <= sequence.size();) {
        if (auto rest = shorter(beginning, sequence, count)) {
            sequence = std::move(*rest);
            count = 1; // what could not go before may go now
        } else {
            ++count;
        }
    }
    return sequence;
}

} // namespace qontroller::test
