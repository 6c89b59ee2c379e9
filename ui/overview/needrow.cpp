// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/needrow.h"

#include "ui/theme/theme.h"
#include "ui/widgets/columnfit.h"
#include "ui/words/format.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr int LeastPlace = 48;
constexpr int ButtonHeight = 24;
constexpr int MoreWidth = 24;

} // namespace

void NeedRow::Columns::include(const Columns &other)
{
    place = std::max(place, other.place);
    age = std::max(age, other.age);
    verb = std::max(verb, other.verb);
    text = std::max(text, other.text);
}

NeedRow::NeedRow(QWidget *parent)
    : OverviewRow(parent)
    , m_verb(new QPushButton(this))
    , m_more(new QToolButton(this))
    , m_menu(new QMenu(m_more))
{
    setObjectName(QStringLiteral("needRow"));
    m_verb->setObjectName(QStringLiteral("needVerb"));
    m_more->setObjectName(QStringLiteral("needMore"));
    m_menu->setObjectName(QStringLiteral("needMenu"));
    m_verb->setAutoDefault(false);
    m_verb->setFixedHeight(ButtonHeight);
    m_more->setText(tr("…"));
    m_more->setFixedSize(MoreWidth, ButtonHeight);
    m_more->setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy = m_more->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // buttons stand below each other
    m_more->setSizePolicy(policy);
    m_verb->installEventFilter(this);
    m_more->installEventFilter(this);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Gap, 0, Gap, 0);
    layout->setSpacing(Gap);
    layout->addStretch();
    layout->addWidget(m_verb);
    layout->addWidget(m_more);
    connect(m_verb, &QPushButton::pressed, this, &NeedRow::holdPainted);
    connect(m_verb, &QPushButton::clicked, this, [this] {
        if (!m_offered.verbs.empty())
            ask(m_offered.verbs.front());
    });
    // Behind what it has asked for.
    connect(m_verb, &QPushButton::released, this, &NeedRow::letGo, Qt::QueuedConnection);
    connect(m_menu, &QMenu::aboutToHide, this, &NeedRow::letGo, Qt::QueuedConnection);
    // No menu of the button itself: styles draw an arrow beside the "…" then.
    connect(m_more, &QToolButton::clicked, this, [this] { openMenu(belowMore()); });
}

QPoint NeedRow::belowMore() const
{
    return m_more->mapToGlobal(QPoint(0, m_more->height()));
}

void NeedRow::openMenu(const QPoint &globalPosition)
{
    if (m_isSettled || m_menu->isEmpty())
        return;
    emit chosen(); // what it would do is done to what is highlighted
    m_menu->popup(globalPosition);
}

void NeedRow::contextMenuEvent(QContextMenuEvent *event)
{
    event->accept();
    if (event->reason() == QContextMenuEvent::Mouse)
        openMenu(event->globalPos());
    else
        openMenuByKey();
}

// From a button the arrows go to another row, as from the row itself.
bool NeedRow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down) {
            emit left(key == Qt::Key_Down ? 1 : -1);
            return true;
        }
    }
    return OverviewRow::eventFilter(watched, event);
}

void NeedRow::openMenuByKey()
{
    openMenu(belowMore());
    if (m_menu->isVisible())
        m_menu->setActiveAction(m_menu->actions().constFirst());
}

// Not every platform makes a context menu of these.
void NeedRow::keyPressEvent(QKeyEvent *event)
{
    const bool isShiftF10 = event->key() == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier;
    if (event->key() != Qt::Key_Menu && !isShiftF10)
        return OverviewRow::keyPressEvent(event);
    openMenuByKey();
}

void NeedRow::setNeed(const Need &need, const Moment &moment)
{
    m_isSettled = false;
    m_need = need;
    m_age = need.since == TimePoint{} ? QString() : roughAge(moment.now - need.since);
    m_acknowledged = need.acknowledged ? textOf(*need.acknowledged) : QString();
    setSymbol(keyOf(need.severity), weightOf(need.severity));
    if (!isAtWork())
        letGo();
    describe();
    update();
}

void NeedRow::setResult(const QString &result, TimePoint now)
{
    m_result = result;
    m_resultAt = now;
    describe();
    update();
}

void NeedRow::dropOldResult(TimePoint now)
{
    if (!m_result.isEmpty() && now - m_resultAt > std::chrono::minutes(1))
        setResult({}, now);
}

void NeedRow::settle(std::uint64_t failing)
{
    m_isSettled = true;
    m_failing = failing;
    if (!isAtWork())
        letGo();
    describe();
    update();
}

bool NeedRow::isAtWork() const
{
    return m_verb->isDown() || m_menu->isVisible();
}

void NeedRow::ask(NeedVerb verb)
{
    const Need need = m_offered; // the row may go meanwhile
    emit asked(verb, need);
}

// Of one row only its verbs change.
void NeedRow::holdPainted()
{
    if (m_painted.key == m_offered.key && m_painted.verbs != m_offered.verbs)
        offer(m_painted);
}

void NeedRow::letGo()
{
    enableVerbs(!m_isSettled);
    if (!m_isSettled && !isAtWork())
        offer(m_need);
}

// Qt would give the keyboard of a button that goes off to the next one, which is of another row.
void NeedRow::keepKeyboard()
{
    if (isAncestorOf(window()->focusWidget()))
        setFocus(Qt::OtherFocusReason);
}

void NeedRow::enableVerbs(bool enabled)
{
    if (!enabled)
        keepKeyboard();
    m_verb->setEnabled(enabled);
    m_more->setEnabled(enabled);
}

