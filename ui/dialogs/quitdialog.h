// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

namespace qontroller::ui {

/// What would be cut short or lost by quitting.
struct QuitFacts
{
    std::uint64_t running = 0; ///< handlers
    std::uint64_t waiting = 0; ///< items that are ready for one
    std::uint64_t ofJobs = 0;  ///< objects whose turn has not come in jobs that no journal keeps
    QStringList outOfService;  ///< members, each with how far its operation is
    bool unsaved = false;      ///< what runs differs from the session's file
    QStringList forgotten;     ///< `7 paused objects`: no journal keeps that
    bool mayBeSaved = false;   ///< then a journal keeps it
    QString whyNotWritten;     ///< a journal is kept, and cannot be written; empty: it can

    [[nodiscard]] bool isToSave() const { return unsaved || mayBeSaved; }
    [[nodiscard]] bool any() const
    {
        return running + waiting + ofJobs > 0 || !outOfService.isEmpty() || unsaved
               || !whyNotWritten.isEmpty() || !forgotten.isEmpty();
    }
};

/// Asks before the window goes while something is under way or not saved.
class QuitDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit QuitDialog(const QuitFacts &facts, QWidget *parent = nullptr);

signals:
    void quitRequested();
    void saveRequested();
};

} // namespace qontroller::ui
