// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/detailspane.h"

#include "ui/state/itemstore.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/views/descriptionpane.h"
#include "ui/widgets/focusmark.h"
#include "ui/widgets/rowdelegate.h"
#include "ui/widgets/symbollabel.h"
#include "ui/widgets/wheelguard.h"
#include "ui/words/controllerdetails.h"
#include "ui/words/explaining.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"
#include "ui/words/jobwords.h"
#include "ui/words/limits.h"
#include "ui/words/marks.h"
#include "ui/words/pausewords.h"

#include "core/engine/observe/events/shortform.h"
#include "core/engine/observe/items/itemdetail.h"

#include <QtCore/QEvent>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration AskInterval = 1s;
constexpr int AttemptRowHeight = 24;
constexpr int MostAttemptsSeen = 7;
constexpr int LargestWordsHeight = 120;

/// In a scope of their own, for columns of models have such names, too.
struct Fact
{
    enum Kind {
        State,
        Since,
        NextTry,
        Attempts,
        LastRun,
        LastSuccess,
        FirstSeen,
        AskedFor,
        Causes,
        Count
    };
};

QString ago(TimePoint then, TimePoint now)
{
    return then == TimePoint{} ? DetailsPane::tr("never")
                               : isolated(DetailsPane::tr("%1 ago").arg(formatAge(now - then)));
}

/// Empty: its plugin does not count what is asked of it.
QString generationText(const ItemRow &row)
{
    if (row.generation == 0)
        return {};
    const QString asked = QString::number(row.generation);
    if (row.observedGeneration == 0)
        return DetailsPane::tr("%1 is asked for, none is observed yet").arg(asked);
    if (behind(row) == 0)
        return DetailsPane::tr("%1 is observed").arg(asked);
    return DetailsPane::tr("%1 is asked for, %2 is observed: behind by %3")
        .arg(asked, QString::number(row.observedGeneration), QString::number(behind(row)));
}

