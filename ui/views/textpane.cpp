// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/textpane.h"

#include "ui/widgets/focusmark.h"
#include "ui/widgets/labels.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration AskedAgainAfter = 5s; ///< while a host does not tell
constexpr int TextMargin = 8;

QPlainTextEdit *makeText(const char *name, const QString &accessibleName, QWidget *parent)
{
    auto *text = new QPlainTextEdit(parent);
    text->setObjectName(QLatin1String(name));
    text->setAccessibleName(accessibleName);
    text->setReadOnly(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setFrameShape(QFrame::NoFrame);
    text->setTabChangesFocus(true);
    text->document()->setDocumentMargin(TextMargin);
    markFocusOf(*text);
    return text;
}

/// Of all lines, where the place has \a width.
int neededHeight(const QPlainTextEdit &place, int width)
{
    const QRect wide(0, 0, std::max(64, width - 2 * TextMargin), QWIDGETSIZE_MAX);
    const QFontMetrics metrics = place.fontMetrics();
    return metrics.boundingRect(wide, Qt::TextWordWrap, place.toPlainText()).height()
           + metrics.lineSpacing() + 2 * TextMargin; // a line scrolls if it lacks a pixel
}

void showIn(QPlainTextEdit &place, const QString &text)
{
    if (place.toPlainText() == text)
        return;
    const int line = place.verticalScrollBar()->value();
    place.setPlainText(text);
    place.verticalScrollBar()->setValue(line);
}

} // namespace

TextPane::TextPane(QWidget *parent)
    : QWidget(parent)
    , m_text(makeText("detailText", tr("Details of what is selected"), this))
    , m_below(new QWidget(this))
    , m_edit(new QToolButton(m_below))
    , m_parameters(makeText("detailParameters", tr("Parameters"), m_below))
{
    build();
    setText({});
}

void TextPane::build()
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_edit->setObjectName(QStringLiteral("detailEditParameters"));
    m_edit->setAccessibleName(tr("Edit Parameters"));
    m_edit->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *heading = new QHBoxLayout;
    heading->setContentsMargins(TextMargin, TextMargin, TextMargin, 0);
    heading->addWidget(headline(tr("Parameters"), m_below), 1);
    heading->addWidget(m_edit, 0, Qt::AlignTop);
    auto *below = new QVBoxLayout(m_below);
    below->setContentsMargins(0, 0, 0, 0);
    below->setSpacing(0);
    below->addLayout(heading);
    below->addWidget(m_parameters, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_text);
    layout->addWidget(m_below, 1);
}

void TextPane::setText(const QString &text)
{
    m_controller = 0;
    show(text);
}

void TextPane::setController(ControllerId controller, const QString &text, TimePoint now)
{
    if (m_controller != controller) {
        m_controller = controller;
        m_asked = {};
        m_isTold = false;
        m_parameters->setPlainText(tr("They are asked for."));
    }
    show(text);
    if (!m_isTold && isVisible() && (m_asked == TimePoint{} || now - m_asked >= AskedAgainAfter)) {
        m_asked = now;
        emit parametersWanted(controller);
    }
}

void TextPane::take(ControllerId controller, const Parameters &parameters)
{
    if (controller != m_controller)
        return;
    m_isTold = parameters.isTold;
    showIn(*m_parameters, parameters.text);
    fit();
}

void TextPane::show(const QString &text)
{
    m_below->setVisible(m_controller != 0);
    showIn(*m_text, text);
    fit();
}

void TextPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

// The parameters stand right below the text. Where there is no room for both, that has what they
// leave, and half of it at least.
void TextPane::fit()
{
    if (m_controller == 0)
        return m_text->setMaximumHeight(QWIDGETSIZE_MAX);
    const int heading = m_below->layout()->itemAt(0)->sizeHint().height();
    const int left = height() - heading - neededHeight(*m_parameters, width());
    const int ofText = std::min(std::max({left, height() / 2, 64}), neededHeight(*m_text, width()));
    m_text->setMaximumHeight(ofText);
    auto *all = static_cast<QVBoxLayout *>(layout()); // which shares out by these
    all->setStretch(0, ofText);
    all->setStretch(1, std::max(1, height() - ofText));
}

} // namespace qontroller::ui
