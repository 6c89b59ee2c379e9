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

QString fewOf(const QStringList &names)
{
    return names.size() > MostNames
               ? ControllerNamesText::tr("%n Controller(s)", nullptr, int(names.size()))
               : names.join(QStringLiteral(", "));
}

} // namespace

QString controllerNames(const std::vector<ControllerId> &ids, const LiveState &state)
{
    QStringList names;
    for (const ControllerId id : ids) {
        if (const QString title = titleOf(state.book(), id); !title.isEmpty())
            names += title;
    }
    return fewOf(names);
}

QString controllerPlaces(const std::vector<ControllerId> &ids, const LiveState &state)
{
    QStringList places;
    for (const ControllerId id : ids) {
        if (const QString place = placeOf(state, id); !place.isEmpty())
            places += place;
    }
    return fewOf(places);
}

QString placeOf(const LiveState &state, ControllerId id)
{
    const auto found = state.book().find(id);
    if (found == state.book().end())
        return {};
    const ControllerLabel &label = found->second;
    return label.host.isEmpty()
               ? label.name
               : QCoreApplication::translate("Hosts", "%1 on %2").arg(label.name, label.host);
}

} // namespace qontroller::ui
