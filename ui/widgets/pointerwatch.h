// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>

namespace qontroller::ui {

/// Knows whether the pointer is at work over something: what it may be about to click at
/// must not move away. A pointer that rests is not at work.
class PointerWatch final : public QObject
{
    Q_OBJECT

public:
    /// Either may end first. \a place is a widget that tracks the mouse, or a window, which hears
    /// of every move.
    explicit PointerWatch(QObject &place);

    [[nodiscard]] bool isAtWork() const { return m_atWork; }

signals:
    void changed(bool atWork);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setAtWork(bool atWork);

    bool m_atWork = false;
    QTimer m_rest;
};

} // namespace qontroller::ui
