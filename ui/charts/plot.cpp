// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include "ui/theme/theme.h"

#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QValueAxis>
#include <QtWidgets/QGraphicsLayout>
#include <QtWidgets/QVBoxLayout>

#include <array>
#include <cmath>

namespace qontroller::ui {

namespace {

constexpr std::size_t MostPieces = 16; // of a line with gaps; older ones are left out
constexpr std::array<Qt::PenStyle, 3> Dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine};
constexpr double PenWidth = 1.5;
constexpr double MarkSize = 9;

/// How the x axis is labelled: in the unit that suits the span.
struct XUnit
{
    double seconds;
    const char *format;
};

XUnit unitFor(double span)
{
    if (span <= 60)
        return {1, "%d s"};
    if (span <= 3600)
        return {60, "%d min"};
    return {3600, "%d h"};
}

// As many decimals as \a step needs.
QString labelFormat(double step)
{
    int decimals = 0;
    while (decimals < 4 && std::abs(step - std::round(step)) > 1e-6) {
        step *= 10;
        ++decimals;
    }
    return QStringLiteral("%.%1f").arg(decimals);
}

} // namespace

struct Plot::Private
{
    bool logarithmic = false;
    double least = 1;
    double xUnit = 1;
    QChartView *view = nullptr;
    QChart *chart = nullptr;
    QValueAxis *x = nullptr;
    QValueAxis *y = nullptr; // one of these two
    QLogValueAxis *logY = nullptr;
    std::vector<std::vector<QLineSeries *>> pieces; // by series
    QScatterSeries *marks = nullptr;

    [[nodiscard]] QAbstractAxis *yAxis() const
    {
        return logarithmic ? static_cast<QAbstractAxis *>(logY) : y;
    }
    void addAxes();
    void addMarks();
    QLineSeries *addPiece(std::size_t series);
    void colour(QLineSeries *line, std::size_t series) const;
    void drawLine(std::size_t series, const PlotLine &line);
    void fitAxis(const std::vector<PlotLine> &lines) const;
    void fitLogAxis(double lowest, double highest) const;
};

void Plot::Private::addAxes()
{
    x = new QValueAxis(chart);
    x->setTickCount(4);
    chart->addAxis(x, Qt::AlignBottom);
    if (logarithmic) {
        logY = new QLogValueAxis(chart);
        logY->setBase(10);
        logY->setLabelFormat(QStringLiteral("%g"));
        logY->setRange(least, least * 100);
    } else {
        y = new QValueAxis(chart);
        y->setTickCount(3);
        y->setRange(0, least);
    }
    chart->addAxis(yAxis(), Qt::AlignLeft);
}

void Plot::Private::addMarks()
{
    marks = new QScatterSeries(chart);
    marks->setMarkerShape(QScatterSeries::MarkerShapeTriangle);
    marks->setMarkerSize(MarkSize);
    chart->addSeries(marks);
    marks->attachAxis(x);
    marks->attachAxis(yAxis());
}

QLineSeries *Plot::Private::addPiece(std::size_t series)
{
    auto *line = new QLineSeries(chart);
    chart->addSeries(line);
    line->attachAxis(x);
    line->attachAxis(yAxis());
    colour(line, series);
    pieces[series].push_back(line);
    return line;
}

void Plot::Private::colour(QLineSeries *line, std::size_t series) const
{
    QPen pen(Theme::current().series[series], PenWidth);
    pen.setStyle(Dashes[series]);
    line->setPen(pen);
}

void Plot::Private::drawLine(std::size_t series, const PlotLine &line)
{
    const std::size_t count = std::min(line.size(), MostPieces);
    const std::size_t skipped = line.size() - count;
    while (pieces[series].size() < std::max<std::size_t>(count, 1))
        addPiece(series);
    for (std::size_t i = 0; i < pieces[series].size(); ++i) {
        QList<QPointF> points;
        if (i < count) {
            for (const PlotPoint &point : line[skipped + i])
                points += QPointF(point.x / xUnit,
                                  logarithmic ? forLogAxis(point.y, least) : point.y);
        }
        // A piece of one sample is a dot: a line of no length is not drawn.
        if (points.size() == 1)
            points += points.first() + QPointF((x->max() - x->min()) / 200, 0);
        if (!points.isEmpty() || pieces[series][i]->count() > 0)
            pieces[series][i]->replace(points);
    }
}

