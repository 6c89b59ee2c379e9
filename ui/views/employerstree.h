// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QTreeView>

#include "ui/models/employersmodel.h"
#include "ui/state/operationref.h"
#include "ui/widgets/emptytext.h"
#include "ui/widgets/handwatch.h"

#include <functional>
#include <set>
#include <vector>

namespace qontroller::ui {

/// Employers with what is below them, as the tables look: rows of 24 px that stay in place
/// under the pointer, and a text instead of nothing.
class EmployersTree final : public QTreeView
{
    Q_OBJECT

public:
    explicit EmployersTree(QWidget *parent = nullptr);

    [[nodiscard]] EmployersModel &rows() const { return *m_model; }

    /// Each member once, with those of its employers below which it is selected.
    [[nodiscard]] MemberRefs selectedMembers() const;
    [[nodiscard]] bool isMemberSelected() const;
    /// Of which hosts rows are selected; quick, however many they are.
    [[nodiscard]] std::set<HostId> selectedHosts() const;
    /// Those of which a row is selected and the controller does not run.
    [[nodiscard]] EmployerRefs selectedAbsent() const;
    /// Those of \a host that are expanded or have selected rows; loaded longest ago first.
    [[nodiscard]] std::vector<consist::EmployerName> openEmployers(HostId host) const;
    [[nodiscard]] QString selectedAsText() const;
    /// Rows of other hosts are neither seen nor selected.
    void showOnly(const std::function<bool(HostId)> &isShown);

    /// Shown while there are no rows: why, and what next.
    void setEmptyText(const QString &why, const QString &next) { m_emptyText.set(why, next); }
    [[nodiscard]] QString emptyText() const { return m_emptyText.text(); }

    /// A menu is over the rows: they stay in place until it closes.
    void setMenuOpen(bool open);
    [[nodiscard]] bool isStill() const { return m_hand.isThere() || m_menuOpen; }

signals:
    void selectionMoved();
    void menuRequested(const QPoint &globalPosition);
    /// What is below an employer has come into sight.
    void opened();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void selectionChanged(const QItemSelection &selected,
                          const QItemSelection &deselected) override;

private:
    void spanHeadings(const QModelIndex &parent, int first, int last);
    void fillRoom();

    EmployersModel *m_model;
    EmptyText m_emptyText;
    bool m_menuOpen = false;
    HandWatch m_hand; ///< over the rows
};

} // namespace qontroller::ui
