// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QFrame>

#include <functional>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace qontroller::ui {

/// A button of a message.
struct MessageAction
{
    QString text;
    std::function<void()> run;
};

/// What went wrong and has to be read, under the tables: the newest is on top, so that none moves
/// what is below it. Each stays until it is closed, by its close button or any of its actions.
///
/// A sentence that has no room ends with "…" and is in its tool tip.
///
/// No message takes the place of another. What needs a person as long as it is so says the
/// Overview.
class MessageBar final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind {
        Warning,
        Error
    };
    struct Message
    {
        QString key; ///< names it; empty: its sentence does
        Kind kind = Kind::Warning;
        QString sentence;
        QList<MessageAction> actions;
    };

    explicit MessageBar(QWidget *parent = nullptr);
    ~MessageBar() override;

    /// Adds \a message, or puts it in the place of the one with the same key.
    void post(Message message);
    void withdraw(const QString &key);
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
    void fit();
    void fitLater();
    /// What all rows together may take of the window.
    [[nodiscard]] int mostHeight() const;

    std::vector<Row *> m_rows; ///< owned by the content
    int m_height;
    int m_most; ///< mostHeight() as of the last fit()
    QScrollArea *m_area;
    QVBoxLayout *m_layout;
};

} // namespace qontroller::ui
