// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/control/journalport.h"
#include "core/engine/journal/alarmrows.h"
#include "core/engine/journal/endedcontrollers.h"
#include "core/engine/journal/journalfile.h"
#include "core/engine/journal/keptjobs.h"
#include "core/engine/journal/linerows.h"
#include "core/engine/journal/resumedchanges.h"
#include "core/engine/journal/writeturns.h"

#include <tl/expected.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace qontroller {

/// What a start finds of the objects of one controller.
struct Restored : RestoredObjects
{
    KnownPause pause; ///< of the controller
    ItemKey last = 0; ///< the largest of its objects
    bool isPauseDamaged = false;
    bool isWaveDamaged = false; ///< what the mass-deletion guard has counted
};

/// Objects of a controller with keys up to this are on disk. Shared by who writes and who waits.
using KeptUpTo = std::atomic<ItemKey>;
using KeptUpToPtr = std::shared_ptr<KeptUpTo>;

/// What a host knows of its objects and what operators have said, in a SQLite file of its own, so
/// that the next life of the program knows it, too.
///
/// A JournalWriter writes it while controllers run, and a controller that starts reads it by
/// known(). Thread-safe.
class Journal final : public JournalPort
{
public:
    /// Tells what a controller has been given.
    using Note = std::function<void(const std::string &controller, const Restored &)>;
    struct Opened
    {
        std::unique_ptr<Journal> journal;
        /// The file was damaged: it has this name now, and nothing is known. Empty: it was not.
        std::filesystem::path setAside = {};
        std::string why = {};      ///< … what is wrong with it
        bool lacksItsEnd = false;  ///< what its last life wrote last was taken away
        bool hadNoContent = false; ///< it was there, and empty
    };

    /// Opens \a file or makes it. One that is damaged gets a name with the date, and a new one
    /// takes its place. An error is a sentence that begins with the file's path. \a clock outlives
    /// it and what it gives.
    [[nodiscard]] static tl::expected<Opened, StoreError> open(const std::filesystem::path &file,
                                                               Clock &clock);
    /// Kept nowhere, and written by nobody, until it is moved to a file.
    [[nodiscard]] static std::unique_ptr<Journal> inMemory(Clock &clock);
    /// Notes that nothing lacks, if it was opened as a whole.
    ~Journal() override;
    Journal(const Journal &) = delete;
    Journal &operator=(const Journal &) = delete;

    /// Gives a controller that starts what is known of its objects, or what \a instead knows. If
    /// its plugin is another one, nothing; if its objects are, see ofOtherObjects(). Nothing is
    /// written before it is read. The journal outlives the call of read(); \a note is called
    /// after it.
    [[nodiscard]] std::shared_ptr<KnownItems> known(JournaledController controller,
                                                    std::shared_ptr<KnownItems> instead = nullptr,
                                                    Note note = {});
    /// Forgets all controllers but those that are \a named, and says how many objects of which.
    /// What cannot be written now is forgotten once it can.
    struct Forgotten
    {
        std::string controller;
        Restored known;
        ControllerChanges changes;
    };
    [[nodiscard]] Store::Result<std::vector<Forgotten>> keepOnly(
        const std::set<std::string> &named);

    /// The file of \a other is this one's from now on: what is known of controllers that run is
    /// written there anew, and what it says of others is what known() finds. The file so far stays
    /// as it is, but for its jobs, which this life goes on with and the next does not. Returns when
    /// the writer uses the file.
    [[nodiscard]] Store::Result<void> moveTo(std::unique_ptr<Journal> other);

    /// How \a controller, which is about to start, goes on with what differed from its session
    /// before; with nothing of another plugin. What does not hold any more is forgotten.
    [[nodiscard]] Store::Result<ResumedChanges> resumeChanges(
        const JournaledController &controller);
    /// The session of \a controller, which runs, gives it other options.
    void give(const std::string &controller, const ControllerOptions &options);
    /// Of \a options, with which \a controller runs, those that are to stay: without a number of
    /// workers that goes back by itself. Nothing: all of them are of this life alone.
    [[nodiscard]] std::optional<ControllerOptions> toStay(const std::string &controller,
                                                          const ControllerOptions &options);
    /// What its file lacks, as a sentence for status(), beside what was said before.
    void addLost(const std::string &lost);
    /// A number of workers of \a controller, which runs, goes back by itself; nothing: it stays.
    void setTemporary(const std::string &controller,
                      const std::optional<TemporaryWorkers> &workers);

