// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QLabel>

/// The texts of dialogs. Owned by their parents.
namespace qontroller::ui {

/// Text that wraps and never has less room than it needs: not all layouts give a label the
/// height that it has at their width.
class WrappedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget *parent);

    void setSentence(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
};

/// The bold sentence with which a dialog begins.
[[nodiscard]] QLabel *headline(const QString &text, QWidget *parent);

/// Text that wraps and can be selected and copied, but is no stop of the Tab key.
[[nodiscard]] QLabel *selectableLabel(QAnyStringView name, QWidget *parent,
                                      Qt::TextFormat format = Qt::PlainText);

/// As much of \a text as \a lines of \a width pixels have room for: the last of them may end
/// with "…".
[[nodiscard]] QString firstLines(const QString &text, const QFont &font, int width, int lines);

/// Turns \a input on, or off if there is a reason: then its tool tip says why.
void allow(QWidget &input, const QString &whyNot);

} // namespace qontroller::ui
