// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QFrame>

#include <functional>
#include <memory>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace qontroller::ui {

class PointerWatch;

/// A button of a message.
struct MessageAction
{
    QString text;
    std::function<void()> run;
};

/// What waits for a person, under the tables: warnings and errors, and decisions below them. The
/// newest of each is on top, so that none moves what is below it.
///
/// A sentence that has no room ends with "…" and is in its tool tip.
///
/// No message takes the place of another. No button that decides is ever where another message
/// has its close button.
class MessageBar final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind {
        Warning,
        Error
    };
    enum class Ends {
        WhenClosed,  ///< by its close button, or by any of its actions
        WhenSettled, ///< by withdraw() or settle() alone: no close button, and actions leave it
    };

    struct Message
    {
        QString key; ///< names it; empty: its sentence does
        Kind kind = Kind::Warning;
        QString sentence;
        QList<MessageAction> actions;
        Ends ends = Ends::WhenClosed;
    };

    explicit MessageBar(QWidget *parent = nullptr);
    ~MessageBar() override;

    /// Adds \a message, or puts it in the place of the one with the same key.
    void post(Message message);
    void withdraw(const QString &key);
    /// As withdraw(), but while the pointer is at work in the window the message only says
    /// \a sentence: what is under it would move, and the next click hit something else.
    void settle(const QString &key, const QString &sentence);
    /// The sentences that are shown, from top to bottom.
    [[nodiscard]] QStringList sentences() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void visibleChanged(bool visible);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void moveEvent(QMoveEvent *event) override;

private:
    class Row;

    [[nodiscard]] Row *rowOf(const QString &key) const;
    /// Makes each row \a width wide and its sentence \a lines high at the most; gives the height
    /// of all.
    int fitRows(int width, int lines);
    void watchPointer();
    void fit();
    void fitLater();
    /// What all rows together may take of the window.
    [[nodiscard]] int mostHeight() const;

    std::vector<Row *> m_rows; ///< owned by the content
    QStringList m_settled;     ///< go when the pointer rests
    int m_height;
    int m_most; ///< mostHeight() as of the last fit()
    QScrollArea *m_area;
    QVBoxLayout *m_layout;
    std::unique_ptr<PointerWatch> m_pointer; ///< over the window
};

} // namespace qontroller::ui
