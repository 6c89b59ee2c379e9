// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QMimeData;
class QWidget;

namespace qontroller::ui {

/// Lets plugin files be dropped on a widget. Anything else that is dragged is left to others.
class PluginDrop final : public QObject
{
    Q_OBJECT

public:
    /// Belongs to \a target.
    explicit PluginDrop(QWidget *target);

signals:
    /// One local file with the ending of a library.
    void dropped(const QString &file);

protected:
    bool eventFilter(QObject *target, QEvent *event) override;

private:
    [[nodiscard]] static QString fileIn(const QMimeData &data);
};

} // namespace qontroller::ui
