// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/jobs/eligibility.h"

#include "core/engine/observe/items/itemrow.h"
#include "core/engine/observe/items/objectrows.h"

namespace qontroller {

std::string_view skipReason(ItemVerb verb, const ItemRow *row)
{
    return row ? factsOf(verb).whyNot(*row) : NotKnownReason;
}

Spell spellOf(ItemVerb verb, const ItemRow &row)
{
    Spell ItemRow::*const spell = factsOf(verb).spell;
    return spell ? row.*spell : 0;
}

std::string_view skipReason(ItemVerb verb, const ItemRow *row, Spell meant)
{
    const std::string_view why = skipReason(verb, row);
    return why.empty() && spellOf(verb, *row) != meant ? factsOf(verb).anew : why;
}

std::string_view blockReason(const NamedController &controller, const ItemRow &row)
{
    if (row.state == ItemState::Running || row.state == ItemState::Stuck)
        return {};
    if (row.paused)
        return ResumeReason;
    if (controller.isPaused)
        return "its controller is paused";
    return controller.workers == 0 ? std::string_view("its controller has no workers")
                                   : std::string_view();
}

} // namespace qontroller
