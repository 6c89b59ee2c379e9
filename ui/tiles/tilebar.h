// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/state/livestate.h"
#include "ui/tiles/tile.h"

#include <array>

namespace qontroller::ui {

/// The six numbers above everything else.
class TileBar final : public QWidget
{
    Q_OBJECT

public:
    enum class Kind {
        Depth,
        InFlight,
        LocksHeld,
        Retries,
        Failing,
        HandlerP95
    };
    static constexpr int Count = 6;

    explicit TileBar(QWidget *parent = nullptr);

    void show(const LiveState &state);
    [[nodiscard]] Tile &tile(Kind kind) { return *m_tiles[static_cast<std::size_t>(kind)]; }

signals:
    void clicked(qontroller::ui::TileBar::Kind kind);

private:
    Tile *addTile(Kind kind, const char *name, const QString &caption, const QString &tip);

    std::array<Tile *, Count> m_tiles{};
};

} // namespace qontroller::ui