    /// What an operator has asked for is written with the next turn.
    void add(OperatorLine line);
    /// What has come of the line with that OperatorLine::number so far, with the next turn.
    void setResult(std::uint64_t line, std::string result);
    /// The last \a count that are in the file, oldest first.
    [[nodiscard]] Store::Result<std::vector<OperatorLine>> lines(std::size_t count);

    /// Of earlier lives, those that are left wait for readJobs().
    [[nodiscard]] KeptJobs &jobs() { return m_jobs; }
    /// Jobs that are kept from earlier lives, which are kept from now on.
    [[nodiscard]] Store::Result<JobRows::Found> readJobs();

    /// In place of those that were kept before, with the next turn.
    void keep(KeptAlarms alarms);
    [[nodiscard]] Store::Result<AlarmRows::Found> alarms();

    [[nodiscard]] JournalStatus status() override;
    tl::expected<void, Error> compact() override;

    // For the writer.
    [[nodiscard]] std::shared_ptr<Store> store();
    [[nodiscard]] const std::shared_ptr<WriteTurns> &turns() { return m_turns; }
    /// Brings the file up to date with controllers that are gone.
    void writeEnded(Rows &rows);
    /// … which is on disk, and objects of controllers up to \a last are in \a store, too.
    void noteKept(const std::shared_ptr<Store> &store, const std::map<std::string, ItemKey> &last);
    /// What of a controller that runs with \a options differs from what its session gives.
    /// Nothing: what the file has stays.
    [[nodiscard]] std::optional<ControllerChanges> changesOf(const std::string &controller,
                                                             const ControllerOptions &options);
    /// What operators have said and the file does not have.
    struct Unwritten
    {
        std::vector<OperatorLine> lines = {};
        LineRows::Results results = {};
        std::optional<KeptAlarms> alarms = {}; ///< nothing: as in the file
    };
    /// Adds what is new to \a unwritten, which could not be written.
    void take(Unwritten &unwritten);
    /// As KeptJobs::take(); nothing: \a store is not this one's any more.
    [[nodiscard]] KeptJobs::Changes takeJobs(const std::shared_ptr<Store> &store);
    /// A turn has ended, which has written \a anything, or not for a reason.
    void noteTurn(bool anything, const std::string &whyNot);

private:
    Journal(std::shared_ptr<Store> store, Clock &clock)
        : m_clock(clock)
        , m_turns(std::make_shared<WriteTurns>(clock))
        , m_ended(std::make_shared<EndedControllers>())
        , m_store(std::move(store))
        , m_jobs(!m_store->file().empty())
    {}
    friend class JournaledItems; // restore(), noteEnd(), m_ended
    /// A controller that was given its items.
    struct Started
    {
        JournaledController controller;
        std::weak_ptr<KeptUpTo> keptUpTo; ///< null: it has ended
        RestoredObjects restored;
        std::optional<TemporaryWorkers> temporary;
        ControllerChanges changes; ///< as they were written last
    };
    /// While nothing can be written, the oldest of more are lost.
    static constexpr std::size_t MostUnwritten = 10'000;

    [[nodiscard]] std::optional<StoreError> check();
    /// Whether a program uses the file. Gives what was so before.
    [[nodiscard]] static Store::Result<bool> mark(Store &store, bool isOpen);
    /// Gives up the file, which another one uses from now on. Says whether it is marked as open.
    [[nodiscard]] bool giveUp();
    [[nodiscard]] std::string lost();
    void noteEnd(const std::string &controller, const KeptUpToPtr &keptUpTo);
    [[nodiscard]] std::vector<JournaledController> running();
    /// What is known of \a controller goes to \a sink; null: nothing does.
    [[nodiscard]] Restored restore(const JournaledController &controller, KnownSink *sink);
    static void enterAnew(Rows &rows, const JournaledController &controller);

    Clock &m_clock;
    const std::shared_ptr<WriteTurns> m_turns;
    const std::shared_ptr<EndedControllers> m_ended;
    Mutex m_mutex;
    std::shared_ptr<Store> m_store QONTROLLER_GUARDED_BY(m_mutex);
    bool m_isOpen QONTROLLER_GUARDED_BY(m_mutex) = false; ///< and the file says so
    std::map<std::string, Started> m_started QONTROLLER_GUARDED_BY(m_mutex);
    std::deque<OperatorLine> m_lines QONTROLLER_GUARDED_BY(m_mutex); // not written
    LineRows::Results m_results QONTROLLER_GUARDED_BY(m_mutex);      // likewise
    std::optional<KeptAlarms> m_alarms QONTROLLER_GUARDED_BY(m_mutex); // likewise
    WallTime m_written QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_whyNot QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_lost QONTROLLER_GUARDED_BY(m_mutex);
    KeptJobs m_jobs;
};

} // namespace qontroller
