// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/filterbox.h"

#include "core/engine/filter/filterfields.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"

#include <QtGui/QInputMethodEvent>
#include <QtGui/QKeyEvent>
#include <QtGui/QTextCharFormat>
#include <QtGui/QTextDocumentFragment>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>

#include <algorithm>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr auto Debounce = 300ms;

template<class Kind>
QString fields()
{
    QStringList names;
    for (const std::string &name : filterFieldNames<Kind>())
        names += QString::fromStdString(name) + QLatin1Char(':');
    return names.join(QLatin1Char(' '));
}

QString grammar()
{
    return FilterBox::tr(
               "<p>All terms must hold. <b>word</b> and <b>/expression/</b> look into id and "
               "error.</p><p><b>%1</b> with words and commas · <b>%2</b> with text or "
               "/expression/ · <b>%3</b> with a number · <b>%4</b> with a duration, both after "
               "&gt;= &gt; &lt; &lt;= · <b>-</b> before a term negates it.</p>")
        .arg(fields<WordField>(), fields<TextField>(), fields<NumberField>(), fields<TimeField>());
}

} // namespace

FilterBox::FilterBox(QWidget *parent)
    : QLineEdit(parent)
{
    setObjectName(QStringLiteral("filterBox"));
    setAccessibleName(tr("Filter objects"));
    setPlaceholderText(tr("Filter: state:failed controller:photos id:/re/ tries:>=3 age:>5m text"));
    describe();
    addClearButton(*this);
    addAction(themeIcon("view-filter"), LeadingPosition);
    setMinimumWidth(240);
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(Debounce);
    connect(&m_debounce, &QTimer::timeout, this, &FilterBox::apply);
    connect(this, &QLineEdit::textChanged, this, [this] {
        if (!m_marking)
            m_debounce.start();
    });
    connect(this, &QLineEdit::returnPressed, this, &FilterBox::apply);
}

void FilterBox::setFilterText(const QString &text)
{
    setText(text);
    apply();
}

void FilterBox::edit(const QString &text)
{
    setFocus();
    setFilterText(text);
}

void FilterBox::explainOver(QWidget *place)
{
    m_place = place;
    m_place->installEventFilter(this);
}

// Ctrl+E is the window's; the end of the line has its own key.
bool FilterBox::event(QEvent *event)
{
    const bool isAsked = event->type() == QEvent::ShortcutOverride;
    if (!isAsked
        || static_cast<QKeyEvent *>(event)->keyCombination() != (Qt::ControlModifier | Qt::Key_E))
        return QLineEdit::event(event);
    event->ignore();
    return true;
}

void FilterBox::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        setFilterText({});
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void FilterBox::focusInEvent(QFocusEvent *event)
{
    QLineEdit::focusInEvent(event);
    explainError();
}

void FilterBox::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    switch (event->reason()) {
    case Qt::ActiveWindowFocusReason:
    case Qt::PopupFocusReason:
    case Qt::MenuBarFocusReason: break; // the focus comes back
    default: reject();
    }
    explainError();
}

// By editing, so that Ctrl+Z brings it back.
void FilterBox::reject()
{
    if (m_debounce.isActive())
        apply();
    if (!m_error)
        return;
    const QString wrong = text();
    const QString sentence = whatIsWrong();
    selectAll();
    insert(m_applied);
    apply();
    emit rejected(wrong, sentence);
}

void FilterBox::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_error)
        mark();
}

void FilterBox::apply()
{
    m_debounce.stop();
    const auto filter = readFilter(text());
    m_error = filter ? std::nullopt : std::optional(filter.error());
    mark();
    explainError();
    if (m_error || text() == m_applied)
        return;
    m_applied = text();
    emit filterChanged(*filter);
}

QString FilterBox::whatIsWrong() const
{
    return m_error ? tr("Character %1: %2").arg(m_error->position + 1).arg(m_error->sentence)
                   : QString();
}

void FilterBox::setHeeded(FilterFields fields, const QString &why)
{
    m_heeded = fields;
    m_whyNotHeeded = why;
    mark();
    explainError();
}

QString FilterBox::whyStruckThrough() const
{
    return m_error || termsBesides(text(), m_heeded).isEmpty() ? QString() : m_whyNotHeeded;
}

void FilterBox::describe()
{
    const QString why = whyStruckThrough();
    setToolTip(why.isEmpty() ? grammar()
                             : QStringLiteral("<p>%1</p>").arg(why.toHtmlEscaped()) + grammar());
    setAccessibleDescription(m_error ? whatIsWrong()
                                     : QTextDocumentFragment::fromHtml(toolTip()).toPlainText());
}

// Part of the window and of no layout: it moves nothing.
void FilterBox::explainError()
{
    const QString why = whyStruckThrough();
    const bool wanted = (m_error || !why.isEmpty()) && hasFocus();
    describe();
    if (!m_explanation && !wanted)
        return;
    if (!m_explanation) {
        m_explanation = new QLabel(window());
        m_explanation->setObjectName(QStringLiteral("filterError"));
        m_explanation->setTextFormat(Qt::PlainText);
        m_explanation->setFrameShape(QFrame::StyledPanel);
        m_explanation->setMargin(4);
        m_explanation->setAutoFillBackground(true);
        m_explanation->setBackgroundRole(QPalette::ToolTipBase);
        window()->installEventFilter(this);
    }
    setTextColor(*m_explanation, m_error ? Severity::Bad : Severity::Normal);
    const QString shown = m_applied.isEmpty() ? tr("The table still shows all objects.")
                                              : tr("The table still shows: %1").arg(m_applied);
    m_explanation->setText(m_error ? whatIsWrong() + QLatin1Char('\n') + shown : why);
    m_explanation->setVisible(wanted);
    placeExplanation();
}

void FilterBox::placeExplanation()
{
    m_explanation->adjustSize();
    const QPoint below = mapTo(window(), rect().bottomLeft());
    const int top = m_place ? m_place->mapTo(window(), QPoint()).y() : below.y();
    const int room = window()->width() - m_explanation->width();
    m_explanation->move(std::clamp(below.x(), 0, std::max(0, room)), std::max(top, below.y() + 2));
    m_explanation->raise();
}

bool FilterBox::eventFilter(QObject *watched, QEvent *event)
{
    const bool moved = event->type() == QEvent::Resize || event->type() == QEvent::Move;
    if (moved && m_explanation && m_explanation->isVisible())
        placeExplanation();
    return QLineEdit::eventFilter(watched, event);
}

// A line edit has no formats of its own but shows those of an input method.
void FilterBox::mark()
{
    QList<QInputMethodEvent::Attribute> attributes;
    const auto left = m_error ? QList<FilterPlace>() : termsBesides(text(), m_heeded);
    for (const FilterPlace &place : left) {
        QTextCharFormat format;
        format.setFontStrikeOut(true);
        attributes += {QInputMethodEvent::TextFormat, place.position - cursorPosition(),
                       place.length, format};
    }
    if (m_error) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(Theme::current().red);
        format.setForeground(Theme::current().red);
        attributes += {QInputMethodEvent::TextFormat, m_error->position - cursorPosition(),
                       std::max(1, m_error->length), format};
    }
    m_marking = true;
    QInputMethodEvent event(QString(), attributes);
    QApplication::sendEvent(this, &event);
    m_marking = false;
}

} // namespace qontroller::ui
