// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QtCore/QStandardPaths>
#include <QtGui/QIcon>
#include <QtWidgets/QApplication>
#include <QtWidgets/QWidget>

#include <cmath>

namespace qontroller::ui {

namespace {

const Theme Light{.scheme = Theme::Scheme::Light,
                  .window = QColor(0xf2f3f5),
                  .surface = QColor(0xffffff),
                  .stripe = QColor(0xf8f9fa),
                  .button = QColor(0xf7f8f9),
                  .line = QColor(0xd9dce1),
                  .text = QColor(0x1d2126),
                  .dim = QColor(0x5c6470),
                  .faint = QColor(0x676e78),
                  .link = QColor(0x1a64c8),
                  .accent = QColor(0x1a64c8),
                  .onAccent = QColor(0xffffff),
                  .selection = QColor(0xcfe2fb),
                  .amber = QColor(0x8a5200),
                  .red = QColor(0xc0182b),
                  .series = {QColor(0x2f6fb5), QColor(0x7a5195), QColor(0xa8432f)}};

const Theme Dark{.scheme = Theme::Scheme::Dark,
                 .window = QColor(0x1b1e22),
                 .surface = QColor(0x22262b),
                 .stripe = QColor(0x262a30),
                 .button = QColor(0x2b3037),
                 .line = QColor(0x3a4048),
                 .text = QColor(0xe4e7eb),
                 .dim = QColor(0xa0a8b3),
                 .faint = QColor(0x959da8),
                 .link = QColor(0x7db7ff),
                 .accent = QColor(0x1f62b8),
                 .onAccent = QColor(0xffffff),
                 .selection = QColor(0x163a61),
                 .amber = QColor(0xf0b04a),
                 .red = QColor(0xff7b7b),
                 .series = {QColor(0x6cb0f2), QColor(0xc39be0), QColor(0xf09a7f)}};

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

QPalette::ColorRole roleOf(Severity severity)
{
    switch (severity) {
    case Severity::Bad: return QPalette::BrightText;
    case Severity::Degraded: return QPalette::LinkVisited;
    case Severity::Quiet: return QPalette::PlaceholderText;
    case Severity::Normal: break;
    }
    return QPalette::WindowText;
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
    QPalette palette = active->palette();
    QApplication::setPalette(palette);
    // Rows keep the colour of their state when they are selected.
    palette.setColor(QPalette::Highlight, active->selection);
    palette.setColor(QPalette::HighlightedText, active->text);
    QApplication::setPalette(palette, "QAbstractItemView");
}

// Every role of every group: what is left to QPalette is made from black and white.
QPalette Theme::palette() const
{
    const bool isDark = scheme == Scheme::Dark;
    QPalette p;
    const std::pair<QPalette::ColorRole, QColor> colors[]{
        {QPalette::Window, window},
        {QPalette::Base, surface},
        {QPalette::AlternateBase, stripe},
        {QPalette::ToolTipBase, surface},
        {QPalette::Button, button},
        {QPalette::Light, isDark ? line.lighter(130) : surface},
        {QPalette::Midlight, isDark ? line.lighter(115) : window},
        {QPalette::Mid, line},
        {QPalette::Dark, isDark ? window.darker(130) : line.darker(130)},
        {QPalette::Shadow, isDark ? QColor(Qt::black) : line.darker(200)},
        {QPalette::WindowText, text},
        {QPalette::Text, text},
        {QPalette::ButtonText, text},
        {QPalette::ToolTipText, text},
        {QPalette::PlaceholderText, dim},
        {QPalette::BrightText, red},
        {QPalette::Highlight, accent},
        {QPalette::HighlightedText, onAccent},
        {QPalette::Link, link},
        {QPalette::LinkVisited, amber},
    };
    for (const auto &[role, color] : colors)
        p.setColor(role, color);
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText,
                            QPalette::ToolTipText, QPalette::HighlightedText, QPalette::Link})
        p.setColor(QPalette::Disabled, role, faint);
    p.setColor(QPalette::Disabled, QPalette::Highlight, line);
    // Fusion etches what is off: it writes it in Light, too, one pixel lower.
    p.setColor(QPalette::Disabled, QPalette::Light, surface);
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

void setTextColor(QWidget &label, Severity severity)
{
    label.setForegroundRole(roleOf(severity));
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace qontroller::ui