QLabel *selectable(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

DetailsPane::DetailsPane(const HostLinks &hosts, const LiveState &state, Steering steering,
                         QWidget *parent)
    : QStackedWidget(parent)
    , m_state(state)
    , m_area(new QScrollArea(this))
    , m_content(new QWidget)
    , m_empty(new QLabel)
    , m_text(new TextPane(this))
    , m_icon(new SymbolLabel(m_content))
    , m_id(selectable(m_content))
    , m_controller(selectable(m_content))
    , m_remark(new QLabel(m_content))
    , m_result(selectable(m_content))
    , m_decisions(new QWidget(m_content))
    , m_steering(steering)
    , m_error(new QPlainTextEdit(m_content))
    , m_explanation(selectable(m_content))
    , m_description(new DescriptionPane(hosts, state, m_content))
    , m_kept(new QPlainTextEdit(m_content))
    , m_attempts(new QTableWidget(0, 4, m_content))
{
    setObjectName(QStringLiteral("details"));
    setAccessibleName(tr("Details of the object"));
    setMinimumWidth(216);
    buildParts();
    buildLayout();
    loadIcons();
    addWidget(m_empty);
    addWidget(m_area);
    addWidget(m_text);
    showNothing(tr("Select an object to see its attempts, its errors and what happens next."));
}

void DetailsPane::buildParts()
{
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    markFocusOf(*m_area);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_id->setObjectName(QStringLiteral("detailId"));
    m_controller->setObjectName(QStringLiteral("detailController"));
    m_remark->setObjectName(QStringLiteral("detailRemark"));
    m_remark->setForegroundRole(QPalette::PlaceholderText);
    m_remark->setWordWrap(true);
    m_result->setObjectName(QStringLiteral("detailResult"));
    m_result->hide();
    m_explanation->setObjectName(QStringLiteral("detailExplanation"));
    m_error->setObjectName(QStringLiteral("detailError"));
    m_error->setAccessibleName(tr("Last error"));
    m_kept->setObjectName(QStringLiteral("detailKept"));
    m_kept->setAccessibleName(tr("Kept for its handler"));
    for (QPlainTextEdit *words : {m_error, m_kept}) {
        markFocusOf(*words);
        words->setReadOnly(true);
        words->setFrameShape(NoFrame);
        words->setTabChangesFocus(true);
        leaveWheelToParents(*words);
    }
    m_attempts->setObjectName(QStringLiteral("detailAttempts"));
    m_attempts->setAccessibleName(tr("Attempts"));
    m_attempts->setHorizontalHeaderLabels({tr("Ago"), tr("Took"), tr("What"), tr("Outcome")});
    m_attempts->verticalHeader()->hide();
    m_attempts->verticalHeader()->setDefaultSectionSize(AttemptRowHeight);
    m_attempts->horizontalHeader()->setStretchLastSection(true);
    m_attempts->setColumnWidth(0, 80);
    m_attempts->setColumnWidth(1, 56);
    m_attempts->setColumnWidth(2, 48);
    m_attempts->setItemDelegate(new RowDelegate(m_attempts));
    m_attempts->setItemDelegateForColumn(3, new RowDelegate(Qt::ElideMiddle, m_attempts));
    m_attempts->setShowGrid(false);
    m_attempts->setFrameShape(NoFrame);
    m_attempts->setTabKeyNavigation(false);
    m_attempts->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_attempts->setSelectionBehavior(QAbstractItemView::SelectRows);
    leaveWheelToParents(*m_attempts);
    m_empty->setObjectName(QStringLiteral("detailEmpty"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setContentsMargins(16, 16, 16, 16);
}

QToolButton *DetailsPane::makeButton(ItemVerb verb, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("detail%1").arg(int(verb)));
    button->setText(nameOf(verb));
    button->setAccessibleName(nameOf(verb));
    connect(button, &QToolButton::clicked, this, [this, verb] {
        if (m_item)
            emit asked(verb, *m_item);
    });
    m_buttons += {verb, button};
    return button;
}

void DetailsPane::loadIcons()
{
    for (const auto &[verb, button] : m_buttons)
        button->setIcon(themeIcon(iconOf(verb)));
}

void DetailsPane::showButtons(const ItemRef &item)
{
    for (const auto &[verb, button] : m_buttons) {
        const QString unsteered = m_state.hosts().whyNotSteered(item.controller);
        const QString whyNot = m_steering == Steering::Forbidden ? tr("This window is read only.")
                               : !unsteered.isEmpty()            ? unsteered
                                                                 : skipReason(verb, item);
        button->setEnabled(whyNot.isEmpty());
        const QString what = nameOf(verb) + QStringLiteral(": ") + toLine(item.id);
        button->setToolTip(whyNot.isEmpty() ? what : what + QLatin1Char('\n') + whyNot);
    }
}

void DetailsPane::buildLayout()
{
    auto *header = new QHBoxLayout;
    header->addWidget(m_icon, 0, Qt::AlignTop);
    header->addWidget(m_id, 1);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    auto *decisionLayout = new QVBoxLayout(m_decisions);
    decisionLayout->setContentsMargins(0, 0, 0, 0);
    decisionLayout->setSpacing(4);
    for (const ItemVerb verb : itemVerbs()) {
        const bool isOfHeld = factsOf(verb).isOfHeld;
        QToolButton *button = makeButton(verb, isOfHeld ? m_decisions : m_content);
        if (!isOfHeld) {
            buttons->addWidget(button);
            continue;
        }
        button->setText(nameOf(verb) + QStringLiteral("…"));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        decisionLayout->addWidget(button);
    }
    buttons->addStretch();
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    buildFacts(grid);

    auto *layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addLayout(header);
    layout->addWidget(m_controller);
    layout->addWidget(m_remark);
    layout->addLayout(buttons);
    layout->addWidget(m_result);
    layout->addWidget(m_decisions);
    layout->addLayout(grid);
    m_errorHeading = addHeading(tr("Last error"));
    m_errorHeading->setObjectName(QStringLiteral("detailErrorHeading"));
    layout->addWidget(m_error);
    addHeading(tr("What happens next, and why"));
    layout->addWidget(m_explanation);
    addHeading(tr("Should be and is"));
    layout->addWidget(m_description);
    m_keptHeading = addHeading(tr("Kept for its handler"));
    layout->addWidget(m_kept);
    m_attemptsHeading = addHeading(tr("Attempts"));
    layout->addWidget(m_attempts, 1);
    layout->addStretch();
    m_area->setWidget(m_content);
    m_content->installEventFilter(this);
    m_area->viewport()->installEventFilter(this);
}

QLabel *DetailsPane::addHeading(const QString &text)
{
    auto *label = new QLabel(text, m_content);
    label->setWordWrap(true);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    m_content->layout()->addWidget(label);
    return label;
}

void DetailsPane::buildFacts(QGridLayout *grid)
{
    m_factNames = {tr("State"),      tr("Since"),      tr("Next try"),
                   tr("Attempts"),   tr("Last run"),   tr("Last success"),
                   tr("First seen"), tr("Generation"), tr("Queued because")};
    for (int i = 0; i < Fact::Count; ++i) {
        auto *name = new QLabel(m_factNames[i], m_content);
        name->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(name, i, 0, Qt::AlignTop);
        m_factLabels += name;
        m_facts += selectable(m_content);
        m_facts.last()->setMinimumHeight(fontMetrics().height());
        grid->addWidget(m_facts.last(), i, 1);
    }
}

// A screen reader says the accessible name of a label in place of its text.
void DetailsPane::setFact(int fact, const QString &text)
{
    m_facts[fact]->setText(text);
    m_facts[fact]->setAccessibleName(m_factNames[fact] + QStringLiteral(": ") + text);
}

void DetailsPane::setItem(const std::optional<ItemRef> &item, Row row, std::size_t selected)
{
    m_isText = false;
    const bool same = item && m_item && item->controller == m_item->controller
                      && item->key == m_item->key;
    m_item = item;
    m_row = row;
    m_selected = selected;
    if (!same) {
        m_asked = {};
        m_result->hide();
    }
    refresh();
}

void DetailsPane::setResult(const ItemRef &item, const QString &result)
{
    if (!m_item || m_item->controller != item.controller || m_item->key != item.key)
        return;
    m_result->setText(result);
    m_result->show();
}

void DetailsPane::setText(const QString &text, const QString &instead)
{
    showText();
    m_text->setText(text);
    if (text.isEmpty())
        showNothing(instead);
}

void DetailsPane::setController(ControllerId controller, const QString &text)
{
    showText();
    m_text->setController(controller, text, m_state.now());
}

void DetailsPane::showText()
{
    m_item.reset();
    m_isText = true;
    m_description->forget();
    setCurrentWidget(m_text);
}

void DetailsPane::refresh()
{
    if (m_isText)
        return;
    showRemark();
    if (!m_item)
        return showNothing({});
    if (!isVisible())
        return;
    if (isUpToDate())
        return showAges();
    m_asked = m_state.now();
    const HostStatus *host = m_state.hosts().of(m_item->controller);
    if (host && isStale(*host, m_state.now()))
        return showStale(*host);
    if (!isShown())
        showUntold();
    emit wanted(*m_item);
}

void DetailsPane::take(const HostPicture::Detail &told)
{
    if (m_isText || !m_item || told.controller != m_item->controller || told.item != m_item->id)
        return;
    if (told.detail) {
        m_isUntold = false;
        return show(*told.detail);
    }
    // What was told of an item that is still there stays: its host has not answered.
    if (!isShown() || !m_state.items().find(m_item->controller, m_item->key))
        showUntold();
}

bool DetailsPane::isShown() const
{
    return currentWidget() == m_area && m_shown == std::pair(m_item->controller, m_item->key);
}

// What is asked for is as it is now, whatever the tables show.
void DetailsPane::showRemark()
{
    QStringList remarks;
    if (m_row != Row::InTable)
        remarks += tr("No longer in this list");
    else if (m_state.isFrozen())
        remarks += tr("As it is now: the tables are frozen");
    if (m_row == Row::InTable && m_selected > 1)
        remarks += tr("1 of %1 selected: these buttons are for it alone, those of the tool bar, "
                      "menus and keys for all %1")
                       .arg(formatCount(m_selected));
    m_remark->setText(remarks.join(QLatin1Char('\n')));
    m_remark->setVisible(!remarks.isEmpty());
}

// Its row is known before its host has answered.
void DetailsPane::showUntold()
{
    const auto slot = m_state.items().find(m_item->controller, m_item->key);
    if (!slot)
        return showNothing(whyUnknown(m_state, *m_item));
    m_isUntold = true;
    show({m_state.items().at(*slot).row, {}, {}, {}});
}

// What was shown of it stays, as its row does. It cannot be asked for more.
void DetailsPane::showStale(const HostStatus &host)
{
    if (isShown())
        return showButtons(*m_item);
    showNothing(tr("%1 cannot be looked at now. %2")
                    .arg(toLine(m_item->id), hostLine(host, m_state.now())));
}

// What ticks in the table ticks here.
void DetailsPane::showAges()
{
    const auto slot = m_state.items().find(m_item->controller, m_item->key);
    if (!slot || currentWidget() != m_area)
        return;
    showFacts(m_state.items().at(*slot).row);
    showExplanation();
}

// The table must not be ahead of what is said here.
bool DetailsPane::isUpToDate() const
{
    if (m_state.now() - m_asked >= AskInterval)
        return false;
    const auto slot = m_state.items().find(m_item->controller, m_item->key);
    if (!slot)
        return true;
    const ItemRow &row = m_state.items().at(*slot).row;
    return row.since == m_shownSince && row.lastRun == m_shownRun;
}

void DetailsPane::showNothing(const QString &sentence)
{
    m_description->forget();
    m_empty->setText(sentence);
    setCurrentWidget(m_empty);
}

void DetailsPane::show(const ItemDetail &detail)
{
    const auto label = m_state.book().find(m_item->controller);
    m_shownSince = detail.row.since;
    m_shownRun = detail.row.lastRun;
    m_shown = {m_item->controller, m_item->key};
    m_item->state = detail.row.state;
    m_item->absent = detail.row.absent;
    m_item->paused = detail.row.paused;
    m_decisions->setVisible(detail.row.state == ItemState::Held);
    showButtons(*m_item);
    m_icon->setState(detail.row.state);
    m_id->setText(isolated(toLine(detail.row.id)));
    m_controller->setText(label == m_state.book().end() ? QString()
                                                        : tr("in %1").arg(label->second.title()));
    showFacts(detail.row);
    showReasons(detail);
    showError(detail.row);
    m_reasons = detail.explanation;
    showExplanation();
    m_description->follow(*m_item, detail.row.lastRun);
    showKept(detail.row);
    showAttempts(detail.attempts);
    setCurrentWidget(m_area);
    fitContent();
}

void DetailsPane::changeEvent(QEvent *event)
{
    QStackedWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    loadIcons();
    m_asked = {}; // attempts have colours
    refresh();
}

bool DetailsPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
        fitContent();
    return QStackedWidget::eventFilter(watched, event);
}

// A scroll area knows no height for width: without this, lines that wrap are squeezed.
void DetailsPane::fitContent()
{
    if (currentWidget() != m_area)
        return;
    const int width = m_area->viewport()->width();
    m_content->setMinimumHeight(std::max(0, m_content->layout()->minimumHeightForWidth(width)));
}

// The controller first: what holds for it holds for all of its items.
void DetailsPane::showExplanation()
{
    QStringList steps;
    if (const ControllerView *view = m_state.controller(m_item->controller))
        steps = stepsOf(*view, m_state.hosts().moment());
    for (const Explanation &fact : m_reasons)
        steps += wordsOf(fact, m_state.now());
    if (const HostStatus *host = m_state.hosts().of(m_item->controller); host && m_isUntold)
        steps += tr("%1 has not yet sent the details of %2.")
                     .arg(toLine(host->name), toLine(m_item->id));
    m_explanation->setText(steps.join(QLatin1Char('\n')));
}

void DetailsPane::showError(const ItemRow &row)
{
    const bool isError = isMarked(row, Mark::Failing) || row.errors > 0;
    const bool isResult = row.state == ItemState::InSync && !isError;
    const QString error = toLines(isError ? errorOf(row) : row.text);
    m_errorHeading->setVisible(!error.isEmpty());
    m_errorHeading->setText(isError    ? tr("Last error")
                            : isResult ? tr("Last result")
                                       : tr("Reason"));
    showWords(*m_error, error);
}

// Words that stay the same keep their place and what is selected in them.
void DetailsPane::showWords(QPlainTextEdit &words, const QString &text) const
{
    words.setVisible(!text.isEmpty());
    if (words.toPlainText() != text)
        words.setPlainText(text);
    const QRect wide(0, 0, std::max(64, width() - 40), LargestWordsHeight);
    const QRect needed = fontMetrics().boundingRect(wide, Qt::TextWrapAnywhere, text);
    words.setFixedHeight(std::min(LargestWordsHeight, needed.height() + 16));
}

void DetailsPane::showKept(const ItemRow &row)
{
    const QString kept = toLines(row.keptText.text());
    m_keptHeading->setVisible(!kept.isEmpty());
    showWords(*m_kept, kept);
}

void DetailsPane::showFacts(const ItemRow &row)
{
    const TimePoint now = m_state.now();
    const auto label = m_state.book().find(m_item->controller);
    const auto limit = label == m_state.book().end() ? std::nullopt
                                                     : std::optional(label->second.maxRetries + 1);
    const bool isLimited = row.next == NextRun::RetryLimit; // then it is known only about
    const QString next = row.nextRun == TimePoint{} ? tr("none planned")
                         : row.nextRun <= now
                             ? (isLimited ? tr("soon") : tr("now"))
                             : isolated((isLimited ? tr("in about %1") : tr("in %1"))
                                            .arg(formatCountdown(row.nextRun - now)));
    const bool isOnlyKept = row.kept && row.state == ItemState::InSync; // and may differ
    QStringList state{isOnlyKept ? QString() : nameOf(row.state)};
    if (row.state == ItemState::Paused)
        state += pauseText(row.pauseReason, row.pausedUntil, now);
    if (row.again) // what is asked for while it is paused waits for its end
        state += row.state == ItemState::Paused ? tr("one run follows on resume")
                                                : tr("one more run follows");
    if (row.absent)
        state += tr("removal owed");
    if (row.kept)
        state += isOnlyKept ? tr("Kept by an operator as it is") : tr("kept by an operator");
    state.removeAll(QString());
    setFact(Fact::State, state.join(QStringLiteral(", ")));
    setFact(Fact::Since, ago(row.since, now));
    setFact(Fact::NextTry, next);
    setFact(Fact::Attempts, attemptsSentence(row, limit));
    setFact(Fact::LastRun, ago(row.lastRun, now));
    setFact(Fact::LastSuccess, ago(row.lastSuccess, now));
    setFact(Fact::FirstSeen, ago(row.firstSeen, now));
    setFact(Fact::AskedFor, generationText(row));
    m_factLabels[Fact::AskedFor]->setVisible(row.generation != 0);
    m_facts[Fact::AskedFor]->setVisible(row.generation != 0);
    setTextColor(*m_facts[Fact::State], severityOf(row.state));
}

void DetailsPane::showReasons(const ItemDetail &detail)
{
    QStringList reasons;
    for (const Reason &reason : detail.reasons)
        reasons += reason.count > 1
                       ? tr("%1 × %2").arg(nameOf(reason.cause), formatCount(reason.count))
                       : nameOf(reason.cause);
    setFact(Fact::Causes, reasons.isEmpty() ? namesOfCauses(detail.row.causes)
                                            : reasons.join(QStringLiteral(", ")));
}

void DetailsPane::showAttempts(const std::vector<AttemptRecord> &attempts)
{
    m_attemptsHeading->setVisible(!attempts.empty());
    m_attempts->setVisible(!attempts.empty());
    m_attempts->setRowCount(int(attempts.size()));
    int row = 0;
    for (auto attempt = attempts.rbegin(); attempt != attempts.rend(); ++attempt, ++row) {
        const QStringList cells{formatAge(m_state.now() - attempt->started),
                                formatSpan(attempt->took),
                                attempt->removal ? tr("remove") : tr("add"),
                                wordsOf(inShort(attempt->outcome))};
        for (int column = 0; column < cells.size(); ++column) {
            auto *cell = m_attempts->item(row, column);
            if (!cell) {
                cell = new QTableWidgetItem; // the table takes it
                m_attempts->setItem(row, column, cell);
            }
            cell->setText(cells[column]);
            cell->setToolTip(column == 3 ? wordsOf(attempt->outcome) : QString());
            cell->setTextAlignment((column < 2 ? Qt::AlignRight : Qt::AlignLeft)
                                   | Qt::AlignVCenter);
            cell->setForeground(attempt->success || column != 3 ? Theme::current().text
                                                                : Theme::current().red);
        }
    }
    m_attempts->setMinimumHeight(std::min(MostAttemptsSeen, row) * AttemptRowHeight
                                 + m_attempts->horizontalHeader()->sizeHint().height());
}

} // namespace qontroller::ui
