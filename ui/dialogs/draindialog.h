// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "ui/state/livestate.h"

#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;

namespace qontroller::ui {

/// How far controllers are on their way out: what still runs and waits. Closing it only
/// hides it from view; it closes by itself when they are gone.
class DrainDialog final : public QDialog
{
    Q_OBJECT

public:
    DrainDialog(std::vector<ControllerId> ids, const QString &names, QWidget *parent = nullptr);

    void follow(const LiveState &state);

signals:
    /// Of each that still drains.
    void endRequested(qontroller::ControllerId id);

private:
    void endNow();

    std::vector<ControllerId> m_ids; ///< that still drain
    std::uint64_t m_most = 0;        ///< that ran and waited at once
    bool m_ending = false;
    QLabel *m_left;
    QProgressBar *m_bar;
    QPushButton *m_end;
};

} // namespace qontroller::ui
