// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/desktop/desktopnotice.h"
#include "ui/state/shownneed.h"

#include <set>
#include <vector>

class QAction;
class QWidget;

namespace qontroller::ui {

/// Calls a person who does not look at the window, when hosts begin to alarm somebody: by one
/// message on the desktop, which says all that does, and by the window's urgency.
class AlarmBell final : public QObject
{
    Q_OBJECT

public:
    /// \a window is this one's parent. \a wanted, by which an operator says whether messages on the
    /// desktop are, outlives it.
    AlarmBell(QWidget &window, const QAction &wanted);

    /// What needs a person now, sorted.
    void follow(const std::vector<Need> &needs);

signals:
    /// The operator wants to see \a need.
    void shown(const qontroller::ui::Need &need);
    /// … has seen \a need, which the message says.
    void acknowledged(const qontroller::ui::Need &need);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void call(const std::vector<Need> &ringing);
    void take(const QString &button);

    QWidget &m_window;
    DesktopNotice m_notice;
    const QAction &m_wanted;
    std::vector<Need> m_said;  ///< in the message
    std::set<NeedKey> m_known; ///< that the operator was called for, or could see
};

} // namespace qontroller::ui