void NeedRow::offer(const Need &need)
{
    const bool isOther = need.verbs != m_offered.verbs || need.count != m_offered.count
                         || need.place != m_offered.place;
    m_offered = need;
    if (isOther)
        offerVerbs();
    nameButtons();
}

// A name has all that tells this row from the others: a screen reader may read a list of buttons.
void NeedRow::nameButtons()
{
    const QString of = m_offered.place + QStringLiteral(": ") + m_offered.what;
    const QString verb = m_verb->text() + QStringLiteral(", ") + of;
    if (m_verb->accessibleName() == verb)
        return;
    m_verb->setAccessibleName(verb);
    m_more->setAccessibleName(tr("More for %1").arg(of));
}

void NeedRow::offerVerbs()
{
    const Need &need = m_offered;
    const auto &verbs = need.verbs;
    if (verbs.size() < 2)
        keepKeyboard();
    m_verb->setVisible(!verbs.empty());
    m_more->setVisible(verbs.size() > 1);
    m_menu->clear();
    if (verbs.empty())
        return;
    m_verb->setText(textOf(verbs.front(), need.count));
    for (const NeedVerb verb : verbs) {
        if (verb == verbs.front())
            continue;
        connect(m_menu->addAction(textOf(verb, need.count)), &QAction::triggered, this,
                [this, verb] { ask(verb); });
    }
}

void NeedRow::paintEvent(QPaintEvent *event)
{
    OverviewRow::paintEvent(event);
    m_painted = m_offered;
}

QString NeedRow::whatText() const
{
    if (!m_isSettled)
        return m_need.what;
    if (m_failing == 0)
        return tr("Settled: %1").arg(m_need.what);
    return tr("%n object(s) still fail, and are tried again: %1", nullptr, int(m_failing))
        .arg(toLine(m_need.key.cause));
}

QString NeedRow::whyText() const
{
    if (!m_result.isEmpty())
        return m_result;
    return m_acknowledged.isEmpty() ? m_need.why : m_acknowledged;
}

void NeedRow::describe()
{
    QStringList parts{nameOf(m_need.severity), m_need.place, whatText()};
    if (!m_need.why.isEmpty())
        parts += m_need.why;
    if (!m_acknowledged.isEmpty())
        parts += m_acknowledged;
    if (!m_result.isEmpty())
        parts += m_result;
    if (!m_age.isEmpty())
        parts += tr("for %1").arg(m_age);
    if (!m_isSettled && !m_need.verbs.empty())
        parts += m_verb->text();
    setAccessibleName(parts.join(QStringLiteral(", ")));
}

NeedRow::Columns NeedRow::wanted() const
{
    const int place = std::max(widthOf(bold(), m_need.place),
                               widthOf(font(), nameOf(m_need.severity)));
    const bool hasVerb = !m_offered.verbs.empty();
    return {.place = place,
            .age = widthOf(font(), m_age),
            .verb = hasVerb ? m_verb->sizeHint().width() + Gap : 0,
            .text = std::max(widthOf(font(), whatText()), widthOf(font(), whyText()))};
}

void NeedRow::setColumns(const Columns &columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    m_verb->setFixedWidth(columns.verb);
    update();
}

QWidget *NeedRow::followInTabOrder(QWidget *before)
{
    setTabOrder(OverviewRow::followInTabOrder(before), m_verb);
    setTabOrder(m_verb, m_more);
    return m_more;
}

QSize NeedRow::sizeHint() const
{
    const int lines = 2 * fontMetrics().lineSpacing() + Gap;
    return {320, std::max(6 * Gap, (lines + Gap - 1) / Gap * Gap)};
}

/// Where all rows have their ages, so that they stand in line.
int NeedRow::textRight() const
{
    return width() - 3 * Gap - MoreWidth - m_columns.verb - Gap;
}

int NeedRow::placeWidth() const
{
    const int room = textRight() - m_columns.age - 2 * Gap - PlaceLeft - 2 * Gap;
    return fittedWidths({{.whole = m_columns.place, .least = LeastPlace},
                         {.whole = m_columns.text, .least = LeastPlace}},
                        room)
        .front();
}

std::vector<OverviewRow::Cell> NeedRow::cells() const
{
    const Theme &theme = Theme::current();
    const QColor text = isDim() ? theme.dim : theme.text;
    const QColor mark = isDim() ? theme.dim : theme.colorOf(severity());
    const int line = fontMetrics().lineSpacing();
    const int first = (height() - 2 * line) / 2;
    const int second = first + line;
    const int place = placeWidth();
    const int left = PlaceLeft + place + 2 * Gap;
    const int age = textRight() - m_columns.age;
    const int room = age - 2 * Gap - left;
    const QString why = whyText();
    // What has nothing below it may have both lines.
    const QRect what = why.isEmpty() ? QRect(left, 0, room, height() - 1)
                                     : QRect(left, first, room, line);
    return {{{PlaceLeft, first, place, line}, m_need.place, text, isDim() ? font() : bold()},
            {{PlaceLeft, second, place, line}, nameOf(m_need.severity), mark, font()},
            {.area = what,
             .text = whatText(),
             .color = text,
             .font = font(),
             .lines = why.isEmpty() ? 2 : 1},
            {{left, second, room, line}, why, theme.dim, font()},
            {{age, 0, m_columns.age, height() - 1}, m_age, theme.dim, font(), Qt::AlignRight}};
}

void NeedRow::paintMore(QPainter &painter) const
{
    paintSymbol(painter, isDim() ? Theme::current().dim : Theme::current().colorOf(severity()));
}

} // namespace qontroller::ui