void Plot::Private::fitAxis(const std::vector<PlotLine> &lines) const
{
    double lowest = HUGE_VAL;
    double highest = 0;
    for (const PlotLine &line : lines) {
        for (const auto &piece : line) {
            for (const PlotPoint &point : piece) {
                lowest = std::min(lowest, point.y);
                highest = std::max(highest, point.y);
            }
        }
    }
    if (logarithmic && lowest > highest)
        return logY->setRange(1, 100); // nothing to show
    if (logarithmic)
        return fitLogAxis(lowest, highest);
    const double top = niceCeiling(highest, least);
    if (y->max() != top)
        y->setRange(0, top);
    y->setLabelFormat(labelFormat(top / 2)); // the middle one has the most digits
}

void Plot::Private::fitLogAxis(double lowest, double highest) const
{
    const double low = std::pow(10, std::floor(
                                        std::log10(forLogAxis(std::min(lowest, highest), least))));
    const double high = std::pow(10, std::ceil(std::log10(forLogAxis(highest, low * 10))));
    if (logY->min() != low || logY->max() != high)
        logY->setRange(low, std::max(high, low * 10));
}

Plot::Plot(int series, bool logarithmic, double least, QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>())
{
    d->logarithmic = logarithmic;
    d->least = least;
    d->chart = new QChart;
    d->chart->legend()->hide();
    d->chart->setMargins({});
    d->chart->layout()->setContentsMargins(0, 0, 0, 0);
    d->chart->setBackgroundVisible(false);
    d->chart->setAnimationOptions(QChart::NoAnimation);
    d->addAxes();
    d->addMarks();
    d->pieces.resize(std::size_t(series));
    for (std::size_t i = 0; i < d->pieces.size(); ++i)
        d->addPiece(i);

    d->view = new QChartView(d->chart, this); // takes the chart
    d->view->setFrameShape(QFrame::NoFrame);
    d->view->setRenderHint(QPainter::Antialiasing);
    d->view->setFocusPolicy(Qt::NoFocus);
    d->view->setBackgroundRole(QPalette::Base);
    d->view->setAttribute(Qt::WA_TransparentForMouseEvents); // menus belong to the chart widget
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->addWidget(d->view);
}

Plot::~Plot() = default;

void Plot::setSpan(double seconds)
{
    const XUnit unit = unitFor(seconds);
    d->xUnit = unit.seconds;
    d->x->setRange(-seconds / unit.seconds, 0);
    d->x->setLabelFormat(QLatin1String(unit.format));
}

void Plot::setLines(const std::vector<PlotLine> &lines, double span)
{
    setSpan(span);
    d->fitAxis(lines);
    for (std::size_t i = 0; i < lines.size(); ++i)
        d->drawLine(i, lines[i]);
}

void Plot::setMarks(const std::vector<double> &ages)
{
    QList<QPointF> points;
    for (const double age : ages)
        points += QPointF(-age / d->xUnit, bottom());
    if (!points.isEmpty() || d->marks->count() > 0)
        d->marks->replace(points);
}

void Plot::applyTheme()
{
    const Theme &theme = Theme::current();
    d->marks->setColor(theme.text);
    d->marks->setBorderColor(theme.surface);
    QFont small = font();
    small.setPointSizeF(std::max(7.0, small.pointSizeF() - 1.5));
    for (QAbstractAxis *axis : {static_cast<QAbstractAxis *>(d->x), d->yAxis()}) {
        axis->setLabelsColor(theme.dim);
        axis->setLabelsFont(small);
        axis->setGridLinePen(QPen(theme.line, 1));
        axis->setLinePen(QPen(theme.line, 1));
    }
    d->x->setGridLineVisible(false);
    d->yAxis()->setLineVisible(false);
    for (std::size_t series = 0; series < d->pieces.size(); ++series) {
        for (QLineSeries *line : d->pieces[series])
            d->colour(line, series);
    }
}

int Plot::columns() const
{
    const double width = d->chart->plotArea().width();
    return std::clamp(int(width), 100, 4000);
}

double Plot::top() const
{
    return d->logarithmic ? d->logY->max() : d->y->max();
}

double Plot::bottom() const
{
    return d->logarithmic ? d->logY->min() : d->y->min();
}

} // namespace qontroller::ui
