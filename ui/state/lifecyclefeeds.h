// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/lifecyclefeed.h"
#include "ui/state/operationref.h"

#include "core/remote/link/hostlink.h"

#include <map>
#include <set>

namespace qontroller::ui {

/// The operations on members of all hosts that the window shows. Each host has a feed of its own,
/// so one that answers late holds no other up. GUI thread only.
class LifecycleFeeds final : public QObject
{
    Q_OBJECT

public:
    /// What is to be asked of a host now; nothing: the window does not look.
    using Wish = std::function<std::optional<LifecycleFeed::Question>(HostId host)>;

    explicit LifecycleFeeds(Wish wish, QObject *parent = nullptr);
    ~LifecycleFeeds() override;

    /// Asks what these have. The program's own has operations as soon as it has a port, a host
    /// elsewhere when it has said so.
    void follow(const HostLinks &hosts);
    /// Some host has operations to show.
    [[nodiscard]] bool isThere() const { return m_isThere; }

    /// All that are known, as each host told them last.
    [[nodiscard]] OperationViews operations() const;
    /// What controllers do by themselves.
    [[nodiscard]] std::set<std::string> operationTypes() const;

    /// That what is shown of a host is old.
    struct Delay
    {
        HostId host = 0;
        Duration owed{};
        QString problem;         ///< why it was not answered; empty: it was not answered yet
        bool hasMembers = false; ///< as far as is known
    };
    [[nodiscard]] std::vector<Delay> delays() const;

    /// Of all hosts, as LifecycleFeed has it.
    void stop();
    void pull();
    /// To \a host, as LifecycleFeed has it.
    void submit(HostId host, LifecycleFeed::Orders orders,
                std::function<void(const LifecycleFeed::Answers &)> then);
    void forget(HostId host, std::vector<consist::EmployerName> employers, std::string by,
                std::function<void(const LifecycleFeed::Answers &)> then);

signals:
    void thereChanged(bool isThere);
    /// An empty picture: \a host is gone.
    void pulled(qontroller::HostId host, const qontroller::ui::LifecyclePicturePtr &picture);

private:
    struct Host
    {
        std::unique_ptr<LifecycleFeed> feed;
        LifecyclePicturePtr last = nullptr; ///< null: none yet
    };

    [[nodiscard]] static bool hasMembers(HostId host, const Host &known);
    Host &hostOf(HostId host);
    void take(HostId host, const LifecyclePicturePtr &picture);
    void leave(HostId host);
    void review();

    const Wish m_wish;
    std::map<HostId, Host> m_hosts;
    bool m_isThere = false;
};

} // namespace qontroller::ui
