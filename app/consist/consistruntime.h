// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/log/logline.h"
#include "core/engine/api/controllerparts.h"
#include "core/engine/api/options.h"
#include "core/members/run/operationmover.h"

#include <tl/expected.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// What the consist controllers of a program share: the store of their marks and the mover of
/// operations. Both open with the first such controller. prepare() is for one thread, the rest
/// for any.
class ConsistRuntime
{
public:
    /// The store is in \a folder, which is made then if it is missing. Empty: nothing is kept.
    explicit ConsistRuntime(std::string folder)
        : m_folder(std::move(folder))
    {}

    /// Why a controller cannot run.
    struct Refusal
    {
        std::string sentence;
        bool mayPass = false; ///< what is to blame is of this machine: a later try may go well
    };
    /// Makes parts that a host can run with \a options; those of other controllers are so as they
    /// are. Whether members are guarded stays as it is then.
    [[nodiscard]] tl::expected<ControllerParts, Refusal> prepare(
        ControllerParts parts, const ControllerOptions &options = {});

    /// Null before the first consist controller.
    [[nodiscard]] std::shared_ptr<consist::OperationMover> mover() const
    {
        MutexLock lock(m_mutex);
        return m_mover;
    }
    /// Nothing before the first consist controller.
    [[nodiscard]] std::optional<consist::LifecycleCounts> counts() const;
    /// As OperationMover: no operation goes on by itself; calls under way have until \a deadline.
    [[nodiscard]] bool isIdle() const;
    [[nodiscard]] std::vector<std::string> finishCalls(TimePoint deadline) const;
    /// Controllers of earlier sessions that operations wait for.
    [[nodiscard]] std::vector<std::string> absent() const;
    /// What is to be done about one.
    static const char *const WhyAbsent;
    /// Logs them.
    void sayWhoIsAbsent() const;
    /// Operations that have not ended or could not begin, each as a line for the log.
    [[nodiscard]] std::vector<LogLine> unfinished() const;

private:
    [[nodiscard]] tl::expected<void, Refusal> open();
    [[nodiscard]] tl::expected<std::filesystem::path, std::string> storeFile() const;

    std::string m_folder;
    mutable Mutex m_mutex;
    std::shared_ptr<consist::OperationMover> m_mover QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
