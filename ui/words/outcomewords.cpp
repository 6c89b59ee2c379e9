// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/outcomewords.h"

#include "ui/words/format.h"
#include "ui/words/jobwords.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

namespace qontroller::ui {

namespace {

struct OutcomeText
{
    Q_DECLARE_TR_FUNCTIONS(Jobs)
};

QString times(std::uint64_t count, const QString &what)
{
    return OutcomeText::tr("%1 × %2").arg(formatCount(count), what);
}

QString wordsOf(const OutcomePart &part)
{
    using Kind = OutcomePart::Kind;
    const QString count = formatCount(part.count);
    switch (part.kind) {
    case Kind::Refused: return OutcomeText::tr("refused");
    case Kind::Sent: return OutcomeText::tr("sent");
    case Kind::Ended: return OutcomeText::tr("%1 of %2 ended").arg(count, formatCount(part.all));
    case Kind::Counted: return times(part.count, toLine(part.text));
    case Kind::OtherResults: return OutcomeText::tr("%n other result(s)", nullptr, int(part.count));
    case Kind::Said: return toLine(part.text);
    case Kind::Done:
        return part.count == 0 ? OutcomeText::tr("done")
                               : times(part.count, OutcomeText::tr("done"));
    case Kind::TakenBack: return OutcomeText::tr("taken back");
    case Kind::Failed: return times(part.count, OutcomeText::tr("failed"));
    case Kind::NotRun: return times(part.count, OutcomeText::tr("not run"));
    case Kind::StillRunning: return times(part.count, OutcomeText::tr("still running"));
    case Kind::Skipped: return OutcomeText::tr("%1 skipped: %2").arg(count, reasonText(part.text));
    case Kind::Stopped: return OutcomeText::tr("stopped before %1").arg(count);
    }
    return {};
}

} // namespace

QString outcomeText(const OutcomeParts &parts)
{
    QStringList words;
    for (const OutcomePart &each : parts)
        words += wordsOf(each);
    return words.join(QString::fromUtf8(OutcomeSeparator.data(), OutcomeSeparator.size()));
}

} // namespace qontroller::ui
