// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/eventspane.h"

#include "ui/views/table.h"
#include "ui/words/format.h"

#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolButton>

namespace qontroller::ui {

namespace {

QToolButton *newButton(const char *name, const QString &text, const QString &tip, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleDescription(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QToolButton *newToggle(const char *name, const QString &text, const QString &tip, QWidget *parent)
{
    QToolButton *button = newButton(name, text, tip, parent);
    button->setCheckable(true);
    return button;
}

} // namespace

EventsPane::EventsPane(QWidget *parent)
    : QWidget(parent)
    , m_table(new Table(QStringLiteral("eventsTable"), tr("Events"), this))
{
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(4);
    addChoices(*bar);
    bar->addStretch();
    addReading(*bar);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(bar);
    all->addWidget(m_table);
    showWaiting(0);
}

void EventsPane::addChoices(QHBoxLayout &bar)
{
    m_groups = {newToggle("eventsFailures", tr("Failures"),
                          tr("Only attempts that failed, parked and stuck objects, and what works "
                             "again"),
                          this),
                newToggle("eventsLists", tr("Lists"),
                          tr("Only lists and watches, and removals that follow from them"), this),
                newToggle("eventsCommands", tr("Commands"),
                          tr("Only what operators asked for, and pauses that ended"), this),
                newToggle("eventsLocks", tr("Locks"),
                          tr("Only locks that were refused or lost, and the lock service"), this),
                newToggle("eventsOthers", tr("All Else"),
                          tr("Only what handlers tell of, processes, shortages and controllers "
                             "that ended"),
                          this)};
    m_selected = newToggle("eventsSelected", tr("Only Selected"),
                           tr("Only of the objects or controllers that are selected in the tab "
                              "above"),
                           this);
    for (QToolButton *button : m_groups + QList{m_selected}) {
        if (button == m_selected)
            bar.addSpacing(12);
        bar.addWidget(button);
        connect(button, &QToolButton::toggled, this, &EventsPane::choiceChanged);
    }
}

void EventsPane::addReading(QHBoxLayout &bar)
{
    m_waiting = new QLabel(this);
    m_waiting->setObjectName(QStringLiteral("eventsWaiting"));
    m_hold = newToggle("eventsHold", tr("Hold"), tr("The rows stay as they are"), this);
    m_follow = newButton("eventsFollow", tr("Follow"),
                         tr("Shows what is new, and follows the end from now on"), this);
    for (QWidget *part : {static_cast<QWidget *>(m_waiting), static_cast<QWidget *>(m_hold),
                          static_cast<QWidget *>(m_follow)})
        bar.addWidget(part);
    connect(m_hold, &QToolButton::toggled, this, [this](bool isHeld) {
        if (!isHeld && follows())
            emit endWanted();
        m_follow->setEnabled(!follows());
    });
    connect(m_follow, &QToolButton::clicked, this, &EventsPane::follow);
}

EventGroups EventsPane::groups() const
{
    EventGroups groups = 0;
    for (int i = 0; i < m_groups.size(); ++i)
        groups |= m_groups[i]->isChecked() ? bitOf(static_cast<EventGroup>(i)) : 0;
    return groups;
}

bool EventsPane::isOnlySelected() const
{
    return m_selected->isChecked();
}

bool EventsPane::follows() const
{
    const QScrollBar &place = *m_table->verticalScrollBar();
    return !m_hold->isChecked() && place.value() >= place.maximum();
}

void EventsPane::showWaiting(std::size_t count)
{
    m_waiting->setText(count == 0 ? QString() : tr("%1 new").arg(formatCount(count)));
    m_follow->setEnabled(!follows());
}

void EventsPane::follow()
{
    m_hold->setChecked(false);
    emit endWanted();
    m_table->setFocus();
}

} // namespace qontroller::ui
