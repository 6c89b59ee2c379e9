// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/messagebar.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/symbollabel.h"

#include <QtGui/QAccessible>
#include <QtGui/QResizeEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr int LeastWidth = 320;
constexpr int LeastRowHeight = 32;
constexpr int MostHeight = 3 * LeastRowHeight; ///< beyond that the rows scroll
constexpr int MostOfWindow = 10; ///< one part in so many: a low window is for its table
constexpr int FewestLines = 2;   ///< of a sentence that has to make room for others
constexpr int MostLines = 6;     ///< more than MostHeight has room for

} // namespace

/// One message: its sentence, its buttons.
class MessageBar::Row final : public QWidget
{
public:
    Row(MessageBar &bar, Message message)
        : m_bar(bar)
        , m_icon(new SymbolLabel(this))
        , m_label(selectableLabel("messageText", this))
        , m_layout(new QHBoxLayout(this))
    {
        m_layout->setContentsMargins(8, 4, 4, 4);
        m_layout->addWidget(m_icon);
        m_layout->addWidget(m_label, 1);
        addClose();
        setAccessibleName(MessageBar::tr("Message"));
        setMessage(std::move(message));
    }

    [[nodiscard]] const Message &message() const { return m_message; }

    void setMessage(Message message)
    {
        m_message = std::move(message);
        setAccessibleDescription(m_message.sentence);
        m_icon->setState(m_message.kind == Kind::Error ? ItemState::Failed : ItemState::Held);
        buildButtons();
    }

    /// Shows the first \a lines of the sentence, in a row of \a width; gives the row's height.
    [[nodiscard]] int fit(int width, int lines)
    {
        const QString &all = m_message.sentence;
        const QString shown = firstLines(all, m_label->font(), textWidth(width), lines);
        m_label->setText(shown);
        m_label->setToolTip(shown == all ? QString() : all);
        return std::max(LeastRowHeight, m_layout->heightForWidth(width));
    }

private:
    /// What icon and buttons leave of \a width.
    [[nodiscard]] int textWidth(int width) const
    {
        const QMargins margins = m_layout->contentsMargins();
        int text = width - margins.left() - margins.right();
        for (int i = 0; i < m_layout->count(); ++i) {
            const QLayoutItem *item = m_layout->itemAt(i);
            if (item->widget() != m_label && !item->isEmpty())
                text -= item->sizeHint().width() + m_layout->spacing();
        }
        return std::max(0, text);
    }

    // Buttons that say the same stay: one that was just clicked goes on living.
    void buildButtons()
    {
        const auto wanted = m_message.actions.size();
        while (m_buttons.size() > wanted)
            m_buttons.takeLast()->deleteLater();
        while (m_buttons.size() < wanted)
            m_buttons += addButton(m_buttons.size());
        for (qsizetype i = 0; i < wanted; ++i)
            m_buttons[i]->setText(m_message.actions[i].text);
    }

    QToolButton *addButton(qsizetype number)
    {
        auto *button = new QToolButton(this);
        button->setObjectName(QStringLiteral("messageAction%1").arg(number + 1));
        button->setAutoRaise(true);
        m_layout->insertWidget(int(number) + 2, button);
        connect(button, &QToolButton::clicked, this, [this, number] {
            const auto run = m_message.actions.value(number).run;
            m_bar.withdraw(m_message.key);
            if (run)
                run();
        });
        return button;
    }

    void addClose()
    {
        auto *close = new QToolButton(this);
        close->setObjectName(QStringLiteral("messageClose"));
        close->setAutoRaise(true);
        close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
        close->setAccessibleName(MessageBar::tr("Close message"));
        close->setToolTip(MessageBar::tr("Close"));
        m_layout->addWidget(close);
        connect(close, &QToolButton::clicked, this, [this] { m_bar.withdraw(m_message.key); });
    }

    MessageBar &m_bar;
    Message m_message;
    SymbolLabel *m_icon;
    QLabel *m_label;
    QHBoxLayout *m_layout;
    QList<QToolButton *> m_buttons;
};

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent)
    , m_height(LeastRowHeight)
    , m_most(MostHeight)
    , m_area(new QScrollArea(this))
{
    setObjectName(QStringLiteral("messageBar"));
    setAccessibleName(tr("Messages"));
    auto *content = new QWidget;
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    m_layout = new QVBoxLayout(content);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_area->setWidget(content);
    QScrollBar *bar = m_area->verticalScrollBar();
    connect(bar, &QScrollBar::rangeChanged, bar,
            [bar](int, int end) { bar->setValue(end); }); // what is there stands still
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus); // it follows the buttons of the messages
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_area);
}

MessageBar::~MessageBar() = default;

void MessageBar::post(Message message)
{
    if (message.key.isEmpty())
        message.key = message.sentence;
    if (Row *same = rowOf(message.key)) {
        same->setMessage(std::move(message));
        return fit();
    }
    auto *row = new Row(*this, std::move(message));
    // On top: the lower edge stands still, and so does all that is below it.
    m_layout->insertWidget(0, row);
    m_rows.insert(m_rows.begin(), row);
    row->show(); // a layout would do it later, and the rows' heights are wanted now
    emit visibleChanged(true);
    fit();
    QAccessibleEvent event(row, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::withdraw(const QString &key)
{
    Row *row = rowOf(key);
    if (!row)
        return;
    row->hide();
    row->deleteLater(); // its button may be what asks for this
    std::erase(m_rows, row);
    if (m_rows.empty())
        emit visibleChanged(false);
    fit();
}

MessageBar::Row *MessageBar::rowOf(const QString &key) const
{
    const auto found = std::ranges::find_if(m_rows, [&](const Row *row) {
        return row->message().key == key;
    });
    return found == m_rows.end() ? nullptr : *found;
}

QStringList MessageBar::sentences() const
{
    QStringList sentences;
    for (const Row *row : m_rows)
        sentences += row->message().sentence;
    return sentences;
}

int MessageBar::fitRows(int width, int lines)
{
    int all = 0;
    for (Row *row : m_rows) {
        const int height = row->fit(width, lines);
        row->setFixedHeight(height);
        all += height;
    }
    return all;
}

// The rows scroll, and so have no height for width: this says it for the width there is.
QSize MessageBar::sizeHint() const
{
    return {LeastWidth, m_height};
}

// The beginning of a sentence says where and what: it is in sight, whatever its length.
void MessageBar::fit()
{
    m_most = mostHeight();
    int lines = MostLines;
    int height = fitRows(width(), lines);
    while (height > m_most && lines > FewestLines)
        height = fitRows(width(), --lines);
    if (height > m_most)
        height = fitRows(width() - m_area->verticalScrollBar()->sizeHint().width(), lines);
    m_height = std::clamp(height, LeastRowHeight, m_most);
    setFixedHeight(m_height);
}

int MessageBar::mostHeight() const
{
    return isWindow()
               ? MostHeight
               : std::clamp(window()->height() / MostOfWindow, 2 * LeastRowHeight, MostHeight);
}

// Not at once: a resize within a resize confuses layouts.
void MessageBar::fitLater()
{
    QMetaObject::invokeMethod(
        this, [this] { fit(); }, Qt::QueuedConnection);
}

// It is below the tables, and so it moves when the window becomes lower or higher.
void MessageBar::moveEvent(QMoveEvent *event)
{
    QFrame::moveEvent(event);
    if (m_most != mostHeight())
        fitLater();
}

void MessageBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitLater();
}

} // namespace qontroller::ui
