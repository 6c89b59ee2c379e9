// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/healthrow.h"

#include "ui/charts/trend.h"
#include "ui/theme/theme.h"
#include "ui/widgets/columnfit.h"
#include "ui/words/format.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr int LeastName = 48;
constexpr int TrendWidth = 96;

} // namespace

void HealthRow::Columns::include(const Columns &other)
{
    name = std::max(name, other.name);
    health = std::max(health, other.health);
    objects = std::max(objects, other.objects);
    why = std::max(why, other.why);
}

HealthRow::HealthRow(QWidget *parent)
    : OverviewRow(parent)
{
    setObjectName(QStringLiteral("healthRow"));
}

QString HealthRow::objectsText() const
{
    return tr("%1 object(s)", nullptr, int(m_controller.objects))
        .arg(formatCount(m_controller.objects));
}

void HealthRow::setController(const ControllerHealth &controller)
{
    m_controller = controller;
    m_isGone = false;
    setSymbol(keyOf(controller.health), weightOf(controller.health));
    describe();
    update();
}

void HealthRow::setGone()
{
    m_isGone = true;
    describe();
    update();
}

void HealthRow::describe()
{
    QStringList parts{m_controller.name, healthText()};
    if (!m_controller.why.isEmpty())
        parts += m_controller.why;
    parts += objectsText();
    setAccessibleName(parts.join(QStringLiteral(", ")));
}

QString HealthRow::healthText() const
{
    return m_isGone ? tr("gone") : nameOf(m_controller.health);
}

HealthRow::Columns HealthRow::wanted() const
{
    return {.name = widthOf(bold(), m_controller.name),
            .health = widthOf(font(), healthText()),
            .objects = widthOf(font(), objectsText()),
            .why = widthOf(font(), m_controller.why)};
}

void HealthRow::setColumns(const Columns &columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    update();
}

QSize HealthRow::sizeHint() const
{
    const int line = fontMetrics().lineSpacing() + Gap;
    return {320, std::max(4 * Gap, (line + Gap - 1) / Gap * Gap)};
}

QRect HealthRow::trendArea() const
{
    const int side = std::min(TrendWidth, width() / 8);
    return {width() - Gap - side, Gap, side, height() - 2 * Gap - 1};
}

int HealthRow::nameWidth() const
{
    const int room = trendArea().left() - 2 * Gap - m_columns.objects - 2 * Gap - PlaceLeft
                     - 2 * Gap - m_columns.health - 2 * Gap;
    return fittedWidths({{.whole = m_columns.name, .least = LeastName},
                         {.whole = m_columns.why, .least = LeastName}},
                        room)
        .front();
}

std::vector<OverviewRow::Cell> HealthRow::cells() const
{
    const Theme &theme = Theme::current();
    const QColor text = m_isGone ? theme.dim : theme.text;
    const QColor mark = m_isGone ? theme.dim : theme.colorOf(severity());
    const int whole = height() - 1;
    const int name = nameWidth();
    const int health = PlaceLeft + name + 2 * Gap;
    const int why = health + m_columns.health + 2 * Gap;
    const int objects = trendArea().left() - 2 * Gap - m_columns.objects;
    return {{{PlaceLeft, 0, name, whole}, m_controller.name, text, bold()},
            {{health, 0, m_columns.health, whole}, healthText(), mark, font()},
            {{why, 0, objects - 2 * Gap - why, whole}, m_controller.why, text, font()},
            {{objects, 0, m_columns.objects, whole},
             objectsText(),
             theme.dim,
             font(),
             Qt::AlignRight}};
}

void HealthRow::paintMore(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    paintSymbol(painter, m_isGone ? theme.dim : theme.colorOf(severity()));
    drawTrend(painter, mirrored(trendArea()), m_controller.trend);
}

} // namespace qontroller::ui
