// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QUrl>
#include <QtWidgets/QDialog>

class QLineEdit;
class QToolButton;

namespace qontroller::ui {

class ManualBrowser;

/// What the window means and how it is used, and the manual, with a search through both. Not in
/// the way: the window can be used beside it.
class HelpDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit HelpDialog(QWidget *parent = nullptr);

    /// A page of the manual: `author`.
    void showPage(const QString &name);

private:
    QToolButton *addButton(const char *name, const char *icon, const QString &text,
                           const QKeySequence &key);

    QLineEdit *m_search;
    ManualBrowser *m_text;
    QList<QUrl> m_pages; ///< the help itself, then the manual
};

} // namespace qontroller::ui
