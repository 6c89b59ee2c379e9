// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "core/base/threads/clock.h"

#include <optional>

class QSpinBox;

namespace qontroller::ui {

class TermBox;
class WrappedLabel;

/// Asks for a number of workers, and for how long.
class WorkersDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \a question: of what. \a workers: as it is now.
    WorkersDialog(const QString &question, int workers, QWidget *parent = nullptr);

    /// Says \a text besides: that the number of now is for a time.
    void remark(const QString &text);

    [[nodiscard]] int workers() const;
    /// Nothing: until an operator changes it.
    [[nodiscard]] std::optional<Duration> time() const;

private:
    WrappedLabel *m_remark;
    QSpinBox *m_workers;
    TermBox *m_time;
};

} // namespace qontroller::ui
