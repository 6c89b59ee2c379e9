// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

#include "ui/views/messagebar.h"

#include <deque>
#include <optional>
#include <vector>

namespace qontroller::ui {

/// What is only said, over the lower edge of a widget: it moves nothing and goes by itself,
/// but not while the pointer is on it. What can be taken back carries its Undo. It keeps off rows
/// that an operator acts on, if there is another place.
///
/// Some are shown at once, each over the one before it; the next ones wait until one of
/// these goes. None of them moves while it is shown: a new one takes the lowest place that
/// is free.
class Toasts final : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t MostShown = 3; ///< and fewer over a low widget

    /// Lies over \a under, which owns it.
    explicit Toasts(QWidget *under);
    ~Toasts() override;

    /// From now on they lie over the one of \a places that is in sight, if one is. All are in the
    /// window of what they lay over so far.
    void prefer(const QList<QWidget *> &places);
    /// \a key names it for withdraw(); it may be empty.
    void say(const QString &sentence, const QList<MessageAction> &actions = {},
             const QString &key = {});
    void withdraw(const QString &key);
    /// What was said with \a key is shown, or waits for its place.
    [[nodiscard]] bool has(const QString &key) const;
    /// What is shown, oldest first.
    [[nodiscard]] QStringList sentences() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    class Toast;
    struct Waiting
    {
        QString sentence;
        QList<MessageAction> actions;
        QString key;
    };

    /// Null: none of the preferred ones is in sight.
    [[nodiscard]] const QWidget *betterPlace() const;
    [[nodiscard]] QRect area() const;
    /// Where they lie over a list whose newest line is at the end that they would cover: from its
    /// beginning on; nothing: they lie from below.
    [[nodiscard]] std::optional<int> topOverList() const;
    void showNext();
    [[nodiscard]] std::size_t room() const;
    void close(Toast *toast);
    void place(Toast *toast);
    void arrange();
    void fit();

    const QWidget &m_under;
    QList<QWidget *> m_places;
    std::vector<Toast *> m_shown;
    std::deque<Waiting> m_waiting;
};

} // namespace qontroller::ui
