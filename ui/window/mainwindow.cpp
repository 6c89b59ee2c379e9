// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/theme/resources.h"
#include "ui/theme/theme.h"
#include "ui/widgets/screenfit.h"
#include "ui/window/visiblewords.h"
#include "ui/window/windowdesks.h"
#include "ui/window/windowparts.h"

#include <QtCore/QEvent>
#include <QtGui/QAction>
#include <QtGui/QCloseEvent>
#include <QtGui/QScreen>

namespace qontroller::ui {

namespace {

// With its frame it has room on a screen of 800 × 450, in pixels of which some screens have two.
constexpr QSize SmallestSize(784, 410);
constexpr QSize FirstSize(1440, 900);

QSize firstSize(const QScreen *screen)
{
    return screen ? fittingSize(FirstSize, screen->availableSize()).expandedTo(SmallestSize)
                  : FirstSize;
}

} // namespace

struct MainWindow::Private
{
    Private(MainWindow &window, ApplicationPort &application, const WindowOptions &options)
        : parts(window, application.hosts(), options)
        , desks(window, parts, application, options)
    {}

    WindowParts parts;
    WindowDesks desks; ///< after the parts that they use, so they go first
};

MainWindow::MainWindow(ApplicationPort &application, const WindowOptions &options, QWidget *parent)
    : QMainWindow(parent)
{
    setObjectName(QStringLiteral("mainWindow"));
    // The notice is about the file as it was found, so this reads it first.
    WindowSettings found(options.profileDirectory);
    prepareResources(found.value("language").toString());
    Theme::apply(static_cast<Theme::Choice>(found.value("theme").toInt()));
    setMinimumSize(SmallestSize);
    resize(firstSize(screen()));
    d = std::make_unique<Private>(*this, application, options);
    static_assert(TabNames.size() == Tabs::TabCount);
    d->parts.tabs->setCurrentTab(static_cast<Tabs::Tab>(options.tab));
    connect(d->parts.actions->quit, &QAction::triggered, this, &QWidget::close);
    if (!found.notice().isEmpty())
        showMessage(found.notice());
    d->parts.pump.start();
}

MainWindow::~MainWindow()
{
    d->parts.stop();
    d.reset(); // before the children: what is in it uses them
}

void MainWindow::showMessage(const QString &sentence)
{
    d->desks.notices.warn(MessageBar::Kind::Warning, sentence);
}

void MainWindow::showFailure(const QString &sentence)
{
    d->desks.plugins.report(Result::failed(sentence));
}

void MainWindow::askAfterCrash(const std::function<void()> &then)
{
    d->desks.plugins.askAfterCrash(then);
}

Result MainWindow::grabTo(const QString &file)
{
    d->parts.state.apply(nullptr); // what waits for the next moment is in charts already
    d->parts.tabs->items().refreshNow();
    d->desks.refresh.showMoment();
    QImage picture = grab().toImage();
    picture.setText(QStringLiteral("Words"),
                    visibleWords(*this).join(QLatin1Char('\n'))); // to be found again
    if (!picture.save(file))
        return Result::failed(
            tr("%1 cannot be written as a picture: name a .png file in a folder that exists.")
                .arg(file));
    return Result::done(tr("The window was written to %1.").arg(file));
}

void MainWindow::saveLayout()
{
    d->desks.layout.save();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!d->desks.quitting.mayQuit())
        return event->ignore();
    saveLayout();
    QMainWindow::closeEvent(event);
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    d->desks.layout.onShown();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if (d)
        d->desks.layout.onResized();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (d && event->type() == QEvent::PaletteChange)
        d->parts.actions->reloadIcons();
}

} // namespace qontroller::ui
