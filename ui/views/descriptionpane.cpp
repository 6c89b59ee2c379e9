// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/descriptionpane.h"

#include "ui/theme/theme.h"
#include "ui/widgets/focusmark.h"
#include "ui/widgets/wheelguard.h"
#include "ui/words/format.h"

#include <QtCore/QEvent>
#include <QtGui/QFontDatabase>
#include <QtGui/QTextBlock>
#include <QtGui/QTextCursor>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr int MostLinesSeen = 10;
/// A question that is asked later than this waits for others.
constexpr Duration BeginsWithin = std::chrono::seconds(1);

QStringList linesOf(const std::string &text)
{
    QStringList lines = toLines(text).split(QLatin1Char('\n'));
    if (lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

QString signOf(DiffLine::Kind kind)
{
    switch (kind) {
    case DiffLine::Kind::Wanted: return QStringLiteral("+ ");
    case DiffLine::Kind::Found: return QStringLiteral("− ");
    case DiffLine::Kind::Same: break;
    }
    return QStringLiteral("  ");
}

bool isDifferent(const DiffLine &line)
{
    return line.kind != DiffLine::Kind::Same;
}

} // namespace

DescriptionPane::DescriptionPane(const HostLinks &hosts, const LiveState &state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_verdict(new QLabel(this))
    , m_age(new QLabel(this))
    , m_again(new QToolButton(this))
    , m_text(new QPlainTextEdit(this))
    , m_describing(hosts)
{
    setObjectName(QStringLiteral("description"));
    m_verdict->setObjectName(QStringLiteral("descriptionVerdict"));
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    m_age->setObjectName(QStringLiteral("descriptionAge"));
    m_age->setWordWrap(true);
    m_age->setForegroundRole(QPalette::PlaceholderText);
    m_again->setObjectName(QStringLiteral("describeAgain"));
    m_again->setText(tr("Ask Again"));
    m_again->setToolTip(tr("Ask the plugin what the object should be and what it is"));
    m_text->setObjectName(QStringLiteral("descriptionText"));
    m_text->setAccessibleName(tr("Desired and actual state, line by line"));
    m_text->setReadOnly(true);
    leaveWheelToParents(*m_text);
    markFocusOf(*m_text);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->setColumnStretch(0, 1);
    layout->addWidget(m_verdict, 0, 0, 1, 2);
    layout->addWidget(m_text, 1, 0, 1, 2);
    layout->addWidget(m_age, 2, 0);
    layout->addWidget(m_again, 2, 1);
    connect(m_again, &QToolButton::clicked, this, &DescriptionPane::ask);
    connect(&m_describing, &Describing::answered, this, &DescriptionPane::show);
    forget();
}

void DescriptionPane::follow(const ItemRef &item, TimePoint lastRun)
{
    const bool same = m_item && m_item->controller == item.controller && m_item->id == item.id;
    if (same && (m_lastRun == lastRun || m_describing.isUnderWay()))
        return refresh();
    if (!same)
        forget();
    m_item = item;
    m_lastRun = lastRun;
    ask();
}

void DescriptionPane::forget()
{
    m_describing.cancel();
    m_item.reset();
    m_answered = {};
    m_verdict->clear();
    m_age->clear();
    m_lines.clear();
    m_text->clear();
    m_text->hide();
    m_again->setEnabled(false);
}

void DescriptionPane::ask()
{
    m_asked = m_state.now();
    m_describing.ask(*m_item);
    m_again->setEnabled(false);
    refresh();
}

void DescriptionPane::refresh()
{
    const TimePoint now = m_state.now();
    const bool isBusy = !m_describing.hasBegun() && now - m_asked > BeginsWithin;
    if (m_describing.isUnderWay() && isBusy)
        m_age->setText(tr("Asked %1 ago; plugins are still busy with earlier questions")
                           .arg(formatAge(now - m_asked)));
    else if (m_describing.isUnderWay())
        m_age->setText(tr("Asked %1 ago; no answer yet").arg(formatAge(now - m_asked)));
    else if (m_answered != TimePoint{})
        m_age->setText(tr("As of %1 ago").arg(formatAge(now - m_answered)));
}

void DescriptionPane::show(const std::optional<Description> &description)
{
    m_answered = m_state.now();
    m_again->setEnabled(true);
    const QString problem = description ? toLine(description->problem)
                                        : tr("the controller is gone");
    m_text->setVisible(problem.isEmpty());
    if (problem.isEmpty())
        showDifference(*description);
    else
        m_verdict->setText(tr("Nothing to compare: %1.").arg(problem));
    refresh();
}

void DescriptionPane::showDifference(const Description &description)
{
    m_lines = diffLines(linesOf(description.desired), linesOf(description.actual));
    QStringList text;
    for (const DiffLine &line : m_lines)
        text += signOf(line.kind) + line.text;
    m_text->setPlainText(text.join(QLatin1Char('\n')));
    markDifferences();
    const auto different = int(std::count_if(m_lines.begin(), m_lines.end(), isDifferent));
    m_verdict->setText(different == 0
                           ? tr("It is as it should be.")
                           : tr("%n line(s) differ: − is so, + should be so.", nullptr, different));
    const int seen = std::clamp(int(m_lines.size()), 1, MostLinesSeen);
    m_text->setFixedHeight(seen * QFontMetrics(m_text->font()).lineSpacing() + 24);
    m_text->moveCursor(QTextCursor::Start);
}

void DescriptionPane::markDifferences()
{
    QTextCharFormat format;
    format.setForeground(Theme::current().amber);
    int number = 0;
    for (const DiffLine &line : m_lines) {
        QTextCursor cursor(m_text->document()->findBlockByNumber(number++));
        cursor.select(QTextCursor::BlockUnderCursor);
        if (isDifferent(line))
            cursor.setCharFormat(format);
    }
}

void DescriptionPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        markDifferences();
}

} // namespace qontroller::ui
