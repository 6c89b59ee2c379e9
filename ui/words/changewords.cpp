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

QString wordsOf(const TemporaryWorkers &workers, WallTime now)
{
    return ChangeWordsText::tr("%1: %2 for %3, then %4")
        .arg(titleOf(optionOf(&ControllerOptions::workers)))
        .arg(workers.workers)
        .arg(formatCountdown(workers.until - now))
        .arg(workers.before);
}

WayBack wayBack(const ControllerOptions &running, const ControllerChanges &changes, WallTime now)
{
    WayBack way{{}, withChange(running, goBack(changes))};
    for (const ChangedOption &each : changes.options)
        way.differences += wordsOf(each);
    if (changes.workers)
        way.differences += wordsOf(*changes.workers, now);
    return way;
}

} // namespace qontroller::ui
