// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QThreadPool>

#include "core/remote/link/hostlink.h"

#include <functional>
#include <vector>

namespace qontroller::ui {

using OperatorLines = std::vector<OperatorLine>;

/// Asks hosts what operators have asked them for, in another thread. GUI thread only.
class OperatorLogs final : public QObject
{
    Q_OBJECT

public:
    /// \a hosts outlives it.
    explicit OperatorLogs(const HostLinks &hosts)
        : m_hosts(hosts)
    {}
    /// Waits for what is under way.
    ~OperatorLogs() override;

    using Told = std::function<void(const OperatorLines &)>;
    /// \a told is called after this call has returned; never if \a host does not answer.
    void ask(HostId host, Told told);

private:
    const HostLinks &m_hosts;
    QThreadPool m_pool; ///< last: its destructor waits for what is under way
};

} // namespace qontroller::ui
