// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/overview/overviewrow.h"
#include "ui/state/shownneed.h"

namespace qontroller::ui {

/// A controller: how it is and why, how many objects it has, and how it was in the last minute.
class HealthRow final : public OverviewRow
{
    Q_OBJECT

public:
    explicit HealthRow(QWidget *parent);

    /// How wide a column is in all rows.
    struct Columns
    {
        int name = 0;
        int health = 0;
        int objects = 0;
        int why = 0; ///< whole
        void include(const Columns &other);
        friend bool operator==(const Columns &, const Columns &) = default;
    };

    void setController(const ControllerHealth &controller);
    [[nodiscard]] const ControllerHealth &controller() const { return m_controller; }
    /// It is no controller any more, but its place is kept.
    void setGone();
    [[nodiscard]] bool isGone() const { return m_isGone; }
    [[nodiscard]] Columns wanted() const;
    void setColumns(const Columns &columns);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    [[nodiscard]] std::vector<Cell> cells() const override;
    void paintMore(QPainter &painter) const override;

private:
    void describe();
    [[nodiscard]] QString healthText() const;
    [[nodiscard]] QString objectsText() const;
    [[nodiscard]] QRect trendArea() const;
    [[nodiscard]] int nameWidth() const;

    ControllerHealth m_controller;
    Columns m_columns;
    bool m_isGone = false;
};

} // namespace qontroller::ui
