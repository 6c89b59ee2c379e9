// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/messagebar.h"

#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"

#include <QtGui/QResizeEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto InfoStays = 12s;
constexpr int LeastWidth = 320;
constexpr int LeastHeight = 32;

QIcon iconFor(MessageBar::Kind kind)
{
    switch (kind) {
    case MessageBar::Kind::Warning: return iconOf(ItemState::Held);
    case MessageBar::Kind::Error: return iconOf(ItemState::Failed);
    case MessageBar::Kind::Info: break;
    }
    return iconOf(ItemState::InSync);
}

} // namespace

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_label(new QLabel(this))
{
    setObjectName(QStringLiteral("messageBar"));
    setAccessibleName(tr("Message"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_label->setObjectName(QStringLiteral("messageText"));
    m_label->setTextFormat(Qt::PlainText);
    m_label->setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Expanding,
                       QSizePolicy::Ignored); // what it would need when narrow is no minimum
    policy.setHeightForWidth(true);
    m_label->setSizePolicy(policy);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_label->setFocusPolicy(Qt::NoFocus);
    auto *close = new QToolButton(this);
    close->setObjectName(QStringLiteral("messageClose"));
    close->setAutoRaise(true);
    close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    close->setAccessibleName(tr("Close message"));
    close->setToolTip(tr("Close"));

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->addWidget(m_icon);
    layout->addWidget(m_label, 1);
    for (int i = 0; i < MostActions; ++i) {
        m_buttons[std::size_t(i)] = makeButton(i);
        layout->addWidget(m_buttons[std::size_t(i)]);
    }
    layout->addWidget(close);
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    m_hideTimer.setSingleShot(true);
    m_hideTimer.setInterval(InfoStays);
    connect(&m_hideTimer, &QTimer::timeout, this, &MessageBar::clear);
}

QToolButton *MessageBar::makeButton(int number)
{
    auto *button = new QToolButton(this);
    button->setObjectName(number == 0 ? QStringLiteral("messageAction")
                                      : QStringLiteral("messageAction%1").arg(number + 1));
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this, [this, number] {
        const auto run = m_actions.value(number).run;
        clear();
        if (run)
            run();
    });
    return button;
}

void MessageBar::showMessage(Kind kind, const QString &sentence, const QList<Action> &actions)
{
    m_icon->setPixmap(iconFor(kind).pixmap(16, 16));
    m_label->setText(sentence);
    m_actions = actions;
    for (int i = 0; i < MostActions; ++i) {
        QToolButton *button = m_buttons[std::size_t(i)];
        button->setText(actions.value(i).text);
        button->setVisible(i < actions.size());
    }
    setAccessibleDescription(sentence);
    if (kind == Kind::Info)
        m_hideTimer.start();
    else
        m_hideTimer.stop();
    emit visibleChanged(true);
    setFixedHeight(sizeHint().height());
}

// A tool bar knows no height for width: this says it for the width there is.
QSize MessageBar::sizeHint() const
{
    return {LeastWidth, std::max(LeastHeight, layout()->heightForWidth(width()))};
}

void MessageBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (event->size().width()
        != event->oldSize().width()) // not at once: a resize within a resize confuses layouts
        QMetaObject::invokeMethod(
            this, [this] { setFixedHeight(sizeHint().height()); }, Qt::QueuedConnection);
}

QString MessageBar::text() const
{
    return m_label->text();
}

void MessageBar::clear()
{
    m_hideTimer.stop();
    m_label->clear();
    m_actions.clear();
    emit visibleChanged(false);
}

} // namespace qontroller::ui
