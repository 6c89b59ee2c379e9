// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include <QtGui/QTextLayout>

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

QString firstLines(const QString &text, const QFont &font, int width, int lines)
{
    QTextLayout layout(QString(text).replace(QLatin1Char('\n'), QChar::LineSeparator), font);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    for (int i = 1; i < lines && line.isValid(); ++i) {
        line.setLineWidth(width);
        line = layout.createLine();
    }
    if (line.isValid())
        line.setLineWidth(width);
    layout.endLayout();
    if (!line.isValid() || line.textStart() + line.textLength() >= text.size())
        return text;
    const QString rest = text.mid(line.textStart()).replace(QLatin1Char('\n'), QLatin1Char(' '));
    return text.left(line.textStart()) + QFontMetrics(font).elidedText(rest, Qt::ElideRight, width);
}

void allow(QWidget &input, const QString &whyNot)
{
    input.setEnabled(whyNot.isEmpty());
    input.setToolTip(whyNot);
}

} // namespace qontroller::ui
