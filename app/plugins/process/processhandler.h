// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/listedfolder.h"
#include "app/plugins/common/ownersmark.h"
#include "app/plugins/process/supervisor.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/handler.h"
#include "core/engine/api/storage.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// What a spec file says, or the sentence on what is wrong with it.
using SpecOrProblem = tl::expected<ProcessSpec, std::string>;

/// Reads specs, and has the supervisor do a step for each.
class ProcessHandler final : public Storage<SpecOrProblem>, public Handler<SpecOrProblem>
{
public:
    ProcessHandler(std::shared_ptr<ListedFolder> folder, std::shared_ptr<Supervisor> supervisor,
                   std::shared_ptr<OwnersMark> mark = OwnersMark::none())
        : m_folder(std::move(folder))
        , m_supervisor(std::move(supervisor))
        , m_mark(std::move(mark))
    {}

    Fetched<SpecOrProblem> get(const Attempt &attempt) override;
    Outcome add(const SpecOrProblem &spec, const Attempt &attempt) override;
    Outcome remove(const Attempt &attempt) override;

private:
    using Spec = std::shared_ptr<const SpecOrProblem>;
    /// \a spec, which counts for as long as its file is away for a moment.
    Spec keep(const ObjectId &id, Spec spec);
    /// What counts of one without a file.
    [[nodiscard]] Fetched<SpecOrProblem> away(const ObjectId &id);
    /// Says each once, until a spec of this name has others.
    void warn(const Attempt &attempt, const std::vector<std::string> &warnings);
    /// Of one that another host runs: nothing, unless it was this one's before.
    [[nodiscard]] Outcome yield(const ObjectId &id);
    static void tell(const ProcessNews &news, const Attempt &attempt);

    std::shared_ptr<ListedFolder> m_folder;
    std::shared_ptr<Supervisor> m_supervisor;
    std::shared_ptr<OwnersMark> m_mark;
    Mutex m_mutex;
    std::map<ObjectId, Spec> m_last QONTROLLER_GUARDED_BY(m_mutex);
    std::map<ObjectId, std::vector<std::string>> m_said QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::supervision
