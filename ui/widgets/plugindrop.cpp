// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plugindrop.h"

#include <QtCore/QLibrary>
#include <QtCore/QMimeData>
#include <QtCore/QUrl>
#include <QtGui/QDropEvent>
#include <QtWidgets/QWidget>

namespace qontroller::ui {

PluginDrop::PluginDrop(QWidget *target)
    : QObject(target)
{
    target->setAcceptDrops(true);
    target->installEventFilter(this);
}

QString PluginDrop::fileIn(const QMimeData &data)
{
    const QList<QUrl> urls = data.urls();
    const QString file = urls.size() == 1 ? urls.first().toLocalFile() : QString();
    return QLibrary::isLibrary(file) ? file : QString();
}

bool PluginDrop::eventFilter(QObject *target, QEvent *event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return QObject::eventFilter(target, event);
    auto *drop = static_cast<QDropEvent *>(event); // a drag that enters is one, too
    const QString file = fileIn(*drop->mimeData());
    if (file.isEmpty())
        return QObject::eventFilter(target, event);
    drop->acceptProposedAction();
    if (event->type() == QEvent::Drop)
        emit dropped(file);
    return true;
}

} // namespace qontroller::ui
