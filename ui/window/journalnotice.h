// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/engine/observe/events/keys.h"

#include <map>

namespace qontroller::ui {

class LiveState;
class Noticeboard;

/// Says that a restart of a host would forget what happens, for its journal cannot be written, as
/// long as that is so.
class JournalNotice final : public QObject
{
    Q_OBJECT

public:
    JournalNotice(const LiveState &state, Noticeboard &notices);

    /// Empty: it can.
    void show(HostId host, const QString &whyNotWritten);

private:
    const LiveState &m_state;
    Noticeboard &m_notices;
    std::map<HostId, QString> m_said;
};

} // namespace qontroller::ui
