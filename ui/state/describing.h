// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QThreadPool>

#include "ui/state/itemref.h"

#include "core/engine/observe/items/description.h"

#include <optional>
#include <stop_token>

namespace qontroller {
class HostLinks;
}

namespace qontroller::ui {

/// Has an item described by its plugin, in another thread: one that takes its time
/// leaves the window alive. Only the last question is answered.
class Describing final : public QObject
{
    Q_OBJECT

public:
    explicit Describing(const HostLinks &hosts, QObject *parent = nullptr);
    /// Asks what is under way to end, and waits for it.
    ~Describing() override;

    void ask(const ItemRef &item);
    /// The answer is not wanted any more.
    void cancel();
    [[nodiscard]] bool isUnderWay() const { return m_underWay; }
    /// The plugin has been asked, and is not busy with earlier questions only.
    [[nodiscard]] bool hasBegun() const { return m_begun; }

signals:
    /// Nothing: the controller is gone.
    void answered(const std::optional<qontroller::Description> &description);

private:
    void receive(std::uint64_t question, const std::optional<Description> &description);

    const HostLinks &m_hosts;
    std::stop_source m_stop;
    std::uint64_t m_question = 0;
    bool m_underWay = false;
    bool m_begun = false;
    QThreadPool m_pool; ///< last: its destructor waits for what is under way
};

} // namespace qontroller::ui
