// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "rowmirror.h"
#include "scheduleoperation.h"

#include "core/engine/queue/handover.h"
#include "core/engine/queue/hands.h"
#include "core/engine/queue/intake.h"
#include "core/engine/queue/orders.h"
#include "core/engine/queue/restore.h"
#include "core/engine/queue/view.h"

#include <initializer_list>
#include <optional>

namespace qontroller::test {

/// Does to a Schedule what a sequence says, and looks at it from outside. The one place of the
/// exhaustive test that calls Schedule.
///
/// What it looks at has to agree with itself, whatever a model says: if not it throws a
/// std::runtime_error with a sentence.
class ScheduleDriver
{
public:
    explicit ScheduleDriver(const Beginning &beginning);

    /// \a operation applies now: see ScheduleModel.
    void apply(Operation operation);
    [[nodiscard]] View view();
    /// Its removal waits for an operator's word.
    [[nodiscard]] bool isHeld();
    /// A front end that pulls knows what is true.
    void checkMirror();
    /// There is nothing to do, and nothing that is left is called work.
    void checkRest();
    /// Nothing runs anew: what waits is told so.
    void endTickets();
    /// The others are deleted too: then nothing is left of anything.
    void checkNothingIsLeft();

private:
    static constexpr std::string_view Id = "subject";

    void event(EventType type);
    void list(std::initializer_list<std::string_view> ids, bool otherVersion);
    void beginList();
    void show(std::string_view id, bool otherVersion);
    void list(Intake::Listed entry);
    void endList(ListResult::Kind kind);
    [[nodiscard]] bool isOneUnseenOrOwed();
    [[nodiscard]] Missing judgeMissing();
    void runAll();
    void take();
    void finish(Outcome outcome, Ran ran);
    void gone(Outcome outcome);
    void pause(TimePoint until);
    void discard();
    void goOn();
    void restart();
    void expire();
    void own(bool isOwned);
    void pull();
    [[nodiscard]] std::optional<ItemRow> row();
    static void require(bool condition, const char *what);

    Beginning m_beginning;
    TimePoint m_now;
    ControllerOptions m_options;
    /// From a start of the program to its end.
    struct Life
    {
        Life(const ControllerOptions &options, TimePoint now)
            : schedule(options, now, 1)
            , runs(schedule, options, 1)
            , hands(schedule, runs)
            , intake(schedule)
            , orders(schedule, runs)
            , handover(schedule)
            , view(schedule)
            , restore(schedule)
        {
            seat.hand = std::make_unique<Hand>(seat);
            seat.hand->learn(std::chrono::microseconds(1), 1);
        }

        Schedule schedule;
        Runs runs;
        Seat seat;
        Hands hands;
        Intake intake;
        Orders orders;
        Handover handover;
        qontroller::View view;
        Restore restore;
    };
    std::optional<Life> m_life;
    RowMirror m_mirror;
    Item *m_item = nullptr; // its run is under way
    bool m_removes = false;
    bool m_isOwned = true;
    bool m_listsOthers = false;
    Version m_lastVersion = 1;
    Version m_version = 0;
    std::uint32_t m_nextTicket = 1;
    std::uint32_t m_ended = 0;       // tickets of which the front end was told
    std::uint32_t m_endedBefore = 0; // … and those before it
    Counters m_before;               // the sequence
};

} // namespace qontroller::test
