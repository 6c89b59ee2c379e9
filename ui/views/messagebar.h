// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QFrame>

class QLabel;
class QToolButton;

namespace qontroller::ui {

/// One line under the tool bar that says what happened, never in the way. What can
/// be taken back carries Undo; what is only said goes by itself.
class MessageBar final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind {
        Info,
        Warning,
        Error
    };

    explicit MessageBar(QWidget *parent = nullptr);

    /// A button with \a actionText if it is not empty; it emits actionTriggered().
    void showMessage(Kind kind, const QString &sentence, const QString &actionText = {});
    [[nodiscard]] QString text() const;
    void clear();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void actionTriggered();
    void visibleChanged(bool visible);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QLabel *m_icon;
    QLabel *m_label;
    QToolButton *m_action;
    QTimer m_hideTimer;
};

} // namespace qontroller::ui
