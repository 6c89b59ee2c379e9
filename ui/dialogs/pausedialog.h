// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "core/engine/control/pauseterms.h"

class QLineEdit;

namespace qontroller::ui {

class TermBox;

/// Asks how long to pause, and why. Esc pauses nothing.
class PauseDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \a question: what would be paused. \a verb: what the button says.
    PauseDialog(const QString &question, const QString &verb, QWidget *parent = nullptr);

    [[nodiscard]] PauseTerms terms() const;

private:
    TermBox *m_expiry;
    QLineEdit *m_reason;
};

} // namespace qontroller::ui
