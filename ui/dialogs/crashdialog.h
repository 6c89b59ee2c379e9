// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "ui/applicationport.h"

namespace qontroller::ui {

/// Asks at the start what to do with plugins that ended the program the last time.
/// Esc decides nothing: they are not loaded, and the next start asks again.
class CrashDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Choice {
        Nothing,
        Disable,
        TryAgain,
        SafeMode
    };

    explicit CrashDialog(const QList<PluginInfo> &crashed, QWidget *parent = nullptr);

    [[nodiscard]] Choice choice() const { return m_choice; }

private:
    Choice m_choice = Choice::Nothing;
};

} // namespace qontroller::ui
