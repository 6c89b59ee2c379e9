// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QFont>
#include <QtWidgets/QWidget>

#include "ui/words/names.h"

#include <vector>

namespace qontroller::ui {

/// A row of the Overview. It is a widget of its own, so that keyboard and screen reader find it:
/// its accessible name is all that it says.
///
/// It paints its texts. One that has no room for its end ends with "…", and is its tool tip.
class OverviewRow : public QWidget
{
    Q_OBJECT

public:
    explicit OverviewRow(QWidget *parent);

    /// The one that Details are about.
    void setChosen(bool chosen);
    [[nodiscard]] bool isChosen() const { return m_isChosen; }
    /// Puts what of it takes the Tab key behind \a before; gives the last.
    virtual QWidget *followInTabOrder(QWidget *before);

signals:
    /// It was clicked.
    void chosen();
    /// What it is about is to be shown.
    void activated();
    /// The keyboard goes to the row that is \a rows further down.
    void left(int rows);

protected:
    static constexpr int Gap = 8; ///< the grid
    static constexpr int IconSide = 16;
    static constexpr int PlaceLeft = Gap + IconSide + Gap;

    struct Cell
    {
        QRect area; ///< as if the window ran from left to right
        QString text;
        QColor color;
        QFont font;
        Qt::AlignmentFlag side = Qt::AlignLeft;
        int lines = 1; ///< at most, in the middle of the area
    };
    [[nodiscard]] virtual std::vector<Cell> cells() const = 0;
    virtual void paintMore(QPainter &painter) const;
    void setSymbol(const QString &name, Severity severity);
    void paintSymbol(QPainter &painter, const QColor &color) const;
    [[nodiscard]] Severity severity() const { return m_severity; }
    [[nodiscard]] QRect mirrored(const QRect &area) const;
    [[nodiscard]] QFont bold() const;
    /// A column with this in it, and no "…".
    [[nodiscard]] static int widthOf(const QFont &font, const QString &text);

    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *) override {} // it is not for what is below
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    /// The whole of the text at \a place, if it is cut there.
    [[nodiscard]] QString cutTextAt(const QPoint &place) const;
    void paintCell(QPainter &painter, const Cell &cell) const;
    /// As \a cell is shown; what it has no line for is cut.
    [[nodiscard]] static QStringList linesOf(const Cell &cell);

    QString m_symbol;
    Severity m_severity = Severity::Normal;
    bool m_isChosen = false;
};

} // namespace qontroller::ui
