// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/commands.h"

#include "ui/words/format.h"
#include "ui/words/optionwords.h"

#include <QtCore/QCoreApplication>

namespace qontroller::ui {

namespace {

struct CommandsText
{
    Q_DECLARE_TR_FUNCTIONS(Commands)
};

int count(const Ids &ids)
{
    return int(ids.size());
}

/// \a words with how long a pause lasts, and why.
QString withTerms(QString words, const std::optional<Duration> &expiry, const std::string &reason)
{
    if (expiry)
        words = CommandsText::tr("%1 for %2").arg(words, formatTerm(*expiry));
    return reason.empty() ? words : words + QStringLiteral(": ") + toLine(reason);
}

struct Describe
{
    QString operator()(const PauseItems &a) const
    {
        return withTerms(CommandsText::tr("Pause %n object(s)", nullptr, count(a.ids)), a.expiry,
                         a.reason);
    }
    QString operator()(const ResumeItems &a) const
    {
        return CommandsText::tr("Resume %n object(s)", nullptr, count(a.ids));
    }
    QString operator()(const RequeueItems &a) const
    {
        return CommandsText::tr("Requeue %n object(s)", nullptr, count(a.ids));
    }
    QString operator()(const DiscardItems &a) const
    {
        return CommandsText::tr("Discard %n object(s)", nullptr, count(a.ids));
    }
    QString operator()(const RemoveHeld &a) const
    {
        return a.ids.empty() ? CommandsText::tr("Remove all held objects")
                             : CommandsText::tr("Remove %n held object(s)", nullptr, count(a.ids));
    }
    QString operator()(const KeepHeld &a) const
    {
        return a.ids.empty() ? CommandsText::tr("Keep all held objects")
                             : CommandsText::tr("Keep %n held object(s)", nullptr, count(a.ids));
    }
    QString operator()(const PauseController &a) const
    {
        return withTerms(CommandsText::tr("Pause controller"), a.expiry, a.reason);
    }
    QString operator()(const ResumeController &) const
    {
        return CommandsText::tr("Resume controller");
    }
    QString operator()(const SetOptions &a) const
    {
        QStringList values;
        for (const OptionChange &each : a.changes)
            values += CommandsText::tr("“%1” to %2", "an option to a value")
                          .arg(titleOf(*each.option), toLine(valueText(each.value)));
        return CommandsText::tr("Set %1").arg(values.join(QStringLiteral(", ")));
    }
    QString operator()(const ResyncNow &) const { return CommandsText::tr("Resync now"); }
    QString operator()(const RemoveController &) const
    {
        return CommandsText::tr("Drain and remove");
    }
    QString operator()(const EndDrain &) const { return CommandsText::tr("End the drain now"); }
};

template<class A>
concept OfItems = requires(const A &a)
{
    a.ids;
};

} // namespace

QString describeAction(const Action &action)
{
    return std::visit(Describe{}, action);
}

const Ids &idsOf(const Action &action)
{
    static const Ids none;
    return std::visit(
        [](const auto &a) -> const Ids & {
            if constexpr (OfItems<decltype(a)>)
                return a.ids;
            else
                return none;
        },
        action);
}

std::size_t runsOf(const Action &action)
{
    const auto *requeue = std::get_if<RequeueItems>(&action);
    return requeue ? requeue->ids.size() : 0;
}

} // namespace qontroller::ui
