// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "ui/applicationport.h"

class QPushButton;
class QScrollArea;

namespace qontroller::ui {

class ParameterForm;
class WrappedLabel;

/// The load form of a controller that runs, filled in with its parameters.
///
/// Secrets are blank: one that is not edited stays as it is. Nothing changes here: what is wanted
/// is reviewed before it is done, and the form stays until that has gone well.
class ParametersDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \a running is told, and has a schema.
    ParametersDialog(const QString &controller, const RunningParameters &running,
                     QWidget *parent = nullptr);

    /// What it runs with, with what the operator has edited.
    [[nodiscard]] QJsonObject parameters() const;
    /// A line on each parameter that would change, without any secret.
    [[nodiscard]] QStringList differences() const;
    /// Says what is wrong, beside the fields where it is about one.
    void showProblems(const std::vector<std::string> &problems);

signals:
    void reviewRequested();

private:
    QWidget *makeButtons();
    void fill();
    void check();
    void review();

    const RunningParameters m_running;
    ParameterForm *m_form;
    QScrollArea *m_area;
    WrappedLabel *m_differences;
    WrappedLabel *m_error;
    QPushButton *m_review = nullptr;
};

} // namespace qontroller::ui
