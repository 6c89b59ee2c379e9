// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/engine/observe/events/keys.h"

#include <map>

namespace qontroller::ui {

class LiveState;
class Noticeboard;

/// Says that a restart of a host would forget what happens, for its journal cannot be written, as
/// long as that is so, and what its start did not find in it.
class JournalNotice final : public QObject
{
    Q_OBJECT

public:
    JournalNotice(const LiveState &state, Noticeboard &notices);

    /// Both are empty where all is well.
    void show(HostId host, const QString &whyNotWritten, const QString &lost);

private:
    void showLost(HostId host, const QString &lost);

    const LiveState &m_state;
    Noticeboard &m_notices;
    std::map<HostId, QString> m_said;
    std::map<HostId, QString> m_saidLost;
};

} // namespace qontroller::ui
