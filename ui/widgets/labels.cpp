// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include <algorithm>

namespace qontroller::ui {

WrappedLabel::WrappedLabel(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
}

void WrappedLabel::setSentence(const QString &text)
{
    setText(text);
    fit();
}

void WrappedLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    fit();
}

void WrappedLabel::fit()
{
    setMinimumHeight(0); // or heightForWidth() never says less
    setMinimumHeight(std::max(0, heightForWidth(width())));
}

QLabel *headline(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    QFont bold = parent->font();
    bold.setBold(true);
    label->setFont(bold);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QLabel *selectableLabel(QAnyStringView name, QWidget *parent, Qt::TextFormat format)
{
    auto *label = new QLabel(parent);
    label->setObjectName(name);
    label->setTextFormat(format);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

void allow(QWidget &input, const QString &whyNot)
{
    input.setEnabled(whyNot.isEmpty());
    input.setToolTip(whyNot);
}

} // namespace qontroller::ui
