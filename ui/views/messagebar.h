// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QFrame>

#include <array>
#include <functional>

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

    /// A button: it clears the message, then runs.
    struct Action
    {
        QString text;
        std::function<void()> run;
    };
    static constexpr int MostActions = 3;

    explicit MessageBar(QWidget *parent = nullptr);

    void showMessage(Kind kind, const QString &sentence, const QList<Action> &actions = {});
    [[nodiscard]] QString text() const;
    /// What is shown goes by itself.
    [[nodiscard]] bool isPassing() const { return m_hideTimer.isActive(); }
    void clear();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void visibleChanged(bool visible);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QToolButton *makeButton(int number);

    QLabel *m_icon;
    QLabel *m_label;
    std::array<QToolButton *, MostActions> m_buttons{};
    QList<Action> m_actions;
    QTimer m_hideTimer;
};

} // namespace qontroller::ui
