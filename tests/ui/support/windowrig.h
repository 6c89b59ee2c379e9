// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fakefeed.h"
#include "fakes.h"
#include "needs.h"
#include "warnings.h"

#include "ui/actions/frozenscope.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/state/deltapump.h"
#include "ui/theme/resources.h"
#include "ui/views/messagebar.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/views/toasts.h"
#include "ui/window/mainwindow.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace qontroller::test {

using namespace ui;

/// A window over fakes, shown, with what the feed has.
struct Rig
{
    explicit Rig(WindowOptions options = {})
    {
        photos = feed.addController("photos", "folder-mirror");
        for (int i = 0; i < 30; ++i)
            feed.setItem(photos, "item-" + std::to_string(i),
                         i < 5 ? ItemState::Failed : ItemState::InSync,
                         i < 5 ? "no space left" : "", i < 5 ? 6 : 0);
        options.tab = int(Tabs::Tab::Items);
        window = std::make_unique<MainWindow>(application.with(feed, control), options);
        if (options.profileDirectory.isEmpty()) // which remembers a size
            window->resize(window->size().expandedTo({1120, 720})); // with all its panes
        window->show();
        tabs = window->findChild<Tabs *>();
    }

    bool isReady()
    {
        QTest::keyClick(window.get(), Qt::Key_F20); // forgets the modifiers of the test before
        return QTest::qWaitForWindowActive(window.get()) && QTest::qWaitFor([&] {
                   return tabs->items().rowCount() == 30 && action("pauseAll")->isEnabled();
               });
    }
    QAction *action(const char *name) const
    {
        return window->findChild<QAction *>(QLatin1String(name));
    }
    QString label(const char *name) const
    {
        return window->findChild<QLabel *>(QLatin1String(name))->text();
    }
    /// What waits for a person.
    QStringList messages() const { return window->findChild<MessageBar *>()->sentences(); }
    bool hasMessage(const QString &part) const { return !messages().filter(part).isEmpty(); }
    /// What is only said.
    QStringList toasts() const { return window->findChild<Toasts *>()->sentences(); }
    bool hasToast(const QString &part) const { return !toasts().filter(part).isEmpty(); }
    /// The button of a message or a toast with this text; null if none is in sight.
    QToolButton *offered(const QString &text) const
    {
        for (const QWidget *place : {static_cast<QWidget *>(window->findChild<MessageBar *>()),
                                     static_cast<QWidget *>(window->findChild<Toasts *>())}) {
            for (auto *button : place->findChildren<QToolButton *>()) {
                if (button->isVisible() && button->text() == text)
                    return button;
            }
        }
        return nullptr;
    }
    /// The question before a job, once its set is frozen; null if none comes.
    ConfirmDialog *question() const
    {
        ConfirmDialog *dialog = nullptr;
        static_cast<void>(QTest::qWaitFor([&] {
            dialog = window->findChild<ConfirmDialog *>();
            return dialog && dialog->isVisible();
        }));
        return dialog;
    }
    /// A job for just these objects of photos has been begun.
    bool hasBegun(ItemVerb verb, Ids ids)
    {
        const auto isBegun = [this] {
            const auto job = application.hostJobs.last();
            return job && job->job.state != JobState::Prepared
                   && job->job.state != JobState::Stopped;
        };
        if (!QTest::qWaitFor(isBegun))
            return false;
        const JobRequest request = application.hostJobs.requests().back().second;
        if (request.verb != verb || request.objects.size() != 1
            || request.objects.front().controller != photos)
            return false;
        Ids asked = request.objects.front().ids;
        std::ranges::sort(asked);
        return asked == ids;
    }
    /// A button that acts on the item in Details.
    QToolButton *detailButton(ItemVerb verb) const
    {
        return window->findChild<QToolButton *>(QStringLiteral("detail%1").arg(int(verb)));
    }
    Table &items() const { return tabs->table(Tabs::Tab::Items); }
    template<class Widget>
    Widget *find(const char *name) const
    {
        return window->findChild<Widget *>(QLatin1String(name));
    }

    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    ControllerId photos = 0;
    std::unique_ptr<MainWindow> window;
    Tabs *tabs = nullptr;
};

} // namespace qontroller::test
