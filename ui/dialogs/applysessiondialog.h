// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "core/engine/control/sessionport.h"
#include "core/remote/link/hoststatus.h"

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace qontroller::ui {

class WrappedLabel;

/// Shows what another session would change, has it applied, and shows what comes of each step.
class ApplySessionDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \a hosts: those that can be given the session; none: the program's own alone.
    ApplySessionDialog(const QString &file, const std::vector<HostStatus> &hosts,
                       QWidget *parent = nullptr);

    /// It is about the session that runs already, in which something has changed: \a reasons.
    void beOf(const QString &title, const QStringList &reasons, const QString &verb);

    /// The host that is chosen; 0: the program's own.
    [[nodiscard]] HostId host() const;
    /// The answer to \a request; one to an earlier request is left out.
    void showStatus(int request, const ApplyStatus &status);
    /// Asks what would change.
    void plan();
    void done(int result) override;

signals:
    /// The number \a request goes with the answer to showStatus().
    void requested(int request, qontroller::HostId host, qontroller::ApplyMode mode);
    /// It was closed after Apply was pressed, and before anything was applied.
    void abandoned();

private:
    [[nodiscard]] QWidget *makeChoice(const std::vector<HostStatus> &hosts);
    [[nodiscard]] QWidget *makeButtons();
    /// Has it planned once more: a file or a host may have changed since.
    void check();
    /// Does it if \a now is what was shown when the button was pressed; else shows it.
    void applyIfSame(const ApplyStatus &now);
    void fill(const ApplyStatus &status);
    void review();
    void request(ApplyMode mode);

    WrappedLabel *m_reason; ///< hidden: it is that of a file
    QComboBox *m_host;
    QTreeWidget *m_steps;
    QLabel *m_text;
    QPushButton *m_apply;
    ApplyStatus m_status;
    ApplyMode m_mode = ApplyMode::DryRun;
    int m_request = 0;                  ///< number of the last one
    std::optional<ApplyStatus> m_shown; ///< what was shown; while it is planned once more
};

} // namespace qontroller::ui
