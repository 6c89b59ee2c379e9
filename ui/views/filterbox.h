// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QLineEdit>

#include "ui/filter/filter.h"

namespace qontroller::ui {

/// The one box to find items with. Waits for a pause in typing; a text that is no
/// filter leaves the last good one in force and marks where it is wrong.
class FilterBox final : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterBox(QWidget *parent = nullptr);

    /// Sets the text and applies it at once.
    void setFilterText(const QString &text);
    [[nodiscard]] const std::optional<FilterError> &error() const { return m_error; }

signals:
    void filterChanged(const qontroller::ui::Filter &filter);
    /// Empty: all is well.
    void errorChanged(const QString &sentence);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void apply();
    void markError();

    QTimer m_debounce;
    std::optional<FilterError> m_error;
    QString m_applied;
    bool m_marking = false;
};

} // namespace qontroller::ui
