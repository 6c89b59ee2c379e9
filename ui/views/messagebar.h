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

/// What waits for a person, under the tool bar: decisions first, then warnings and errors,
/// newest first. No message takes the place of another, and no button that decides is ever
/// where another message has its close button.
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
        WhenSettled, ///< by withdraw() alone: it has no close button, and actions leave it
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
    /// The sentences that are shown, from top to bottom.
    [[nodiscard]] QStringList sentences() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void visibleChanged(bool visible);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    class Row;

    void fit();

    std::vector<Row *> m_rows; ///< owned by the content
    QScrollArea *m_area;
    QVBoxLayout *m_layout;
};

} // namespace qontroller::ui
