// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/state/livestate.h"
#include "ui/tiles/tile.h"

#include <array>

namespace qontroller::ui {

class ElidedLabel;

/// The numbers above everything else: of all hosts together, or of one. What there is of each
/// stands in one table in tilebar.cpp.
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

    /// For a small window: it leaves the rows more room.
    void setOneLine(bool oneLine);

    /// The filter that leads to the items behind the number; empty: a click leads elsewhere.
    [[nodiscard]] static QString filterOf(Kind kind);

    /// \a host: whose numbers; 0: of all together.
    void show(const LiveState &state, HostId host = 0);
    [[nodiscard]] Tile &tile(Kind kind) { return *m_tiles[static_cast<std::size_t>(kind)]; }

signals:
    /// \a host: whose number it is; 0: all hosts' together.
    void clicked(qontroller::ui::TileBar::Kind kind, qontroller::HostId host);

private:
    struct Row;
    static const std::array<Row, Count> &rows();

    void add(const Row &row);
    /// \a only: the host whose numbers are shown; null: of all together.
    void showHost(const HostBook &hosts, const HostStatus *only);

    ElidedLabel *m_hostName;
    HostId m_host = 0; ///< whose numbers are shown
    std::array<Tile *, Count> m_tiles{};
};

} // namespace qontroller::ui
