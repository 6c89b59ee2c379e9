// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/state/lifecyclefeeds.h"

namespace qontroller::ui {

class LiveState;
class Tabs;

/// Brings the lifecycle board up to date, which is there while a controller keeps operations.
class BoardRefresh final : public QObject
{
    Q_OBJECT

public:
    BoardRefresh(const HostLinks &hosts, const LiveState &state, LifecycleFeeds &lifecycles,
                 Tabs &tabs);

    /// Asks whatever keeps the operations now.
    void followHosts();
    /// Says which answers are late or were not given, and which hosts are stale.
    void showStale();
    /// Members that operations keep out of service; also while the picture is frozen.
    [[nodiscard]] const QStringList &outOfService() const { return m_outOfService; }

signals:
    /// The board came or went.
    void boardShown(bool shown);
    /// The board has changed. Not while the picture is frozen.
    void pictureShown(const qontroller::ui::OperationViews &operations);

private:
    /// Empty: nothing is shown of it.
    [[nodiscard]] QString whyStale(const LifecycleFeeds::Delay &delay) const;
    void showBoard(bool shown);
    void showPicture(HostId host, const LifecyclePicture &picture);

    const HostLinks &m_hosts;
    const LiveState &m_state;
    LifecycleFeeds &m_lifecycles;
    Tabs &m_tabs;
    QStringList m_outOfService;
};

} // namespace qontroller::ui
