// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "ui/applicationport.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace qontroller::ui {

/// Every plugin that was found or looked at, with its state, why, and what can be done
/// about it. A file may be dropped on it.
class PluginsDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Mode {
        Manage,
        Look, ///< nothing can be decided
    };

    PluginsDialog(ApplicationPort &application, Mode mode, QWidget *parent = nullptr);

signals:
    void loadRequested(const QString &file);

protected:
    void changeEvent(QEvent *event) override;

private:
    void makeTable();
    QWidget *makeButtons(Mode mode);
    QPushButton *addButton(QWidget *row, const char *name, const QString &text);
    void fill();
    void fillIcons();
    void showCurrent();
    void look(const QString &file);
    void load();
    void askTrust();
    void switchDisabled();
    void decide(PluginDecision decision, const PluginInfo &plugin);
    void copy() const;
    [[nodiscard]] PluginInfo current() const;

    ApplicationPort &m_application;
    QList<PluginInfo> m_plugins; ///< row by row
    QTableWidget *m_table;
    QLabel *m_reason;
    QLabel *m_result;
    QPushButton *m_load = nullptr;
    QPushButton *m_trust = nullptr;
    QPushButton *m_disable = nullptr;
    QPushButton *m_tryAgain = nullptr;
};

} // namespace qontroller::ui
