// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QStatusBar>

#include "ui/state/jobsfeed.h"
#include "ui/state/livestate.h"

#include <optional>

class QLabel;
class QMenu;
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
    /// This window steers nothing.
    void setReadOnly() { m_isReadOnly = true; }
    /// Hosts elsewhere that are not reached, and those that let this operator look and no more.
    void showHosts(const LiveState &state);
    struct Selected
    {
        std::size_t count = 0;
        bool isInSight = false; ///< one of them
    };
    /// \a matching: what the filter shows; nothing: there is none.
    void showCounts(std::optional<std::size_t> matching, const LiveState &state,
                    const Selected &selected);
    void showPaused(const LiveState &state);
    /// A job that goes on, of any front end.
    struct Job
    {
        HostJob job;
        QString hostName; ///< empty: it is the program's own
        QString whyNot;   ///< it cannot be stopped here; empty: it can
    };
    void showJobs(const std::vector<Job> &jobs);
    void showRates(const LiveState &state, std::chrono::milliseconds interval);

signals:
    void stopRequested(const qontroller::JobKey &job);

private:
    /// What a screen reader says before the text is \a caption.
    static void name(QLabel &label, const char *name, const QString &caption);
    QLabel *label(const char *name, const QString &caption);
    QLabel *add(const char *name, const QString &caption);
    SymbolLabel *addIcon(const char *name);
    void set(QLabel *label, const QString &text);
    void addJobs();
    void showReadOnly(const HostBook &hosts);
    void fillStopMenu();

    SymbolLabel *m_icon = nullptr;
    QLabel *m_liveness = nullptr;
    ElidedLabel *m_readOnly = nullptr; ///< hidden: all can be steered
    bool m_isReadOnly = false;
    ElidedLabel *m_hosts = nullptr;
    QLabel *m_counts = nullptr;
    SymbolLabel *m_pausedIcon = nullptr;
    QLabel *m_paused = nullptr;
    QLabel *m_jobsText = nullptr;
    QToolButton *m_stop = nullptr;
    QMenu *m_stopMenu = nullptr; ///< while several jobs go on
    std::vector<Job> m_jobs;
    QLabel *m_rates = nullptr;
    QLabel *m_interval = nullptr;
};

} // namespace qontroller::ui
