// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QWidget;

namespace qontroller::ui {

class Actions;
class ItemsModel;
class LiveState;
class Noticeboard;
class OperatorLog;

/// Writes files for people: the items that are shown, and diagnostics.
class ExportDesk final : public QObject
{
    Q_OBJECT

public:
    ExportDesk(QWidget &window, const Actions &actions, const LiveState &state,
               const ItemsModel &items, const OperatorLog &log, Noticeboard &notices);

private:
    void exportItems();
    void saveDiagnostics();
    void write(const QString &name, const QByteArray &bytes, const QString &done);

    QWidget &m_window;
    const LiveState &m_state;
    const ItemsModel &m_items;
    const OperatorLog &m_log;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
