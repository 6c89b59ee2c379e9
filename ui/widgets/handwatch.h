// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>

#include <chrono>

class QWidget;

namespace qontroller::ui {

/// Knows whether the operator's hand is over something: what it may be about to hit must not move
/// away.
///
/// The hand is there once the pointer moves over the place, or the keyboard is used in what is
/// followed. It has left when the pointer leaves, the keyboard goes elsewhere, or neither has moved
/// for a time.
class HandWatch final : public QObject
{
    Q_OBJECT

public:
    /// Over rows that are only read and chosen.
    static constexpr std::chrono::milliseconds Short = std::chrono::seconds(5);
    /// Over buttons that act: a reader thinks long before such a button.
    static constexpr std::chrono::milliseconds Long = std::chrono::minutes(5);

    /// \a place outlives it, or ends with it. \a rest: so long after its last move a hand has left.
    HandWatch(QWidget &place, std::chrono::milliseconds rest);

    /// The keyboard in \a widget, which is in the place, is the hand, too.
    void follow(QWidget &widget);
    [[nodiscard]] bool isThere() const { return m_pointer.isActive() || m_keys.isActive(); }

signals:
    void changed(bool isThere);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void note(QTimer &hand);
    void leave(QTimer &hand);
    void look();
    void watchKeys(const QEvent &event);

    QWidget &m_place;
    QTimer m_pointer; ///< runs while it is there
    QTimer m_keys;    ///< the same
    bool m_wasThere = false;
};

} // namespace qontroller::ui
