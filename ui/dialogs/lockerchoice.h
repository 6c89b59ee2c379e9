// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/applicationport.h"

class QComboBox;
class QLabel;

namespace qontroller::ui {

class ParameterForm;

/// The choice of what decides which host may handle an id: this host alone, or a locker plugin
/// that hosts share.
class LockerChoice final : public QWidget
{
    Q_OBJECT

public:
    /// Offers the usable lockers among \a plugins.
    explicit LockerChoice(const QList<PluginInfo> &plugins, QWidget *parent = nullptr);

    /// Empty: this host only.
    [[nodiscard]] QString id() const;
    [[nodiscard]] QJsonObject parameters() const;
    [[nodiscard]] QList<ParameterError> inputErrors() const;
    [[nodiscard]] const ParameterForm &form() const { return *m_form; }
    /// As ParameterForm::setErrors().
    QList<ParameterError> setErrors(const QList<ParameterError> &errors);

signals:
    void edited();

private:
    void choose(int index);

    QList<PluginInfo> m_lockers; ///< as in the box, after "this host only"
    QComboBox *m_box;
    QLabel *m_about;
    ParameterForm *m_form;
};

} // namespace qontroller::ui
