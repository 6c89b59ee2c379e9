// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/names.h"

#include <QtCore/QCoreApplication>

#include <array>

namespace qontroller::ui {

namespace {

// The English words stand here once more, because lupdate reads sources, not values.
[[maybe_unused]] constexpr std::array Words{
    QT_TRANSLATE_NOOP("Engine", "In sync"),
    QT_TRANSLATE_NOOP("Engine", "Waiting"),
    QT_TRANSLATE_NOOP("Engine", "Running"),
    QT_TRANSLATE_NOOP("Engine", "Back-off"),
    QT_TRANSLATE_NOOP("Engine", "Waiting for lock"),
    QT_TRANSLATE_NOOP("Engine", "Failed"),
    QT_TRANSLATE_NOOP("Engine", "Parked"),
    QT_TRANSLATE_NOOP("Engine", "Held"),
    QT_TRANSLATE_NOOP("Engine", "Paused"),
    QT_TRANSLATE_NOOP("Engine", "Stuck"),
    QT_TRANSLATE_NOOP("Engine", "Ignored"),
    QT_TRANSLATE_NOOP("Engine", "Elsewhere"),
    QT_TRANSLATE_NOOP("Engine", "listed"),
    QT_TRANSLATE_NOOP("Engine", "added"),
    QT_TRANSLATE_NOOP("Engine", "modified"),
    QT_TRANSLATE_NOOP("Engine", "deleted"),
    QT_TRANSLATE_NOOP("Engine", "missing from list"),
    QT_TRANSLATE_NOOP("Engine", "resync"),
    QT_TRANSLATE_NOOP("Engine", "retry"),
    QT_TRANSLATE_NOOP("Engine", "requeue after"),
    QT_TRANSLATE_NOOP("Engine", "lock"),
    QT_TRANSLATE_NOOP("Engine", "owned object changed"),
    QT_TRANSLATE_NOOP("Engine", "operator"),
    QT_TRANSLATE_NOOP("Engine", "taken over"),
    QT_TRANSLATE_NOOP("Engine", "asked for by a handler"),
    QT_TRANSLATE_NOOP("Engine", "event"),
    QT_TRANSLATE_NOOP("Engine", "Starting"),
    QT_TRANSLATE_NOOP("Engine", "Draining"),
    QT_TRANSLATE_NOOP("Engine", "Stopped"),
    QT_TRANSLATE_NOOP("Engine", "none"),
    QT_TRANSLATE_NOOP("Engine", "starting"),
    QT_TRANSLATE_NOOP("Engine", "live"),
    QT_TRANSLATE_NOOP("Engine", "retrying"),
    QT_TRANSLATE_NOOP("Engine", "error"),
    QT_TRANSLATE_NOOP("Engine", "failed"),
    QT_TRANSLATE_NOOP("Engine", "parked"),
    QT_TRANSLATE_NOOP("Engine", "recovered"),
    QT_TRANSLATE_NOOP("Engine", "retry worked"),
    QT_TRANSLATE_NOOP("Engine", "looping"),
    QT_TRANSLATE_NOOP("Engine", "vanished"),
    QT_TRANSLATE_NOOP("Engine", "let go"),
    QT_TRANSLATE_NOOP("Engine", "lock refused"),
    QT_TRANSLATE_NOOP("Engine", "lock lost"),
    QT_TRANSLATE_NOOP("Engine", "lock not released"),
    QT_TRANSLATE_NOOP("Engine", "lock service"),
    QT_TRANSLATE_NOOP("Engine", "stuck"),
    QT_TRANSLATE_NOOP("Engine", "list not complete"),
    QT_TRANSLATE_NOOP("Engine", "list failed"),
    QT_TRANSLATE_NOOP("Engine", "list complete again"),
    QT_TRANSLATE_NOOP("Engine", "watch ended"),
    QT_TRANSLATE_NOOP("Engine", "watch error"),
    QT_TRANSLATE_NOOP("Engine", "held"),
    QT_TRANSLATE_NOOP("Engine", "command"),
    QT_TRANSLATE_NOOP("Engine", "pause ended"),
    QT_TRANSLATE_NOOP("Engine", "ticket done"),
    QT_TRANSLATE_NOOP("Engine", "stopped"),
    QT_TRANSLATE_NOOP("Engine", "process"),
    QT_TRANSLATE_NOOP("Engine", "shortage"),
    QT_TRANSLATE_NOOP("Engine", "ids refused"),
    QT_TRANSLATE_NOOP("Engine", "ownership"),
    QT_TRANSLATE_NOOP("Engine", "notice"),
};

QString translated(std::string_view word)
{
    return QCoreApplication::translate("Engine", std::string(word).c_str());
}

} // namespace

QString keyed(std::string_view name)
{
    return QString::fromStdString(qontroller::keyOf(name));
}

QString nameOf(ItemState state)
{
    return translated(name(state));
}
QString nameOf(Cause cause)
{
    return translated(name(cause));
}
QString nameOf(Band band)
{
    return translated(name(band));
}
QString nameOf(ControllerState state)
{
    return translated(name(state));
}
QString nameOf(WatchState state)
{
    return translated(name(state));
}
QString nameOf(EventRecord::Kind kind)
{
    return translated(name(kind));
}

QString namesOfCauses(std::uint16_t causes)
{
    QStringList names;
    for (int i = 0; i < CauseCount; ++i) {
        if (causes & (1 << i))
            names += nameOf(static_cast<Cause>(i));
    }
    return names.join(QStringLiteral(", "));
}

Severity severityOf(ItemState state)
{
    switch (state) {
    case ItemState::Failed:
    case ItemState::Stuck: return Severity::Bad;
    case ItemState::Parked:
    case ItemState::Held:
    case ItemState::BackOff:
    case ItemState::Paused: return Severity::Degraded;
    case ItemState::Running:
    case ItemState::Waiting:
    case ItemState::WaitingForLock: return Severity::Normal;
    case ItemState::InSync:
    case ItemState::Ignored:
    case ItemState::Elsewhere: return Severity::Quiet;
    }
    return Severity::Normal;
}

int rankOf(ItemState state)
{
    switch (state) {
    case ItemState::Stuck: return 0;
    case ItemState::Failed: return 1;
    case ItemState::Held: return 2;
    case ItemState::Parked: return 3;
    case ItemState::BackOff: return 4;
    case ItemState::Paused: return 5;
    case ItemState::WaitingForLock: return 6;
    case ItemState::Running: return 7;
    case ItemState::Waiting: return 8;
    case ItemState::InSync: return 9;
    case ItemState::Ignored: return 10;
    case ItemState::Elsewhere: return 11;
    }
    return 12;
}

QString keyOf(ItemState state)
{
    return keyed(name(state));
}
QString keyOf(Band band)
{
    return keyed(name(band));
}
QString keyOf(Cause cause)
{
    return keyed(name(cause));
}
QString keyOf(Mark mark)
{
    return keyed(name(mark));
}

} // namespace qontroller::ui
