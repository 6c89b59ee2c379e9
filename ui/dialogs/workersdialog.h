// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "core/base/threads/clock.h"

#include <optional>

class QSpinBox;

namespace qontroller::ui {

class TermBox;

/// Asks for a number of workers, and for how long.
class WorkersDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \a question: of what. \a remark: that the number of now, \a workers, is for a time; may be
    /// empty.
    WorkersDialog(const QString &question, const QString &remark, int workers,
                  QWidget *parent = nullptr);

    [[nodiscard]] int workers() const;
    /// Nothing: until an operator changes it.
    [[nodiscard]] std::optional<Duration> time() const;

private:
    QSpinBox *m_workers;
    TermBox *m_time;
};

} // namespace qontroller::ui
