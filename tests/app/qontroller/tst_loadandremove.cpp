// SPDX-License-Identifier: GPL-3.0-or-later
#include "badplugins.h"
#include "support/windowtest.h"

#include "app/qontroller/application.h"
#include "ui/window/mainwindow.h"

// The window's own parts, to be fed by hand.
#include "ui/state/deltapump.h"
#include "ui/views/tabs.h"

#include "core/base/threads/clock.h"
#include "core/engine/observe/feed/delta.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <malloc.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr int Times = 200;
constexpr int WarmUp = 50; // rings, caches and pools have their size by then
/// Bytes for each time: its events are kept, up to 5000, and its name, up to 1000; for some seconds
/// also what of it was paused.
constexpr std::size_t Tolerance = 4096;

/// The names of this process' threads but those of Qt's pools, which come and go as they like.
QStringList threadNames()
{
    const QDir tasks(QStringLiteral("/proc/self/task"));
    QStringList names;
    for (const QString &thread : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(tasks.filePath(thread + QStringLiteral("/comm")));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString name = QString::fromUtf8(file.readAll()).trimmed();
        if (!name.startsWith(QStringLiteral("Thread (pooled)")))
            names << name;
    }
    return names;
}

template<typename Condition>
bool soon(Condition condition)
{
    return QTest::qWaitFor(condition, 60'000);
}

/// What must not grow.
struct Use
{
    qsizetype objects = 0;
    std::size_t memory = 0;

    static Use of(const QObject &window)
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return {window.findChildren<QObject *>().size() + qApp->findChildren<QObject *>().size(),
                mallinfo2().uordblks};
    }
};

/// A window over a real host and a real plugin, that shows what it is given.
struct Rig
{
    Rig()
    {
        window.show();
        pump->stop(); // from here on deltas come by hand: no waiting for ticks
        threads = threadNames();
    }

    bool show(std::size_t controllers)
    {
        auto *tabs = window.findChild<ui::Tabs *>();
        tabs->setCurrentTab(ui::Tabs::Tab::Controllers);
        Delta delta = reader.pull();
        delta.now = lead += std::chrono::seconds(1); // a picture is not shown at once after another
        pump->deliver(std::make_shared<const Delta>(std::move(delta)));
        tabs->items().refreshNow();
        return tabs->items().rowCount() == int(2 * controllers);
    }

    /// What went wrong; empty: all is as it was before.
    QString loadAndRemove()
    {
        const ui::StartRequest request{"test", QStringLiteral(FIXTURES "/behaviour.so"),
                                       "behaviour", QJsonObject{{"objects", 2}},
                                       QJsonObject{{"workers", 3}}};
        if (!application.start(request).isDone())
            return QStringLiteral("it was not loaded");
        if (!soon([this] { return host.status().front().counters.handled >= 2; }))
            return QStringLiteral("it did not handle its objects");
        if (!show(1))
            return QStringLiteral("it was not shown");
        host.submit({host.status().front().id, ControllerVerb::Remove});
        if (!soon([this] { return host.status().empty(); }))
            return QStringLiteral("it was not removed");
        if (!show(0))
            return QStringLiteral("it was shown after it was removed");
        if (!soon([this] { return threadNames().size() <= threads.size(); }))
            return QStringLiteral("threads before: %1; after: %2")
                .arg(threads.join(' '), threadNames().join(' '));
        return {};
    }

    Host host;
    FeedReader reader{host};
    Application
        application{host,
                    {.folders = {{FIXTURES, PluginOrigin::CommandLine}},
                     .trusted = {sha256Of(QStringLiteral(FIXTURES "/behaviour.so")).toStdString()}},
                    {}};
    ui::MainWindow window{application, {}};
    ui::DeltaPump *pump = window.findChild<ui::DeltaPump *>();
    QStringList threads; ///< with no controller
    TimePoint lead = later(SteadyClock::instance().now(), std::chrono::hours(1));
};

} // namespace

class LoadAndRemoveTest final : public QObject
{
    Q_OBJECT

private slots:
    void leavesNothingBehind()
    {
        Rig rig;
        Use before;
        for (int i = 0; i < Times; ++i) {
            if (i == WarmUp)
                before = Use::of(rig.window);
            const QString wrong = rig.loadAndRemove();
            QVERIFY2(wrong.isEmpty(),
                     qPrintable(QString::number(i) + QStringLiteral(": ") + wrong));
        }
        const Use after = Use::of(rig.window);
        qInfo("%lld objects, %zu kB, and %zd bytes more each time",
              static_cast<long long>(after.objects), after.memory / 1024,
              (ssize_t(after.memory) - ssize_t(before.memory)) / (Times - WarmUp));
        QCOMPARE(after.objects, before.objects);
        QVERIFY(after.memory < before.memory + Tolerance * (Times - WarmUp));
    }
};

QONTROLLER_WINDOW_TEST(LoadAndRemoveTest)
#include "tst_loadandremove.moc"
