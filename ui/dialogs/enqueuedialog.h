// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "ui/state/controllerbook.h"

class QComboBox;
class QLineEdit;

namespace qontroller::ui {

/// Asks for an id to run, known or not, and the controller to run it in.
class EnqueueDialog final : public QDialog
{
    Q_OBJECT

public:
    EnqueueDialog(const ControllerBook &controllers, ControllerId preferred,
                  QWidget *parent = nullptr);

    [[nodiscard]] ControllerId controller() const;
    [[nodiscard]] QString id() const;

private:
    QComboBox *m_controller;
    QLineEdit *m_id;
};

} // namespace qontroller::ui
