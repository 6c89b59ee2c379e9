// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "ui/actions/jobcommander.h"

namespace qontroller::ui {

class TermsForm;

/// Asks before something that cannot be taken back. Says how many are meant and which, what is
/// left out and why. The verb stands on the button; Esc and Enter are safe.
class ConfirmDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \a controllers are the names of those that the objects belong to.
    explicit ConfirmDialog(const JobCommander::Prepared &prepared,
                           const QStringList &controllers = {}, QWidget *parent = nullptr);
    ConfirmDialog(const QString &question, const QString &consequence, const QString &verb,
                  QWidget *parent = nullptr);
    /// \a details are what is affected, one a line.
    ConfirmDialog(const QString &question, const QString &consequence, const QStringList &details,
                  const QString &verb, QWidget *parent = nullptr);

    /// What stands on the button that does nothing, in the place of Cancel.
    void setSafeText(const QString &text);
    /// The same in other words, while it is open.
    void setQuestion(const QString &question);
    void setDetails(const QStringList &details);
    /// Adds a form that asks for how long and why. The dialog owns it.
    TermsForm *addTerms(const QString &endless);

private:
    void build(const QString &question, const QString &consequence, const QStringList &details,
               const QString &verb);
};

} // namespace qontroller::ui
