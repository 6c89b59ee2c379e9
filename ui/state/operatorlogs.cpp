// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/operatorlogs.h"

namespace qontroller::ui {

OperatorLogs::~OperatorLogs()
{
    m_pool.waitForDone();
}

void OperatorLogs::ask(HostId host, Told told)
{
    m_pool.start([this, link = m_hosts.find(host), told = std::move(told)] {
        auto lines = link ? link->operatorLog(0) : tl::unexpected(Error(notShown()));
        if (!lines)
            return; // the window says what is known without
        QMetaObject::invokeMethod(
            this, [told, lines = *std::move(lines)] { told(lines); }, Qt::QueuedConnection);
    });
}

} // namespace qontroller::ui
