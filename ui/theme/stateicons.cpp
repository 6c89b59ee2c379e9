// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/stateicons.h"

#include "ui/theme/theme.h"

#include <QtCore/QFile>
#include <QtCore/QHash>
#include <QtGui/QAction>
#include <QtGui/QPainter>
#include <QtGui/QPixmap>
#include <QtSvg/QSvgRenderer>
#include <QtWidgets/QLineEdit>

#include <array>
#include <utility>

namespace qontroller::ui {

namespace {

QByteArray source(const QString &name)
{
    QFile file(QStringLiteral(":/qontroller/states/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The files are drawn in black; that one colour is replaced.
QPixmap drawn(const QByteArray &svg, const QColor &color, int size)
{
    QByteArray tinted = svg;
    tinted.replace("#000000", color.name().toLatin1());
    QSvgRenderer renderer(tinted);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

QIcon tinted(const QByteArray &svg, const QColor &color)
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48}) {
        const QPixmap pixmap = drawn(svg, color, size);
        icon.addPixmap(pixmap, QIcon::Normal);
        icon.addPixmap(pixmap, QIcon::Selected); // else the style mixes the selection's colour in
    }
    return icon;
}

using StateIcons = std::array<QIcon, ItemStateCount>;

StateIcons make(const Theme &theme)
{
    StateIcons icons;
    for (int i = 0; i < ItemStateCount; ++i) {
        const ItemState state = stateAt(i);
        icons[std::size_t(i)] = tinted(source(keyOf(state)), theme.colorOf(severityOf(state)));
    }
    return icons;
}

} // namespace

const QIcon &iconOf(ItemState state)
{
    static const StateIcons light = make(Theme::of(Theme::Scheme::Light));
    static const StateIcons dark = make(Theme::of(Theme::Scheme::Dark));
    const bool isDark = Theme::current().scheme == Theme::Scheme::Dark;
    return (isDark ? dark : light)[static_cast<std::size_t>(state)];
}

QIcon symbol(const QString &name, const QColor &color)
{
    // One for each colour: Qt's cache of pixmaps keeps what was ever painted of a new one.
    static QHash<std::pair<QString, QRgb>, QIcon> icons;
    QIcon &icon = icons[{name, color.rgba()}];
    if (icon.isNull())
        icon = tinted(source(name), color);
    return icon;
}

QIcon themeIcon(const char *name)
{
    return QIcon::fromTheme(QLatin1String(name));
}

// Qt draws this icon once, for the theme of that moment; one of the theme follows it.
void addClearButton(QLineEdit &edit)
{
    edit.setClearButtonEnabled(true);
    const QIcon icon = themeIcon("edit-clear");
    if (auto *clear = edit.findChild<QAction *>(); clear && !icon.isNull())
        clear->setIcon(icon);
}

QVariant colourMark(const QString &colour, bool isOld)
{
    constexpr int Size = 12;
    if (!QColor::isValidColor(colour))
        return {};
    QPixmap mark(Size, Size);
    constexpr int Border = 2;
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    painter.fillRect(mark.rect(), QColor(colour));
    painter.setCompositionMode(QPainter::CompositionMode_Clear);
    if (isOld)
        painter.fillRect(mark.rect().adjusted(Border, Border, -Border, -Border), Qt::black);
    return mark;
}

} // namespace qontroller::ui
