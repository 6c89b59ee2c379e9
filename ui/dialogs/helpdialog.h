// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

class QLineEdit;
class QTextBrowser;

namespace qontroller::ui {

/// What the window means and how it is used, with a search. Not in the way: the
/// window can be used beside it.
class HelpDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit HelpDialog(QWidget *parent = nullptr);

private:
    void find(const QString &text);

    QLineEdit *m_search;
    QTextBrowser *m_text;
};

} // namespace qontroller::ui
