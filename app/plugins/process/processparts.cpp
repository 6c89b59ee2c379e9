// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/processparts.h"

#include "app/plugins/process/processhandler.h"
#include "app/plugins/process/specfolder.h"
#include "core/engine/api/functions.h"

namespace qontroller::supervision {

ControllerParts makeProcessParts(const ProcessOptions &options)
{
    MarkOptions marked = options.mark;
    marked.work = options.state;
    if (options.onStop == OnStop::Keep)
        marked.atEnd = MarkOptions::AtEnd::Left;
    const auto mark = std::make_shared<OwnersMark>(options.folder + '/' + markNameOf("process"),
                                                   std::move(marked));
    // Which keeps the mark until its processes have ended.
    const auto supervisor = std::make_shared<Supervisor>(options.state, options.logWriter,
                                                         options.onStop, options.use,
                                                         SteadyClock::instance(), mark);
    const auto folder = std::make_shared<ListedFolder>(options.folder, options.deletionDelay);
    const auto handler = std::make_shared<ProcessHandler>(folder, supervisor, mark);
    ControllerParts parts;
    parts.listerWatcher = std::make_shared<SpecFolder>(folder, supervisor, mark);
    parts.reconciler = qontroller::makeReconciler<SpecOrProblem>(handler, handler);
    parts.describer = makeDescriber(
        [handler](const ObjectId &id, const std::stop_token &stop) {
            const auto spec = handler->get({id, {}, 1, 0, stop, nullptr});
            if (spec.kind() != Fetched<SpecOrProblem>::Kind::Found)
                return std::string("absent\n");
            return *spec.object() ? (*spec.object())->text : spec.object()->error() + '\n';
        },
        [supervisor](const ObjectId &id, const std::stop_token &) {
            return supervisor->describe(id);
        });
    return parts;
}

} // namespace qontroller::supervision
