// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QDialog>

#include "core/remote/link/hoststatus.h"
#include "ui/applicationport.h"

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace qontroller::ui {

/// Asks for the address of a host, and shows those that are remembered or run here, and how it
/// stands with them. It stays open: what becomes of a connection is seen in it.
class ConnectDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \a remembered: addresses with name and colour.
    explicit ConnectDialog(QStringList remembered, QWidget *parent = nullptr);

    void setRemembered(const QStringList &remembered);
    /// Those that run on this computer.
    void setHere(const QList<HostHere> &here);
    /// The hosts that are shown, whatever is remembered.
    void showStates(const std::vector<HostStatus> &hosts, TimePoint now);
    /// What is wrong with the address that was typed.
    void showProblem(const QString &sentence);
    /// The address that was typed is taken.
    void clear();

signals:
    void connectRequested(const QString &address);
    void disconnectRequested(qontroller::HostId host);
    void tryRequested(qontroller::HostId host);
    void forgetRequested(const QString &address);

private:
    [[nodiscard]] QWidget *makeForm();
    [[nodiscard]] QWidget *makeList();
    void fill();
    void show(QTreeWidgetItem &row, const QString &address) const;
    /// Empty: it does not run here.
    [[nodiscard]] QString nameHere(const QString &address) const;
    void review();
    void connectTyped();
    void connectChosen();
    void forgetChosen();
    [[nodiscard]] QString chosenAddress() const;
    /// Null: the chosen one is not shown.
    [[nodiscard]] const HostStatus *chosenHost() const;

    QLineEdit *m_address;
    QLineEdit *m_name;
    QComboBox *m_colour;
    QPushButton *m_connect;
    QLabel *m_problem;
    QTreeWidget *m_list;
    QPushButton *m_again;
    QPushButton *m_forget;
    QStringList m_remembered;
    QList<HostHere> m_here;
    std::vector<HostStatus> m_hosts;
    TimePoint m_now;
};

} // namespace qontroller::ui
