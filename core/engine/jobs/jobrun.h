// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/jobs/job.h"
#include "core/engine/observe/items/objectrows.h"

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace qontroller {

struct ControllerDelta;
struct ItemRow;

/// One job: its frozen set, and how far it is. Gives out commands only as fast as its pace, and
/// only while few of the runs that it asked for are still to end, so that those who read their ends
/// are never left behind. Where a controller is being removed, it waits for one of its name to come
/// in its place and list, as when a session is applied, for a minute after it has gone. One of
/// another plugin does not take its place; nor does one whose ids may mean other objects, if the
/// command lets something go. What it would have given while the host itself stood still is not
/// made up for. For one thread at a time.
class JobRun
{
public:
    static constexpr std::uint64_t MostUnderWay = JobStatus::MostUnderWay;

    /// Freezes the set: looks up who is named, or looks through all objects with the filter.
    /// \a request has a filter that can be read. The search ends early when \a isGone, asked for
    /// each object, says that nobody waits for it any more.
    JobRun(
        JobId id, std::string who, JobRequest request, ObjectRows &rows, TimePoint now,
        const std::function<bool()> &isGone = [] { return false; });
    /// Goes on with \a job, which was begun in an earlier life. How runs ended that were under way
    /// then is not known. Controllers that are not among those that \a run are not waited for.
    JobRun(KeptJob job, const std::vector<NamedController> &run, const Moment &now);

    [[nodiscard]] const JobStatus &status() const { return m_status; }
    void begin(TimePoint now);
    void stop(TimePoint now);
    [[nodiscard]] bool wasBegun() const { return m_wasBegun; }
    /// For the next life.
    [[nodiscard]] KeptJob kept(const Moment &now) const;
    /// For who writes it down.
    [[nodiscard]] NotedJob noted() const;

    /// The next command, for objects that are still eligible; nothing while none is due.
    [[nodiscard]] std::optional<Command> next(ObjectRows &rows, TimePoint now);
    /// Says that the last command of next() is \a ticket. If its controller began to leave
    /// meanwhile the command counts for nothing, and is given once more.
    void submitted(Ticket ticket, ObjectRows &rows);
    /// Counts what ended. Ends that are not of this job are passed over. If ends were missed, runs
    /// of that controller are waited for no longer: how they end is not known.
    void count(const ControllerDelta &news);
    /// Looks, once a second, which runs cannot begin, of those under way and of those whose turn
    /// it is.
    void lookForBlocked(ObjectRows &rows, TimePoint now);
    /// Whether all is done; then it is ended.
    void endIfDone(TimePoint now);
    /// Gives nothing more in this life of the host: what is left waits for the next.
    void noteHostStops();
    /// When something more is due; TimePoint::max(): when runs have ended, or a controller is back.
    [[nodiscard]] TimePoint nextDue() const;

private:
    /// Counts the objects that are frozen, and names few.
    void noteFrozen();
    void freezeNamed(ObjectRows &rows);
    void freezeFound(ObjectRows &rows, const std::function<bool()> &isGone);
    /// Objects, in the order of their ids, and the spells that they are meant in.
    using Meant = std::vector<std::pair<ObjectId, Spell>>;
    void freeze(ControllerId controller, Meant meant);
    void skip(std::string_view why, std::uint64_t count = 1);
    /// The same of objects that were eligible.
    void skipSince(std::string_view why, std::uint64_t count = 1);
    /// Counts \a row, which is eligible, if its pause is to end anew.
    void notePaused(const ItemRow &row);
    /// Time that passed without a look at it does not count for its pace.
    void noteLook(TimePoint now);
    [[nodiscard]] std::uint64_t due(TimePoint now) const;
    /// \a each has the name of the controller whose turn it is, and other objects.
    [[nodiscard]] bool isAnother(const NamedController &each) const;
    /// Whether commands reach the controller of \a objects, or one that has come in its place.
    [[nodiscard]] bool reaches(JobObjects &objects, ObjectRows &rows);
    /// No commands reach it. True: it is waited for no longer, and its objects are skipped.
    [[nodiscard]] bool givesUp(const JobObjects &objects, ObjectRows &rows, TimePoint now);
    void loseSight(ControllerId controller);
    /// For a controller, or for a new one in its place.
    void endWait(TimePoint now);
    /// Why the controller whose turn it is is waited for.
    [[nodiscard]] std::string_view whyWaits(ObjectRows &rows) const;
    /// As who writes it down names \a id of the controller \a place.
    [[nodiscard]] std::string nameOf(std::size_t place, const ObjectId &id) const;
    /// What the event log says when the turn of \a objects comes.
    [[nodiscard]] std::string noteOf(const JobObjects &objects) const;
    /// Of the next \a most those that are.
    [[nodiscard]] Ids takeEligible(ObjectRows &rows, std::uint64_t most);

    JobRequest m_request;             ///< its objects are the eligible ones
    struct Controller
    {
        std::string name;
        std::string plugin;
        std::string objects; ///< as NamedController::objects
        bool isGone = false; ///< since an earlier life
    };
    std::vector<Controller> m_controllers; ///< of these objects
    JobStatus m_status;
    std::size_t m_controller = 0;              ///< of m_request.objects: whose turn it is
    std::size_t m_next = 0;                    ///< of its ids
    JobStatus m_before;                        ///< what was before next() gave a command
    std::size_t m_nextBefore = 0;              ///< likewise
    Ids m_lastIds;                             ///< objects of that command
    std::optional<TimePoint> m_waitsSince;     ///< for a controller
    std::optional<TimePoint> m_goneSince;      ///< … which is not even leaving any more
    Duration m_waited{};                       ///< in all: its pace does not make up for it
    TimePoint m_lookedAt{};                    ///< by next(), last
    /// Objects of one command whose runs have not ended.
    struct UnderWay
    {
        ControllerId controller = 0;
        std::size_t place = 0;  ///< of m_controllers
        std::set<ObjectId> ids; ///< empty once the ends of some were told as a sum
        std::uint64_t runs = 0; ///< that are to end
    };
    std::map<Ticket, UnderWay> m_tickets; ///< whose runs are counted
    TimePoint m_lookedForBlocked{};
    std::uint64_t m_underWay = 0;
    std::vector<std::string> m_unwell; ///< NotedJob::unwell
    bool m_wasBegun = false;
};

} // namespace qontroller
