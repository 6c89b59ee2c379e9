// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "core/engine/control/pauseterms.h"

namespace qontroller::ui {

class TermsForm;

/// What a TermsDialog asks.
struct TermsQuestion
{
    QString name; ///< of the dialog
    QString title;
    QString what;   ///< … this is about
    QString rule;   ///< what follows from it
    QString noTime; ///< the choice that ends at no time
    QString verb;   ///< what the button says
};
/// \a what will be paused; \a pausedAlready of it are, and get another end.
[[nodiscard]] TermsQuestion pauseQuestion(const QString &what, const QString &verb,
                                          int pausedAlready = 0);
[[nodiscard]] TermsQuestion acknowledgeQuestion(const QString &what);

/// Asks for how long, and why. Esc does nothing.
class TermsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit TermsDialog(const TermsQuestion &question, QWidget *parent = nullptr);

    [[nodiscard]] PauseTerms terms() const;

private:
    TermsForm *m_form;
};

} // namespace qontroller::ui
