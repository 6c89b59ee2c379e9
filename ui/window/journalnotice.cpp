// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/journalnotice.h"

#include "ui/state/livestate.h"
#include "ui/window/noticeboard.h"

namespace qontroller::ui {

JournalNotice::JournalNotice(const LiveState &state, Noticeboard &notices)
    : m_state(state)
    , m_notices(notices)
{}

void JournalNotice::show(HostId host, const QString &whyNotWritten, const QString &lost)
{
    showLost(host, lost);
    const QString key = QStringLiteral("journal/%1").arg(host);
    if (whyNotWritten.isEmpty() && m_said.erase(host) > 0) {
        const bool isShown = host == 0 || m_state.hosts().find(host);
        m_notices.settle(key, isShown ? tr("Settled: the journal is written again.")
                                      : tr("Its host is not shown any more."));
    }
    if (whyNotWritten.isEmpty() || std::exchange(m_said[host], whyNotWritten) == whyNotWritten)
        return;
    m_notices.post({key,
                    MessageBar::Kind::Error,
                    tr("%1: a restart would forget what happens now, commands too. %2.")
                        .arg(m_state.hosts().labels().titleOf(host, tr("Journal")), whyNotWritten),
                    {},
                    MessageBar::Ends::WhenSettled});
}

void JournalNotice::showLost(HostId host, const QString &lost)
{
    if (std::exchange(m_saidLost[host], lost) == lost || lost.isEmpty())
        return;
    m_notices.post({QStringLiteral("journal-lost/%1").arg(host),
                    MessageBar::Kind::Error,
                    tr("%1: lost before the start: %2.")
                        .arg(m_state.hosts().labels().titleOf(host, tr("Journal")), lost),
                    {}});
}

} // namespace qontroller::ui
