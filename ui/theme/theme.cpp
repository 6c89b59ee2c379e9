// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QtCore/QStandardPaths>
#include <QtGui/QIcon>
#include <QtWidgets/QApplication>
#include <QtWidgets/QWidget>

#include <cmath>

namespace qontroller::ui {

namespace {

const Theme Light{
    .scheme = Theme::Scheme::Light,
    .window = QColor(0xf2f3f5),
    .surface = QColor(0xffffff),
    .stripe = QColor(0xf8f9fa),
    .line = QColor(0xd9dce1),
    .text = QColor(0x1d2126),
    .dim = QColor(0x5c6470),
    .selection = QColor(0xd5e5fb),
    .accent = QColor(0x1a64c8),
    .onAccent = QColor(0xffffff),
    .amber = QColor(0x8a5200),
    .red = QColor(0xc0182b),
    .series = {QColor(0x2f6fb5), QColor(0x7a5195), QColor(0xa8432f)},
};

const Theme Dark{
    .scheme = Theme::Scheme::Dark,
    .window = QColor(0x1b1e22),
    .surface = QColor(0x22262b),
    .stripe = QColor(0x262a30),
    .line = QColor(0x3a4048),
    .text = QColor(0xe4e7eb),
    .dim = QColor(0xa0a8b3),
    .selection = QColor(0x1b3a63),
    .accent = QColor(0x1f62b8),
    .onAccent = QColor(0xffffff),
    .amber = QColor(0xf0b04a),
    .red = QColor(0xff7b7b),
    .series = {QColor(0x6cb0f2), QColor(0xc39be0), QColor(0xf09a7f)},
};

const Theme *active = &Light;

double luminance(const QColor &color)
{
    const auto linear = [](double c) {
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
           + 0.0722 * linear(color.blueF());
}

/// What the desktop had before any theme of ours: the only sign of "dark" that Qt 6.4 gives.
Theme::Scheme systemScheme()
{
    static const QPalette original = QApplication::palette();
    return luminance(original.color(QPalette::Window))
                   < luminance(original.color(QPalette::WindowText))
               ? Theme::Scheme::Dark
               : Theme::Scheme::Light;
}

Theme::Scheme schemeOf(Theme::Choice choice)
{
    const Theme::Scheme system = systemScheme();
    switch (choice) {
    case Theme::Choice::Light: return Theme::Scheme::Light;
    case Theme::Choice::Dark: return Theme::Scheme::Dark;
    case Theme::Choice::System: break;
    }
    return system;
}

// A platform without a desktop (offscreen, a bare X) looks for icons nowhere.
void findIcons()
{
    QStringList paths = QIcon::themeSearchPaths();
    for (const QString &folder :
         QStandardPaths::locateAll(QStandardPaths::GenericDataLocation, QStringLiteral("icons"),
                                   QStandardPaths::LocateDirectory)) {
        if (!paths.contains(folder))
            paths += folder;
    }
    QIcon::setThemeSearchPaths(paths);
}

void useIconTheme(Theme::Scheme scheme)
{
    findIcons();
    static const QString original = QIcon::themeName();
    const bool ownTheme = !original.isEmpty() && original != QLatin1String("hicolor")
                          && !original.startsWith(QLatin1String("breeze"));
    if (!ownTheme)
        QIcon::setThemeName(scheme == Theme::Scheme::Dark ? QStringLiteral("breeze-dark")
                                                          : QStringLiteral("breeze"));
    QIcon::setFallbackThemeName(QStringLiteral("breeze"));
}

} // namespace

const Theme &Theme::of(Scheme scheme)
{
    return scheme == Scheme::Dark ? Dark : Light;
}

const Theme &Theme::current()
{
    return *active;
}

void Theme::apply(Choice choice)
{
    active = &of(schemeOf(choice));
    useIconTheme(active->scheme);
    QApplication::setPalette(active->palette());
}

QPalette Theme::palette() const
{
    QPalette p(text, window);
    p.setColor(QPalette::Base, surface);
    p.setColor(QPalette::AlternateBase, stripe);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::Button, scheme == Scheme::Dark ? QColor(0x2b3037) : QColor(0xf7f8f9));
    p.setColor(QPalette::Mid, line);
    p.setColor(QPalette::PlaceholderText, dim);
    p.setColor(QPalette::ToolTipBase, surface);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, onAccent);
    p.setColor(QPalette::Link, scheme == Scheme::Dark ? QColor(0x7db7ff) : accent);
    const QColor faint = scheme == Scheme::Dark ? QColor(0x747c87) : QColor(0x8b929c);
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, faint);
    p.setColor(QPalette::Disabled, QPalette::Highlight, line);
    return p;
}

const QColor &Theme::colorOf(Severity severity) const
{
    switch (severity) {
    case Severity::Bad: return red;
    case Severity::Degraded: return amber;
    case Severity::Quiet: return dim;
    case Severity::Normal: break;
    }
    return text;
}

void setTextColor(QWidget &label, const QColor &color)
{
    QPalette palette;
    palette.setColor(QPalette::WindowText, color);
    label.setPalette(palette);
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace qontroller::ui
