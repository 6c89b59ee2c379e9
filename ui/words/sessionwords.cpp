// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/sessionwords.h"

#include "ui/words/format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

namespace qontroller::ui {

namespace {

struct SessionWordsText
{
    Q_DECLARE_TR_FUNCTIONS(SessionWords)
};

QString wordsOf(SessionStep::Kind kind)
{
    switch (kind) {
    case SessionStep::Kind::Change: return SessionWordsText::tr("options change");
    case SessionStep::Kind::Stop: return SessionWordsText::tr("drains and stops");
    case SessionStep::Kind::Restart: return SessionWordsText::tr("drains and starts anew");
    case SessionStep::Kind::Start: break;
    }
    return SessionWordsText::tr("starts");
}

} // namespace

QString wordsOf(const SessionStep &step)
{
    const QString words = wordsOf(step.kind);
    return step.what.empty() ? words : words + QStringLiteral(": ") + toLine(step.what);
}

QString stateOf(const SessionStep &step)
{
    switch (step.state) {
    case SessionStep::State::Planned: return {};
    case SessionStep::State::Done: return SessionWordsText::tr("done");
    case SessionStep::State::Failed: break;
    }
    return SessionWordsText::tr("failed: %1").arg(toLine(step.why));
}

QString summaryOf(const ApplyStatus &status, ApplyMode mode)
{
    if (!status.problems.empty()) {
        QStringList lines;
        for (const std::string &problem : status.problems)
            lines += toLine(problem);
        return lines.join(QLatin1Char('\n'));
    }
    if (!status.hasEnded)
        return mode == ApplyMode::Apply
                   ? SessionWordsText::tr("Controllers that are to stop drain first …")
                   : QString();
    QStringList sentences;
    if (status.steps.empty())
        sentences += SessionWordsText::tr("Nothing changes.");
    else if (mode == ApplyMode::Apply)
        sentences += status.hasFailed() ? SessionWordsText::tr("Not all of it could be done.")
                                        : SessionWordsText::tr("The session runs.");
    else if (mode == ApplyMode::Save)
        sentences += SessionWordsText::tr("The session's file says now what runs.");
    if (status.untouched > 0)
        sentences += SessionWordsText::tr("%n controller(s) are not touched.", nullptr,
                                          static_cast<int>(status.untouched));
    return sentences.join(QLatin1Char(' '));
}

} // namespace qontroller::ui
