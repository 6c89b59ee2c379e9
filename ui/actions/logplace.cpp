// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/logplace.h"

#include "ui/actions/donewords.h"
#include "ui/words/format.h"

namespace qontroller::ui {

LogPlace logPlaceOf(const LiveState &state, const std::set<ControllerId> &controllers)
{
    LogPlace place;
    QStringList shown;
    for (const ControllerId id : controllers) {
        shown += nameOfController(state, id);
        const ControllerView *view = state.controller(id);
        place.names.push_back({view ? toLine(view->name).toStdString() : std::string(),
                               state.hosts().labels().of(id.of.host).name.toStdString()});
    }
    place.shown = shown.join(QStringLiteral(", "));
    return place;
}

} // namespace qontroller::ui
