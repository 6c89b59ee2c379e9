// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QLineEdit>

#include "ui/filter/filter.h"

class QLabel;

namespace qontroller::ui {

/// The one box to find items with. Waits for a pause in typing; a text that is no
/// filter leaves the last good one in force, marks where it is wrong, and says why below.
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

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void apply();
    void markError();
    void explainError();
    void placeExplanation();

    QTimer m_debounce;
    std::optional<FilterError> m_error;
    QString m_applied;
    bool m_marking = false;
    QLabel *m_explanation = nullptr; ///< under the box, over what is there; the window's
};

} // namespace qontroller::ui
