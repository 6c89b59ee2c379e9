// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QAction;

namespace qontroller::ui {

class Actions;
class ChartsPane;
class LiveState;
class Noticeboard;
class WindowSettings;

/// What an operator chooses once and for all: colours, language, the time window of the charts, and
/// messages on the desktop. Remembered in the settings.
class Preferences final : public QObject
{
    Q_OBJECT

public:
    Preferences(const Actions &actions, WindowSettings &settings, const LiveState &state,
                ChartsPane &charts, Noticeboard &notices);

private:
    void restore(const Actions &actions);
    void chooseTheme(const QAction *action);
    void chooseLanguage(const QAction *action);
    void chooseMessages(bool wanted);
    void chooseTimeWindow(int window);

    WindowSettings &m_settings;
    const LiveState &m_state;
    ChartsPane &m_charts;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
