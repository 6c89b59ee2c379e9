// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/jobs/jobport.h"
#include "core/engine/observe/controllers/counters.h"
#include "core/remote/attach/attachedhost.h"
#include "core/remote/attach/details.h"
#include "core/remote/attach/ondemand.h"

#include <map>
#include <memory>
#include <vector>

namespace qontroller::remote {

/// Several hosts, as if their controllers were those of one: what they show is merged, and a
/// command goes to the host whose controller it is for.
///
/// Each host is asked in threads of its own: three, and one more for each reader. A host that
/// answers late holds the others up for Courtesy at the most, and only once. Thread-safe; held(),
/// submit() and what is done to jobs wait for the host as those of AttachedHost do.
class AttachedHosts final : public Feed, public ControlPort, public Hosts, public JobPort
{
public:
    static constexpr Duration Courtesy = std::chrono::milliseconds(100);

    /// \a clock outlives it.
    explicit AttachedHosts(Clock &clock = SteadyClock::instance());
    ~AttachedHosts() override;

    HostId add(const Address &address);
    /// Its controllers are gone with the next pull. Ends what it is asked.
    void remove(HostId host);
    /// As AttachedHost::tryNow().
    void tryNow(HostId host);
    /// As AttachedHost::applySession().
    [[nodiscard]] tl::expected<ApplyStatus, RemoteError> applySession(
        HostId host, const std::string &json, ApplyMode mode,
        const std::function<void(const ApplyStatus &)> &show);
    /// As AttachedHost::operatorLog().
    [[nodiscard]] tl::expected<std::vector<OperatorLine>, RemoteError> operatorLog(HostId host);
    /// Ends what all of them are asked; nothing is done from now on. For readers to end soon.
    void close();

    /// Those that would be called alike are called by their addresses, too.
    [[nodiscard]] std::vector<HostStatus> hosts() const override;
    /// Of each host what shows and steers the operations on its members, also while it is not
    /// connected. This outlives them.
    [[nodiscard]] std::map<HostId, std::shared_ptr<consist::LifecyclePort>> lifecycles() const;

    [[nodiscard]] ReaderId attach(Reads reads) override;
    [[nodiscard]] Delta pull(ReaderId reader) override;
    void detach(ReaderId reader) override;
    /// Of a host that answers late: what it said last.
    [[nodiscard]] Sample sample() override;
    /// Nothing, too, of a host that answers late: the next call may have it.
    [[nodiscard]] std::optional<ItemDetail> detail(ControllerId controller,
                                                   const ObjectId &id) override;
    [[nodiscard]] std::optional<Description> describe(ControllerId controller, const ObjectId &id,
                                                      std::stop_token stop) override;
    [[nodiscard]] std::vector<ObjectId> held(ControllerId controller) override;
    [[nodiscard]] Answer prepare(HostId host, JobRequest request) override;
    [[nodiscard]] Answer begin(const JobKey &key) override;
    [[nodiscard]] Answer stop(const JobKey &key) override;
    /// Of a host that answers late: what it said last.
    [[nodiscard]] std::vector<HostJob> jobs() override;
    /// One for every controller is for those of one host. 0: there is no such host, or it has not
    /// confirmed it.
    Ticket submit(Command command) override;

private:
    using HostPtr = std::shared_ptr<AttachedHost>;
    using Samples = OnDemand<Sample>;
    struct Entry
    {
        HostId id = 0;
        HostPtr host;
        std::shared_ptr<Samples> samples;
        std::vector<Sample::Controller> last; ///< what it said
        std::shared_ptr<OnDemand<std::vector<HostJob>>> jobs;
        std::vector<HostJob> lastJobs;
        std::shared_ptr<Details> details;
    };
    /// What a reader gets from one host.
    struct Line;
    using LinePtr = std::shared_ptr<Line>;
    struct Reader
    {
        Reads reads = Reads::Everything;
        std::map<HostId, LinePtr> lines;
        std::vector<ControllerId> removed; ///< with their host, and not told yet
    };

    [[nodiscard]] std::vector<HostPtr> all() const;
    /// Null: it is not shown any more.
    [[nodiscard]] HostPtr find(HostId host) const;
    [[nodiscard]] std::map<HostId, LinePtr> linesOf(ReaderId reader);
    void take(const std::vector<std::pair<HostId, std::optional<Sample>>> &samples, Sample &all);

    Clock &m_clock;
    mutable Mutex m_mutex;
    std::vector<Entry> m_entries QONTROLLER_GUARDED_BY(m_mutex);
    std::map<ReaderId, Reader> m_readers QONTROLLER_GUARDED_BY(m_mutex);
    HostId m_lastHost QONTROLLER_GUARDED_BY(m_mutex) = 0;
    ReaderId m_lastReader QONTROLLER_GUARDED_BY(m_mutex) = 0;
};

} // namespace qontroller::remote
