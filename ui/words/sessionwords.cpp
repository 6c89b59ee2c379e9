// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/sessionwords.h"

#include "ui/words/format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

namespace qontroller::ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(SessionWords)
};

QString wordsOf(SessionStep::Kind kind)
{
    switch (kind) {
    case SessionStep::Kind::Change: return Text::tr("options change");
    case SessionStep::Kind::Stop: return Text::tr("drains and stops");
    case SessionStep::Kind::Restart: return Text::tr("drains and starts anew");
    case SessionStep::Kind::Start: break;
    }
    return Text::tr("starts");
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
    case SessionStep::State::Done: return Text::tr("done");
    case SessionStep::State::Failed: break;
    }
    return Text::tr("failed: %1").arg(toLine(step.why));
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
        return mode == ApplyMode::Apply ? Text::tr("What is to stop drains first …") : QString();
    QStringList sentences;
    if (status.steps.empty())
        sentences += Text::tr("Nothing changes.");
    else if (mode == ApplyMode::Apply)
        sentences += status.hasFailed() ? Text::tr("Not all of it could be done.")
                                        : Text::tr("The session runs.");
    if (status.untouched > 0)
        sentences += Text::tr("%n controller(s) are not touched.", nullptr,
                              static_cast<int>(status.untouched));
    return sentences.join(QLatin1Char(' '));
}

} // namespace qontroller::ui
