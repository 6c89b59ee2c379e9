// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow_p.h"

#include "ui/theme/resources.h"
#include "ui/theme/theme.h"
#include "ui/widgets/screenfit.h"

#include <QtCore/QDir>
#include <QtCore/QEvent>
#include <QtGui/QCloseEvent>
#include <QtGui/QScreen>

#include <utility>

namespace qontroller::ui {

namespace {

// With its frame it has room on a screen of 1024 × 600.
constexpr QSize SmallestSize(1024, 540);
constexpr QSize FirstSize(1440, 900);

QSize firstSize(const QScreen *screen)
{
    return screen ? fittingSize(FirstSize, screen->availableSize()).expandedTo(SmallestSize)
                  : FirstSize;
}

QString operatorLogFile(const QString &directory)
{
    return directory.isEmpty() ? QString()
                               : QDir(directory).filePath(QStringLiteral("operator.log"));
}

} // namespace

MainWindow::Private::Private(MainWindow &window, Feed &f, ControlPort &control,
                             ApplicationPort &app, WindowOptions o)
    : q(window)
    , feed(f)
    , application(app)
    , options(std::move(o))
    , settings(options.profileDirectory)
    , views(settings)
    , log(operatorLogFile(options.profileDirectory))
    , commander(control, log, state)
    , lifecycles([this] { return wantedOfLifecycles(); })
    , lifecycleCommander(lifecycles, log)
    , actions(new Actions(&window))
    , tabs(new Tabs(state, &window))
    , tiles(new TileBar(&window))
    , filterBox(new FilterBox(&window))
    , messages(new MessageBar(&window))
    , toasts(new Toasts(tabs))
    , facets(new FacetsPane(&window))
    , details(new DetailsPane(feed, state,
                              options.access == WindowOptions::Access::Full
                                  ? DetailsPane::Steering::Allowed
                                  : DetailsPane::Steering::Forbidden,
                              &window))
    , charts(new ChartsPane(*actions->windows, &window))
    , events(new EventsModel(&window))
    , eventsTable(new Table(QStringLiteral("eventsTable"), tr("Events"), &window))
    , logTable(new Table(QStringLiteral("operatorTable"), tr("Operator log"), &window))
    , status(new StatusLine(&window))
    , pump(feed)
{}

MainWindow::MainWindow(Feed &feed, ControlPort &control, ApplicationPort &application,
                       WindowOptions options, QWidget *parent)
    : QMainWindow(parent)
{
    setObjectName(QStringLiteral("mainWindow"));
    // The notice is about the file as it was found, so this reads it first.
    WindowSettings found(options.profileDirectory);
    prepareResources(found.value("language").toString());
    Theme::apply(static_cast<Theme::Choice>(found.value("theme").toInt()));
    d = std::make_unique<Private>(*this, feed, control, application, std::move(options));
    d->pump.setParent(this);
    d->state.setParent(this);
    d->lifecycles.setParent(this);
    setMinimumSize(SmallestSize);
    resize(firstSize(screen()));
    d->buildMiddle();
    setStatusBar(d->status);
    d->buildBars();
    d->buildDocks();
    d->buildMenus();
    d->connectActions();
    d->connectParts();
    d->connectOperations();
    d->takeDroppedPlugins();
    d->firstState = saveState(WindowSettings::Version);
    d->restore();
    d->updateActions();
    d->showTitle();
    if (!found.notice().isEmpty())
        d->warn(MessageBar::Kind::Warning, found.notice());
    d->pump.start();
}

MainWindow::~MainWindow()
{
    d->pump.stop();
    d->lifecycles.stop(); // its questions are about the tabs
    disconnect(d->tabs, nullptr, this, nullptr);
    d->details->setItem({}, DetailsPane::Row::None);
    delete d->tabs; // its models read the state, which goes with d
}

void MainWindow::showMessage(const QString &sentence)
{
    d->warn(MessageBar::Kind::Warning, sentence);
}

void MainWindow::showFailure(const QString &sentence)
{
    d->sayWithPlugins(Result::failed(sentence));
}

void MainWindow::askAfterCrash(const std::function<void()> &then)
{
    d->askAfterCrash(then);
}

Result MainWindow::grabTo(const QString &file)
{
    d->tabs->items().refreshNow();
    d->showUpdate();
    if (!grab().save(file))
        return Result::failed(
            tr("%1 cannot be written as a picture: name a .png file in a folder that exists.")
                .arg(file));
    return Result::done(tr("The window was written to %1.").arg(file));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!d->mayQuit())
        return event->ignore();
    d->save();
    QMainWindow::closeEvent(event);
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    if (!std::exchange(d->docksRestored, true))
        d->restoreDocks();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if (d && d->docksSqueezed)
        d->restoreDocks();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (d && event->type() == QEvent::PaletteChange)
        d->actions->reloadIcons();
}

} // namespace qontroller::ui
