// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QFileDialog>

namespace qontroller::ui {

/// A dialog over \a parent that asks for a file of \a filter, and goes when it is closed.
[[nodiscard]] QFileDialog *newFileDialog(QWidget &parent, const char *name, const QString &title,
                                         const QString &filter, QFileDialog::AcceptMode mode);

} // namespace qontroller::ui
