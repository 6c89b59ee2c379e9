// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QStatusBar>

#include "ui/actions/bulkrequeue.h"
#include "ui/state/livestate.h"

#include <optional>

class QLabel;
class QToolButton;

namespace qontroller::ui {

class ElidedLabel;
class SymbolLabel;

/// The line at the bottom: is what I see true, how much of it, what is paused.
class StatusLine final : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget *parent = nullptr);

    enum class Liveness {
        Live,
        Stale,
        Frozen
    };
    void showLiveness(Liveness liveness, Duration age, std::size_t changesHeldBack);
    /// Hosts elsewhere that are not reached.
    void showHosts(const LiveState &state);
    /// \a matching: what the filter shows; nothing: there is none.
    void showCounts(std::optional<std::size_t> matching, const LiveState &state,
                    std::size_t selected);
    void showPaused(const LiveState &state);
    /// Controllers whose source cannot be listed.
    void showTrouble(const LiveState &state);
    void showBulk(const BulkRequeue &bulk);
    void showRates(const LiveState &state, std::chrono::milliseconds interval);

signals:
    /// The bulk requeue is to end.
    void stopRequested();

private:
    /// What a screen reader says before the text is \a caption.
    static void name(QLabel &label, const char *name, const QString &caption);
    QLabel *label(const char *name, const QString &caption);
    QLabel *add(const char *name, const QString &caption);
    SymbolLabel *addIcon(const char *name);
    void set(QLabel *label, const QString &text);

    SymbolLabel *m_icon;
    QLabel *m_liveness;
    ElidedLabel *m_hosts;
    QLabel *m_counts;
    SymbolLabel *m_pausedIcon;
    QLabel *m_paused;
    QLabel *m_trouble;
    QLabel *m_bulk;
    QToolButton *m_stop;
    QLabel *m_rates;
    QLabel *m_interval;
};

} // namespace qontroller::ui
