// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/attacheddesktop.h"

#include "app/serve/installation.h"

#include <QtCore/QSocketNotifier>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>

#include <cstdio>

namespace qontroller {

tl::expected<AttachedSetup, std::string> prepareAttached(const DesktopLine &line)
{
    AttachedSetup setup;
    setup.profile = line.folder.empty() && line.screenshot.empty() ? userFolder() : line.folder;
    if (setup.profile.empty())
        return setup;
    // What the window keeps may be kept by several: they steer hosts, and run nothing themselves.
    const auto taken = openNamedFolder("--profile", setup.profile, FolderUse::Shared);
    if (!taken)
        return tl::unexpected(taken.error());
    return setup;
}

AttachedDesktop::AttachedDesktop(DesktopLine line, AttachedSetup setup)
    : m_line(std::move(line))
    , m_setup(std::move(setup))
    , m_application(m_hosts)
{}

int AttachedDesktop::run()
{
    QStringList told;
    for (const std::string &address : m_line.attach) {
        const ui::Result added = m_application.connectTo(QString::fromStdString(address));
        if (!added.sentence.isEmpty())
            told += added.sentence;
    }
    ui::WindowOptions options;
    options.access = m_line.readOnly ? ui::WindowOptions::Access::ReadOnly
                                     : ui::WindowOptions::Access::Full;
    options.mode = ui::WindowOptions::Mode::Attached;
    options.tab = m_line.tab;
    options.profileDirectory = QString::fromStdString(m_setup.profile);
    m_window = std::make_unique<ui::MainWindow>(m_application, options);
    m_window->show();
    for (const QString &sentence : told) {
        std::fprintf(stderr, "qontroller: %s\n", qPrintable(sentence));
        m_window->showMessage(sentence);
    }
    QSocketNotifier heard(m_signals.descriptor(), QSocketNotifier::Read);
    QObject::connect(&heard, &QSocketNotifier::activated, qApp, [this] { takeSignal(); });
    if (!m_line.screenshot.empty()) {
        const auto after = std::chrono::round<std::chrono::milliseconds>(*m_line.after);
        QTimer::singleShot(after, qApp, [this] { takePicture(); });
    }
    const int status = QApplication::exec();
    heard.setEnabled(false);
    m_hosts.close(); // else the window would wait for hosts that do not answer
    m_window.reset();
    return m_signal ? 128 + *m_signal : status;
}

void AttachedDesktop::takePicture()
{
    const ui::Result result = m_window->grabTo(QString::fromStdString(m_line.screenshot));
    if (!result.isDone())
        std::fprintf(stderr, "qontroller: %s\n", qPrintable(result.sentence));
    QApplication::exit(result.isDone() ? 0 : 1);
}

void AttachedDesktop::takeSignal()
{
    if (const auto signal = m_signals.wait(TimePoint())) {
        m_signal = signal;
        m_window->saveLayout();
        QApplication::exit(0); // quit() would let the window ask
    }
}

} // namespace qontroller
