// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/models/operationsmodel.h"
#include "ui/state/lifecyclefeed.h"
#include "ui/views/employerstree.h"

#include <map>
#include <set>
#include <vector>

class QLabel;
class QSplitter;

namespace qontroller::ui {

class Table;

/// The lifecycle board: the operations on members that are under way, and beside them the
/// employers with their members. One of both has the selection, never both.
class Board final : public QWidget
{
    Q_OBJECT

public:
    explicit Board(QWidget *parent = nullptr);

    /// All operations, and what \a host has told.
    void show(const OperationViews &operations, HostId host, const LifecyclePicture &picture);
    /// Shows only what is of the hosts that \a filter takes.
    void setFilter(const Filter &filter);
    /// How the hosts are called and which are stale.
    void setHosts(const HostLabels &hosts);
    /// Why some of it is old, a sentence each; none: nothing is.
    void showStale(const QStringList &why);

    [[nodiscard]] Table &operations() { return *m_operations; }
    [[nodiscard]] EmployersTree &employers() { return *m_employers; }
    [[nodiscard]] const OperationsModel &rows() const { return *m_rows; }

    /// The selected operations, as they were told last.
    [[nodiscard]] OperationViews selectedOperations() const;
    /// The selected members, or those of the selected operations.
    [[nodiscard]] MemberRefs selectedMembers() const;
    [[nodiscard]] bool isMemberSelected() const;
    /// The hosts of what is selected.
    [[nodiscard]] std::set<HostId> selectedHosts() const;
    [[nodiscard]] bool hasSelection() const;
    /// What is selected, as tab-separated text; empty: nothing is.
    [[nodiscard]] QString selectedAsText() const;
    /// All that is known of the first of what is selected, and how much is selected besides;
    /// empty: nothing is.
    [[nodiscard]] QString selectedDetails() const;
    /// Those of \a host below which members are in sight or selected, and those of selected
    /// operations; what has waited longest first.
    [[nodiscard]] std::vector<consist::EmployerName> wantedEmployers(HostId host) const;
    /// Shows \a operation and selects it, if it is there.
    void select(const OperationRef &operation);

    /// Where the border between both is, for a restart.
    [[nodiscard]] QByteArray saveBorder() const;
    void restoreBorder(const QByteArray &state);
    void resetBorder();

    /// A menu is over the rows: they stay in place until it closes.
    void setMenuOpen(bool open);

signals:
    void selectionMoved();
    void menuRequested(const QPoint &globalPosition);
    /// What is below an employer has come into sight.
    void opened();

private:
    void showEmployers(HostId host, const LifecyclePicture &picture);
    void hideOthers();
    void expandThose(HostId host);
    void updateEmptyTexts();
    [[nodiscard]] std::vector<consist::EmployerView> viewsOf(
        HostId host, const std::vector<consist::EmployerName> &names) const;
    [[nodiscard]] QString detailsOfOperation() const;
    [[nodiscard]] QString detailsOfRow() const;
    /// \a details, and which host they are of if that is one elsewhere.
    [[nodiscard]] QString onHost(HostId host, const QString &details) const;
    void selectMemberOf(const QModelIndex &operation);
    void selectOperationOf(const QModelIndex &member);

    OperationsModel *m_rows;
    QLabel *m_stale;
    QSplitter *m_splitter;
    Table *m_operations;
    EmployersTree *m_employers;
    HostLabels m_hosts;
    std::map<HostId, std::shared_ptr<const EmployerSummaries>> m_shown; ///< that the tree has
    bool m_isAnswered = false;
};

} // namespace qontroller::ui
