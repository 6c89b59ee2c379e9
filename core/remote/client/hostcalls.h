// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/alarms/alarmport.h"
#include "core/engine/control/journalport.h"
#include "core/engine/control/operatorline.h"
#include "core/engine/control/sessionport.h"
#include "core/engine/jobs/job.h"
#include "core/engine/observe/events/eventrecord.h"
#include "core/members/consist/lifecycleport.h"
#include "core/remote/client/remoteerror.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller::remote {

/// The longest session that a host takes, in bytes, as in a file.
inline constexpr std::size_t LongestSession = std::size_t{16} << 20U;

/// A job, and what the host's clock says now.
struct JobAnswer
{
    JobStatus job; ///< times of the host's clock
    TimePoint now;
};

/// See Events in qontroller.proto.
struct EventsQuestion
{
    ControllerId controller = 0; ///< 0: all
    std::uint32_t last = 0;      ///< 0: as the host likes
    bool follow = false;
};

struct EventLine
{
    WallTime at;
    std::string controller;
    EventRecord event;
    std::uint64_t missed = 0; ///< of the controller, before this one: they came too quickly
};

enum class JobStart : unsigned char {
    AtOnce,
    Prepared, ///< nothing is done before beginJob()
};

class RemoteHost;
struct SelectAnswer;
struct SelectQuestion;

/// Questions to a host that are more than the two ports of RemoteHost, through its connection.
/// Thread-safe; each call waits for the host.
class HostCalls final
{
public:
    /// \a host outlives it.
    explicit HostCalls(const RemoteHost &host);
    ~HostCalls();

    /// Ends all calls that are under way, and lets none begin any more.
    void close();

    template<class Answer>
    using Expected = tl::expected<Answer, RemoteError>;

    [[nodiscard]] Expected<SelectAnswer> select(const SelectQuestion &question);

    [[nodiscard]] Expected<JobAnswer> startJob(const JobRequest &request, JobStart start);
    [[nodiscard]] Expected<JobAnswer> beginJob(JobId id);
    [[nodiscard]] Expected<JobAnswer> stopJob(JobId id);
    [[nodiscard]] Expected<std::vector<JobAnswer>> jobs();
    /// Waits until the job has ended, or \a goesOn, which is told of each step, says false.
    [[nodiscard]] Expected<JobAnswer> followJob(
        JobId id,
        const std::function<bool(const JobStatus &)> &goesOn = [](const JobStatus &) {
            return true;
        });

    /// The number that it goes back to after \a time.
    [[nodiscard]] Expected<int> setWorkersFor(ControllerId controller, int workers, Duration time);

    /// Tells \a show of each line, until it says false or, unless it follows, the last is told.
    [[nodiscard]] Expected<void> events(const EventsQuestion &question,
                                        const std::function<bool(const EventLine &)> &show);
    [[nodiscard]] Expected<std::vector<OperatorLine>> operatorLog(std::uint64_t after = 0);
    [[nodiscard]] Expected<SessionText> session();
    /// See ApplyMode::Save.
    [[nodiscard]] Expected<ApplyStatus> saveSession();
    [[nodiscard]] Expected<JournalStatus> journal();
    /// Makes its file small before.
    [[nodiscard]] Expected<JournalStatus> compactJournal();
    [[nodiscard]] Expected<AlarmStatus> alarms();
    /// Who acknowledges is known to the host.
    [[nodiscard]] Expected<void> acknowledge(const AcknowledgeRequest &request);
    [[nodiscard]] Expected<void> withdraw(const std::string &key);
    /// Tells \a show of each step, until the last is told. After \a stop the host goes on alone.
    [[nodiscard]] Expected<ApplyStatus> applySession(
        const std::optional<std::string> &json, ApplyMode mode,
        const std::function<void(const ApplyStatus &)> &show = [](const ApplyStatus &) {},
        const std::stop_token &stop = {});
    [[nodiscard]] Expected<std::vector<FoundPlugin>> plugins();

    [[nodiscard]] Expected<consist::LifecycleAnswer> members(
        const consist::LifecycleQuestion &question);
    /// See LifecyclePort; the host itself knows who asks.
    [[nodiscard]] Expected<void> operate(const consist::EmployeeKey &member,
                                         const consist::Command &command);
    [[nodiscard]] Expected<void> forgetEmployer(const consist::EmployerName &employer);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace qontroller::remote
