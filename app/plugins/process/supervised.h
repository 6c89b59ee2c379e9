// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/launch.h"
#include "app/plugins/process/output.h"
#include "app/plugins/process/runningprocess.h"
#include "app/plugins/process/statefolder.h"
#include "core/engine/api/outcome.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// What has happened to a process since it was asked last, to be told.
struct ProcessNews
{
    std::vector<std::string> ends;  ///< that nobody here had asked for: how, and after how long
    std::vector<std::string> asked; ///< to end, why: what was found to run, or is another host's
    std::vector<std::string> left;  ///< alone, why: what runs by a copied note
    OutputNews output;
};

/// One process under supervision: what is known of it and the next step for it.
///
/// Every function looks at the world and does one step at the most; nothing waits.
/// What a step has begun is seen when it is called again. For one thread at a time.
class Supervised final
{
public:
    /// Adopts the process that \a state remembers, if it still runs. As long as it is not known
    /// what runs, nothing is started or stopped.
    Supervised(ObjectId id, const StateFolder &state, OutputTools &tools, Clock &clock);

    /// A step towards a process that runs as \a spec says. Nothing: the caller has to ask
    /// now whether it is ready, which takes time, and tell takeReadiness().
    [[nodiscard]] std::optional<Outcome> keep(const ProcessSpec &spec);
    /// \a whyNot as probe() gave it.
    [[nodiscard]] Outcome takeReadiness(const ReadinessProbe &readiness,
                                        const std::optional<std::string> &whyNot);

    /// A step towards no process, because of \a why, which is news unless it is empty. Done: there
    /// is none.
    [[nodiscard]] Outcome stop(const std::string &why = {});

    /// Why what was found to run is ended, if it is: it has no spec, or with \a hasSpec another
    /// one. Empty: it was started here.
    [[nodiscard]] std::string whyNotWanted(bool hasSpec) const;

    /// Takes note of the process's end, if it has ended, and sees to its output. keep() and stop()
    /// do so too.
    void look();

    /// Null if none runs; until the next call of one of those above.
    [[nodiscard]] const RunningProcess *run() const { return m_run.get(); }
    /// The writer of its log; the same.
    [[nodiscard]] const RunningProcess *writer() const { return m_output.writer(); }
    [[nodiscard]] ProcessNews takeNews();
    /// As ProcessNews::asked.
    void say(const std::string &why) { m_asked.push_back(why); }

    /// Properties a line, for people.
    [[nodiscard]] std::string describe() const;

private:
    [[nodiscard]] std::optional<std::string> whyNotKnown();
    void adopt(const StartRecord &record);
    [[nodiscard]] bool isAnothers(const StartRecord &record);
    void adoptNext();
    [[nodiscard]] tl::expected<std::unique_ptr<ChildProcess>, Outcome> launchNoted(
        const ProcessSpec &spec);
    [[nodiscard]] bool isNoted() const;
    [[nodiscard]] std::optional<std::string> whyNotRemembered();
    [[nodiscard]] Outcome startAgain(const ProcessSpec &spec);
    [[nodiscard]] Outcome restart(const ProcessSpec &spec);
    [[nodiscard]] Outcome start(const ProcessSpec &spec);
    void takeEnd();
    [[nodiscard]] Outcome restOfOutput();
    [[nodiscard]] Outcome untilTheNextLook() const;
    [[nodiscard]] Outcome end(const std::string &awaited, const std::string &why);
    [[nodiscard]] std::string describeRun() const;

    const ObjectId m_id;
    const StateFolder &m_state;
    Clock &m_clock;

    Output m_output;
    std::optional<Obstacle> m_whyNotWritten; ///< its output
    std::unique_ptr<RunningProcess> m_run;   ///< null: none runs
    bool m_isKnown = false;                  ///< whether an earlier host has left one
    std::string m_start;                     ///< as StartRecord::start
    std::string m_digest;                    ///< of the spec it runs by, or ran by last
    TimePoint m_startedAt;
    std::int64_t m_startedAtMs = 0; ///< the same, since 1970
    bool m_isRemembered = false;    ///< for the next host
    Duration m_grace = ProcessSpec().grace;
    Duration m_resetAfter = RestartPolicy().resetAfter;
    std::optional<TimePoint> m_askedAt; ///< to end

    std::vector<std::string> m_news;  ///< ProcessNews::ends
    std::vector<std::string> m_asked; ///< ProcessNews::asked
    std::vector<std::string> m_left;  ///< ProcessNews::left
    std::optional<ProcessExit> m_lastEnd;
    TimePoint m_endedAt;
    unsigned m_restarts = 0; ///< in a row

    bool m_isReady = false;
    TimePoint m_probeAt;         ///< not before
    unsigned m_failedProbes = 0; ///< in a row
    std::string m_whyNotReady;
};

} // namespace qontroller::supervision
