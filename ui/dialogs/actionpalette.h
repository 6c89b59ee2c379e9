// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

class QAction;
class QLineEdit;
class QTableWidget;

namespace qontroller::ui {

/// Every action with its menu, its keys, and why it is off if it is, to be found by typing and
/// run with Enter: the command palette, and the sheet of shortcuts.
class ActionPalette final : public QDialog
{
    Q_OBJECT

public:
    struct Entry
    {
        QString path; ///< `Items ▸ Requeue Now`
        QAction *action;
        QString whyNot = {}; ///< it is off
    };

    explicit ActionPalette(const QList<Entry> &entries, QWidget *parent = nullptr);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    enum Column {
        Name,
        Keys,
        WhyNot,
        ColumnCount
    };

    void showMatching(const QString &text);
    void addRow(const Entry &entry);
    void selectFirst();
    [[nodiscard]] QAction *actionAt(int row) const;
    void run(int row);

    QList<Entry> m_entries;
    QLineEdit *m_search;
    QTableWidget *m_table;
};

} // namespace qontroller::ui
