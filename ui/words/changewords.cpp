// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/changewords.h"

#include "ui/words/format.h"
#include "ui/words/optionwords.h"

#include "core/engine/control/goback.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct ChangeWordsText
{
    Q_DECLARE_TR_FUNCTIONS(ChangeWords)
};

QString wordsOf(const ChangedOption &changed)
{
    const ControllerOption *const option = findOption(changed.name);
    return ChangeWordsText::tr("%1: %2, and %3 in the session")
        .arg(option ? titleOf(*option) : toLine(changed.name), toLine(changed.value),
             toLine(changed.given));
}

} // namespace

QString wordsOf(const TemporaryWorkers &workers)
{
    return ChangeWordsText::tr("%1: %2 until %3, then %4")
        .arg(titleOf(optionOf(&ControllerOptions::workers)))
        .arg(workers.workers)
        .arg(formatMoment(localTime(workers.until), QStringLiteral("HH:mm")))
        .arg(workers.before);
}

WayBack wayBack(const ControllerOptions &running, const ControllerChanges &changes)
{
    ControllerChanges lasting = changes;
    std::erase_if(lasting.options, [&running](const ChangedOption &each) {
        const ControllerOption *const option = findOption(each.name);
        return option && valueText(option->in(running)) != each.value;
    });
    if (lasting.workers && lasting.workers->workers != running.workers)
        lasting.workers.reset();
    WayBack way{{}, withChange(running, goBack(lasting))};
    for (const ChangedOption &each : lasting.options)
        way.differences += wordsOf(each);
    if (lasting.workers)
        way.differences += wordsOf(*lasting.workers);
    return way;
}

} // namespace qontroller::ui
