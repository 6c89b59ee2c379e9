// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QList>
#include <QtCore/QObject>
#include <QtCore/QSet>
#include <QtCore/QTimer>

class QTableView;

namespace qontroller::ui {

/// A column as it is at first.
struct ColumnDefault
{
    int width;
    bool shown;
    int least = 0; ///< where there is no room for all; 0: half of its width, or whole for numbers
};

/// Gives the columns of a table their widths: by what stands in the rows in sight, as
/// fittedWidths() says, but for those whose border the operator has dragged.
///
/// Widths follow what is in sight about once a second. A column that needs a little less than
/// before keeps its width: it would never be at rest.
class ColumnWidths final : public QObject
{
    Q_OBJECT

public:
    /// \a table outlives it.
    explicit ColumnWidths(QTableView &table);

    /// The table has its model. \a filling: these share the room that is free.
    void set(const QList<ColumnDefault> &columns, const QList<int> &filling);
    void showAtFirst(int column) { m_defaults[column].shown = true; }
    /// Widths, order and choice, as at first.
    void reset();
    [[nodiscard]] QByteArray save() const;
    /// False: that is no state, and nothing has changed.
    bool restore(const QByteArray &state);
    /// At once, as when the table has another size.
    void fit();
    /// Other rows are in sight.
    void lookSoon();

private:
    void onResized(int column, int before, int after);
    bool restoreHeader(const QByteArray &state);
    void look();
    void measure();
    [[nodiscard]] int wholeOf(int column, int first, int last) const;
    [[nodiscard]] int titleWidth(int column) const;
    [[nodiscard]] bool isNumeric(int column) const;

    QTableView &m_table;
    QList<ColumnDefault> m_defaults;
    QList<int> m_filling;
    QList<int> m_whole;         ///< what each needs for the rows in sight
    QSet<int> m_dragged;        ///< columns whose width the operator chose
    bool m_isArranging = false; ///< the widths change by our hand
    QTimer m_soon;
};

} // namespace qontroller::ui
