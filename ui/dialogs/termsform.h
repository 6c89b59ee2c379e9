// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "core/engine/control/pauseterms.h"

#include "ui/dialogs/termbox.h"

class QLineEdit;

namespace qontroller::ui {

/// For how long, and why.
class TermsForm final : public QWidget
{
    Q_OBJECT

public:
    /// As a TermBox of \a endless and \a first.
    TermsForm(const QString &endless, TermBox::First first, QWidget *parent);

    [[nodiscard]] PauseTerms terms() const;

private:
    TermBox *m_expiry;
    QLineEdit *m_reason;
};

/// The end of a pause that has none.
[[nodiscard]] QString untilResumed();

} // namespace qontroller::ui
