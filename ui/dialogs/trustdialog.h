// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "ui/applicationport.h"

namespace qontroller::ui {

/// Asks whether a plugin file is what the operator thinks it is. Says which file, with
/// which checksum, of whom, and why it asks; Enter and Esc trust nothing.
class TrustDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit TrustDialog(const PluginInfo &plugin, QWidget *parent = nullptr);

    /// As it was when the question was asked.
    [[nodiscard]] const PluginInfo &plugin() const { return m_plugin; }

private:
    PluginInfo m_plugin;
};

} // namespace qontroller::ui
