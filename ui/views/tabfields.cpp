// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tabfields.h"

#include "ui/models/rowfilter.h"

namespace qontroller::ui {

FilterFields fieldsOf(Tabs::Tab tab)
{
    switch (tab) {
    case Tabs::Tab::Overview: return 0;
    case Tabs::Tab::Controllers: return fieldsOfControllers();
    case Tabs::Tab::Workers: return fieldsOfWorkers();
    case Tabs::Tab::Operations: return fieldsOfOperations();
    case Tabs::Tab::Items:
    case Tabs::Tab::Locks:
    case Tabs::Tab::Failures: break;
    }
    return AllFilterFields;
}

namespace {

QString whyNotAllFields(Tabs::Tab tab)
{
    switch (tab) {
    case Tabs::Tab::Overview:
        return Tabs::tr("The Overview shows whatever needs a person: no filter counts here.");
    case Tabs::Tab::Controllers:
        return Tabs::tr(
            "Struck through is what controllers do not have. Here controller: and host: count.");
    case Tabs::Tab::Workers:
        return Tabs::tr(
            "Struck through is what workers do not have. Here controller:, host:, id:, worker: "
            "and words of the id count.");
    case Tabs::Tab::Operations:
        return Tabs::tr(
            "Struck through is what operations and members do not have. Here host: counts.");
    case Tabs::Tab::Items:
    case Tabs::Tab::Locks:
    case Tabs::Tab::Failures: break;
    }
    return {};
}

} // namespace

Heeded heededBy(Tabs::Tab tab)
{
    return {fieldsOf(tab), whyNotAllFields(tab)};
}

} // namespace qontroller::ui
