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

/// \a words with how long a pause lasts, and why.
QString withTerms(QString words, const PauseTerms *terms)
{
    if (terms && terms->expiry)
        words = CommandsText::tr("%1 for %2").arg(words, formatTerm(*terms->expiry));
    return terms && !terms->reason.empty() ? words + QStringLiteral(": ") + toLine(terms->reason)
                                           : words;
}

struct Describe
{
    QString operator()(const ItemsAction &a) const
    {
        const int count = int(a.ids.size());
        switch (a.verb) {
        case ItemVerb::Requeue: return CommandsText::tr("Requeue %n object(s)", nullptr, count);
        case ItemVerb::Pause: return CommandsText::tr("Pause %n object(s)", nullptr, count);
        case ItemVerb::Resume: return CommandsText::tr("Resume %n object(s)", nullptr, count);
        case ItemVerb::Discard: return CommandsText::tr("Discard %n object(s)", nullptr, count);
        case ItemVerb::Remove:
            return count == 0 ? CommandsText::tr("Remove all held objects")
                              : CommandsText::tr("Remove %n held object(s)", nullptr, count);
        case ItemVerb::Keep:
            return count == 0 ? CommandsText::tr("Keep all held objects")
                              : CommandsText::tr("Keep %n held object(s)", nullptr, count);
        }
        return {};
    }
    QString operator()(const ControllerAction &a) const
    {
        switch (a.verb) {
        case ControllerVerb::Pause: return CommandsText::tr("Pause controller");
        case ControllerVerb::Resume: return CommandsText::tr("Resume controller");
        case ControllerVerb::Resync: return CommandsText::tr("Resync now");
        case ControllerVerb::Remove: return CommandsText::tr("Drain and remove");
        case ControllerVerb::EndDrain: return CommandsText::tr("End the drain now");
        case ControllerVerb::Take: return CommandsText::tr("Take over");
        }
        return {};
    }
    QString operator()(const SetOptions &a) const
    {
        QStringList values;
        for (const OptionChange &each : a.changes)
            values += CommandsText::tr("“%1” to %2", "an option to a value")
                          .arg(titleOf(*each.option), toLine(valueText(each.value)));
        return CommandsText::tr("Set %1").arg(values.join(QStringLiteral(", ")));
    }
};

} // namespace

QString describeAction(const Action &action)
{
    return withTerms(std::visit(Describe{}, action), termsOf(action));
}

} // namespace qontroller::ui
