// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QThreadPool>

#include "core/engine/control/pauseterms.h"
#include "core/remote/link/hostlink.h"
#include "ui/state/shownneed.h"

class QWidget;

namespace qontroller::ui {

class Noticeboard;

/// Tells hosts that an operator has seen what needs somebody, in another thread: a host may not
/// answer for long. GUI thread only.
class AcknowledgeDesk final : public QObject
{
    Q_OBJECT

public:
    /// \a who this operator is. All others outlive it.
    AcknowledgeDesk(QWidget &window, const HostLinks &hosts, QString who, Noticeboard &notices);
    /// Waits for what is under way.
    ~AcknowledgeDesk() override;

    /// Asks for how long and why, and then acknowledges \a need.
    void ask(const Need &need);
    void acknowledge(const Need &need, const PauseTerms &terms);
    void withdraw(const Need &need);

signals:
    /// A host has done it: its needs are others now.
    void acknowledged();

private:
    using Done = tl::expected<void, Error>;
    /// \a each is for one of the names of \a need; \a said: if its host has done it for all.
    void tell(const Need &need, std::function<Done(AlarmPort &, const std::string &)> each,
              const QString &said);

    QWidget &m_window;
    const HostLinks &m_hosts;
    const QString m_who;
    Noticeboard &m_notices;
    QThreadPool m_pool; ///< last: its destructor waits for what is under way
};

} // namespace qontroller::ui
