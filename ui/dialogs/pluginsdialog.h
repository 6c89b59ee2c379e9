// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QDialog>

#include "ui/applicationport.h"

class QTableWidget;

namespace qontroller::ui {

/// Every plugin that was found, with the verdict on it. Rows can be copied.
class PluginsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit PluginsDialog(const ApplicationPort &application, QWidget *parent = nullptr);

signals:
    void loadRequested(const QString &file);

private:
    void fill(const QList<PluginInfo> &plugins);
    void copy() const;
    void load();

    QTableWidget *m_table;
};

} // namespace qontroller::ui
