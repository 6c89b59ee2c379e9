// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include <vector>

class QVBoxLayout;

namespace qontroller::ui {

class OverviewRow;

/// Rows of the Overview, one below the other. A screen reader finds them as a list, in the order
/// in which they are seen.
class RowList final : public QWidget
{
    Q_OBJECT

public:
    /// \a title: what a screen reader says.
    RowList(const QString &title, QWidget *parent);

    /// Puts \a rows, which are its children, into their order; true: they were not so.
    bool arrange(const std::vector<OverviewRow *> &rows);

private:
    QVBoxLayout *m_layout;
};

} // namespace qontroller::ui
