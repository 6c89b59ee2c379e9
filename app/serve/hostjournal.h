// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/serve/sessionline.h"
#include "core/engine/host/host.h"
#include "core/engine/journal/journal.h"
#include "core/engine/journal/journalwriter.h"

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace qontroller {

/// Where the journal of a host that runs the session in the file \a session is, if it keeps what it
/// knows in \a folder with others: in a file that is named for the session.
[[nodiscard]] std::filesystem::path journalFile(const std::filesystem::path &folder,
                                                const std::string &session);
/// Where that of a server is: in the folder that \a line names, else as above.
[[nodiscard]] std::filesystem::path journalFile(const SessionLine &line);

/// For metrics.
struct JournalHealth
{
    bool isWritten = true; ///< all that has happened is
    bool isWhole = true;   ///< nothing lacked at the start
};

/// The journal of a program's host, with what is said of it in the log. Thread-safe, but
/// controllers start on one thread.
class HostJournal
{
public:
    /// Keeps nothing before moveTo().
    HostJournal();

    /// Uses \a file from now on, or makes it and the folder that it is in; see Journal::moveTo().
    /// Empty: keeps nothing any more. \a isNamed: somebody wants it there. Else, and where there
    /// was none before, one that cannot be made is a warning, and nothing is kept. An error is a
    /// sentence.
    [[nodiscard]] tl::expected<void, StoreError> moveTo(const std::filesystem::path &file,
                                                        bool isNamed);

    /// Starts \a spec in \a host with what is known of its objects, as Journal::known(), and with
    /// options that operators have changed, of which those for a time go on. \a given are those
    /// that its session gives; what \a spec has in another way is of this life alone. With
    /// \a instead its options are as they are to be already. The log has lines on it. The error is
    /// that of Host::add().
    [[nodiscard]] tl::expected<ControllerId, std::string> start(
        Host &host, ControllerSpec spec, const ControllerOptions &given,
        std::shared_ptr<KnownItems> instead = nullptr);
    using GoOn = std::function<void(const std::string &controller, const TemporaryWorkers &)>;
    /// Before the first start(), which tells \a goOn of workers that a controller has started with
    /// for a time.
    void setGoOn(GoOn goOn) { m_goOn = std::move(goOn); }
    /// As Journal::setTemporary().
    void setTemporary(const std::string &controller, const std::optional<TemporaryWorkers> &workers)
    {
        m_journal->setTemporary(controller, workers);
    }
    /// As Journal::give().
    void give(const std::string &controller, const ControllerOptions &options)
    {
        m_journal->give(controller, options);
    }

    /// As Journal::toStay().
    [[nodiscard]] std::optional<ControllerOptions> toStay(const std::string &controller,
                                                          const ControllerOptions &options)
    {
        return m_journal->toStay(controller, options);
    }

    void add(OperatorLine line) { m_journal->add(std::move(line)); }
    /// As Journal::setResult().
    void setResult(std::uint64_t line, std::string result)
    {
        m_journal->setResult(line, std::move(result));
    }
    /// The last \a count of all lives. None, and a line in the log, if they cannot be read.
    [[nodiscard]] std::vector<OperatorLine> lines(std::size_t count);
    [[nodiscard]] JobKeeper &jobs() { return m_journal->jobs(); }
    /// How many of earlier lives wait for readJobs().
    [[nodiscard]] std::size_t jobsLeft() const { return m_journal->jobs().left(); }
    /// That earlier lives have begun. What cannot be read is a line in the log.
    [[nodiscard]] std::vector<KeptJob> readJobs();
    /// As Journal::keep().
    void keep(KeptAlarms alarms) { m_journal->keep(std::move(alarms)); }
    /// That were kept. What cannot be read is a line in the log.
    [[nodiscard]] KeptAlarms alarms();
    /// When controllers have left the session.
    enum class Left : unsigned char {
        WhileItRan, ///< and have stopped in order
        Before,     ///< this life: what they had at work was not stopped for it
    };
    /// Forgets controllers that the session does not name (any more).
    void keepOnly(const std::set<std::string> &named, Left left);

    [[nodiscard]] JournalPort &port() { return *m_journal; }
    [[nodiscard]] const std::shared_ptr<WriteTurns> &turns() { return m_journal->turns(); }
    /// Nothing: it is not kept.
    [[nodiscard]] std::optional<JournalHealth> health();
    /// Logs, once, that the disk does not answer, and that it does again. For one thread, from time
    /// to time.
    void sayIfLate();
    /// Whether the start found all, and all that has happened since is on disk, or it is not kept.
    /// For the end of a program: waits for a disk that does not answer, but not for ever.
    [[nodiscard]] bool isKept();

    /// Writes what happens in \a host, from the call of begin() on. Destroy it before the host.
    [[nodiscard]] std::unique_ptr<JournalWriter> writerOf(Host &host);

private:
    /// Workers that go on for a time.
    [[nodiscard]] std::optional<TemporaryWorkers> restoreOptions(ControllerSpec &spec,
                                                                 JournaledController &controller);
    /// That a row is not what was written: in the log, and as long as the program runs.
    void noteDamage(const std::string &what);
    [[nodiscard]] tl::expected<void, StoreError> take(std::unique_ptr<Journal> journal);

    const std::unique_ptr<Journal> m_journal;
    GoOn m_goOn;
    bool m_isLate = false; ///< and the log says so
    std::string m_newFile; ///< that the log has not named yet
};

} // namespace qontroller
