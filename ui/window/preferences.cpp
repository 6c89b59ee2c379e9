// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preferences.h"

#include "ui/actions/actions.h"
#include "ui/state/windowsettings.h"
#include "ui/theme/theme.h"
#include "ui/views/chartspane.h"
#include "ui/window/noticeboard.h"

#include <QtGui/QAction>
#include <QtGui/QActionGroup>

#include <algorithm>

namespace qontroller::ui {

namespace {

void check(QActionGroup *group, const QVariant &data)
{
    for (QAction *action : group->actions())
        action->setChecked(action->data() == data
                           || (action->data().toString().isEmpty() && data.isNull()));
}

} // namespace

Preferences::Preferences(const Actions &actions, WindowSettings &settings, const LiveState &state,
                         ChartsPane &charts, Noticeboard &notices)
    : m_settings(settings)
    , m_state(state)
    , m_charts(charts)
    , m_notices(notices)
{
    connect(actions.chartTables, &QAction::triggered, this,
            [this](bool tables) { m_charts.setShownAsTables(tables); });
    for (int i = 0; i < WindowCount; ++i)
        connect(actions.windows->actions().at(i), &QAction::triggered, this,
                [this, i] { chooseTimeWindow(i); });
    connect(actions.desktopMessages, &QAction::triggered, this, &Preferences::chooseMessages);
    connect(actions.themes, &QActionGroup::triggered, this, &Preferences::chooseTheme);
    connect(actions.languages, &QActionGroup::triggered, this, &Preferences::chooseLanguage);
    restore(actions);
}

void Preferences::restore(const Actions &actions)
{
    check(actions.themes, m_settings.value("theme").toInt());
    check(actions.languages, m_settings.value("language").toString());
    const QVariant messages = m_settings.value("desktopMessages");
    actions.desktopMessages->setChecked(messages.isNull() || messages.toBool());
    const int window = std::clamp(m_settings.value("window").toInt(), 0, WindowCount - 1);
    actions.windows->actions().at(window)->setChecked(true);
    m_charts.setWindow(window);
}

void Preferences::chooseTheme(const QAction *action)
{
    m_settings.setValue("theme", action->data());
    Theme::apply(static_cast<Theme::Choice>(action->data().toInt()));
}

void Preferences::chooseLanguage(const QAction *action)
{
    m_settings.setValue("language", action->data());
    m_notices.say(tr("The language changes with the next start."));
}

void Preferences::chooseMessages(bool wanted)
{
    m_settings.setValue("desktopMessages", wanted);
}

void Preferences::chooseTimeWindow(int window)
{
    m_settings.setValue("window", window);
    m_charts.setWindow(window);
    m_charts.show(m_state);
}

} // namespace qontroller::ui
