// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/visiblewords.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QAction>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QTabBar>

namespace qontroller::ui {

namespace {

void add(QStringList &words, QString text)
{
    static const QRegularExpression count(QStringLiteral(" ?\\(.*\\)$"));
    text.remove(QLatin1Char('&')).remove(count);
    if (!text.isEmpty() && !words.contains(text))
        words += text;
}

void addTabs(QStringList &words, const QTabBar &bar)
{
    for (int i = 0; i < bar.count(); ++i)
        add(words, bar.tabText(i));
}

void addColumns(QStringList &words, const QHeaderView &header)
{
    for (int i = 0; header.orientation() == Qt::Horizontal && i < header.count(); ++i) {
        if (!header.isSectionHidden(i))
            add(words, header.model()->headerData(i, Qt::Horizontal).toString());
    }
}

} // namespace

QStringList visibleWords(const QWidget &window)
{
    QStringList words;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(&window))
            continue;
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            add(words, button->text());
        else if (const auto *tabs = qobject_cast<const QTabBar *>(widget))
            addTabs(words, *tabs);
        else if (const auto *header = qobject_cast<const QHeaderView *>(widget))
            addColumns(words, *header);
        else if (const auto *dock = qobject_cast<const QDockWidget *>(widget))
            add(words, dock->windowTitle());
        else if (const auto *bar = qobject_cast<const QMenuBar *>(widget))
            for (const QAction *action : bar->actions())
                add(words, action->text());
    }
    words.sort();
    return words;
}

} // namespace qontroller::ui
