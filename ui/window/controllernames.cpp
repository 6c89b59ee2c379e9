// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllernames.h"

#include "ui/words/format.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct ControllerNamesText
{
    Q_DECLARE_TR_FUNCTIONS(ControllerNames)
};

constexpr qsizetype MostNames = 3;

} // namespace

QString controllerNames(const std::vector<ControllerId> &ids, const LiveState &state)
{
    QStringList names;
    for (const ControllerId id : ids) {
        if (const QString title = titleOf(state.book(), id); !title.isEmpty())
            names += title;
    }
    return names.size() > MostNames
               ? ControllerNamesText::tr("%n Controller(s)", nullptr, int(names.size()))
               : names.join(QStringLiteral(", "));
}

} // namespace qontroller::ui
