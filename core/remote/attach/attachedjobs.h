// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/jobs/jobport.h"
#include "core/remote/attach/attachment.h"

namespace qontroller::remote {

/// The jobs of an attached host. Their numbers are the host's own, for every front end shows the
/// same; times are of the clock here. Thread-safe; each call waits for the host,
/// half a minute at the most.
class AttachedJobs final : public JobPort
{
public:
    explicit AttachedJobs(AttachmentPtr host)
        : m_host(std::move(host))
    {}

    [[nodiscard]] Answer prepare(JobRequest request) override;
    [[nodiscard]] Answer begin(const JobKey &key) override;
    [[nodiscard]] Answer stop(const JobKey &key) override;
    [[nodiscard]] tl::expected<int, NoJob> setWorkersFor(ControllerId controller, int workers,
                                                         Duration time) override;
    [[nodiscard]] std::vector<HostJob> jobs() override;

private:
    using Asked = tl::expected<JobAnswer, RemoteError> (HostCalls::*)(JobId);
    [[nodiscard]] Answer askOf(const JobKey &key, Asked asked);
    [[nodiscard]] HostJob here(JobAnswer answer, const Attachment::Connection &from) const;
    [[nodiscard]] std::string otherRun() const;

    const AttachmentPtr m_host;
};

} // namespace qontroller::remote
