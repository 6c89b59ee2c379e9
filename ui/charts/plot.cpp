// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include "ui/theme/theme.h"
#include "ui/words/format.h"

#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QValueAxis>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QGraphicsLayout>
#include <QtWidgets/QVBoxLayout>

#include <array>
#include <cmath>
#include <functional>

namespace qontroller::ui {

namespace {

constexpr std::size_t MostPieces = 16; // of a line with gaps; older ones are left out
constexpr std::array<Qt::PenStyle, 3> Dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine};
constexpr double PenWidth = 1.5;
constexpr double MarkSize = 9;
constexpr double LabelGap = 4;      // between a label and the lines
constexpr double LineHeights = 2.2; // from one y label to the next, at least
constexpr double LabelWidths = 1.5; // from one x label to the next: the last is moved by a half
constexpr int MostSteps = 6;

double widest(const std::vector<Tick> &ticks, const QFontMetricsF &metrics)
{
    double width = 0;
    for (const Tick &tick : ticks)
        width = std::max(width, metrics.horizontalAdvance(tick.label));
    return width;
}

} // namespace

struct Plot::Private
{
    PlotScale scale;
    double span = 60;
    bool isOld = false;
    QChartView *view = nullptr;
    QChart *chart = nullptr;
    QValueAxis *x = nullptr;                        // seconds
    QValueAxis *y = nullptr;                        // values, or powers of ten
    std::vector<std::vector<QLineSeries *>> pieces; // by series
    QScatterSeries *marks = nullptr;
    QFont labelFont;
    std::vector<Tick> xTicks;
    std::vector<Tick> yTicks;
    std::optional<double> pointer; // x, while it is over the lines

    void addAxes();
    void addMarks();
    QLineSeries *addPiece(std::size_t series);
    void colour(QLineSeries *line, std::size_t series) const;
    void drawLine(std::size_t series, const PlotLine &line);
    void fitAxis(const std::vector<PlotLine> &lines) const;
    void fitLogAxis(double lowest, double highest) const;
    /// Chooses the labels that there is room for, and leaves the rest to the lines.
    void arrange();
    [[nodiscard]] QPointF place(double xValue, double yValue) const;
    [[nodiscard]] std::vector<PlotLabel> labels() const;
    void paintAxes(QPainter &painter) const;
};

namespace {

/// Draws the axes below the lines.
class View final : public QChartView
{
public:
    View(QChart *chart, std::function<void(QPainter &)> paintAxes, QWidget *parent)
        : QChartView(chart, parent)
        , m_paintAxes(std::move(paintAxes))
    {}

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override
    {
        QChartView::drawBackground(painter, rect);
        m_paintAxes(*painter);
    }

private:
    std::function<void(QPainter &)> m_paintAxes;
};

} // namespace

void Plot::Private::addAxes()
{
    x = new QValueAxis(chart);
    x->setRange(-span, 0);
    y = new QValueAxis(chart);
    y->setRange(0, scale.logarithmic ? 2 : scale.least);
    chart->addAxis(x, Qt::AlignBottom);
    chart->addAxis(y, Qt::AlignLeft);
    x->hide();
    y->hide();
}

void Plot::Private::addMarks()
{
    marks = new QScatterSeries(chart);
    marks->setMarkerShape(QScatterSeries::MarkerShapeTriangle);
    marks->setMarkerSize(MarkSize);
    chart->addSeries(marks);
    marks->attachAxis(x);
    marks->attachAxis(y);
}

QLineSeries *Plot::Private::addPiece(std::size_t series)
{
    auto *line = new QLineSeries(chart);
    chart->addSeries(line);
    line->attachAxis(x);
    line->attachAxis(y);
    colour(line, series);
    pieces[series].push_back(line);
    return line;
}

void Plot::Private::colour(QLineSeries *line, std::size_t series) const
{
    const Theme &theme = Theme::current();
    QPen pen(isOld ? theme.dim : theme.series[series], PenWidth);
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
                points += QPointF(point.x, scale.logarithmic
                                               ? std::log10(forLogAxis(point.y, scale.least))
                                               : point.y);
        }
        // A piece of one sample is a dot: a line of no length is not drawn.
        if (points.size() == 1)
            points += points.first() + QPointF(span / 200, 0);
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
    if (!scale.logarithmic)
        y->setRange(0, niceCeiling(highest, scale.least));
    else if (lowest > highest)
        y->setRange(0, 2); // nothing to show
    else
        fitLogAxis(forLogAxis(lowest, scale.least), forLogAxis(highest, scale.least));
}

void Plot::Private::fitLogAxis(double lowest, double highest) const
{
    const double low = std::floor(std::log10(lowest));
    y->setRange(low, std::max(low + 1, std::ceil(std::log10(highest))));
}

void Plot::Private::arrange()
{
    const QFontMetricsF metrics(labelFont);
    const QSizeF size = view->size();
    const double below = metrics.height() + LabelGap;
    const double height = size.height() - metrics.height() / 2 - below;
    const int ySteps = std::clamp(int(height / (LineHeights * metrics.height())), 1, MostSteps);
    yTicks = scale.logarithmic ? decadeTicks(int(std::lround(y->min())), int(std::lround(y->max())),
                                             ySteps, scale.format)
                               : linearTicks(y->max(), ySteps, scale.format);
    const double left = widest(yTicks, metrics) + 2 * LabelGap;
    const double width = size.width() - left - LabelGap;
    for (int steps = MostSteps; steps > 0; --steps) {
        xTicks = timeTicks(span, steps);
        if (-xTicks[1].at / span * width >= LabelWidths * widest(xTicks, metrics))
            break;
    }
    const QRectF area(left, metrics.height() / 2, std::max(1.0, width), std::max(1.0, height));
    if (chart->plotArea() != area)
        chart->setPlotArea(area);
    view->viewport()->update();
}

QPointF Plot::Private::place(double xValue, double yValue) const
{
    const QRectF area = chart->plotArea();
    const double up = (yValue - y->min()) / (y->max() - y->min());
    return {area.right() + xValue / span * area.width(), area.bottom() - up * area.height()};
}

std::vector<PlotLabel> Plot::Private::labels() const
{
    const QFontMetricsF metrics(labelFont);
    std::vector<PlotLabel> labels;
    for (const Tick &tick : yTicks) {
        QRectF box(0, 0, metrics.horizontalAdvance(tick.label), metrics.height());
        box.moveCenter(place(-span, tick.at));
        box.moveRight(place(-span, tick.at).x() - LabelGap);
        labels.push_back({tick.label, box});
    }
    for (const Tick &tick : xTicks) {
        QRectF box(0, 0, metrics.horizontalAdvance(tick.label), metrics.height());
        box.moveCenter(place(tick.at, y->min()));
        box.moveBottom(view->height());
        // At the ends it stays beside the y labels and within the plot.
        box.moveLeft(std::max(box.left(), place(-span, 0).x() - LabelGap));
        box.moveRight(std::min(box.right(), double(view->width())));
        labels.push_back({tick.label, box});
    }
    return labels;
}

void Plot::Private::paintAxes(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.line, 1));
    for (const Tick &tick : yTicks)
        painter.drawLine(place(-span, tick.at), place(0, tick.at));
    for (const Tick &tick : xTicks)
        painter.drawLine(place(tick.at, y->min()), place(tick.at, y->min()) + QPointF(0, LabelGap));
    painter.setPen(theme.dim);
    if (pointer)
        painter.drawLine(QPointF(*pointer, place(0, y->max()).y()),
                         QPointF(*pointer, place(0, y->min()).y()));
    painter.setPen(theme.text); // in small letters, whose edges are paler
    painter.setFont(labelFont);
    for (const PlotLabel &label : labels())
        painter.drawText(label.box, Qt::AlignCenter | Qt::TextDontClip, isolated(label.text));
}

QFont smallFont(QFont font)
{
    font.setPointSizeF(std::max(7.0, font.pointSizeF() - 1.5));
    return font;
}

Plot::Plot(int series, const PlotScale &scale, QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>())
{
    d->scale = scale;
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

    d->view = new View(
        d->chart, [this](QPainter &painter) { d->paintAxes(painter); }, this);
    d->view->setFrameShape(QFrame::NoFrame);
    d->view->setRenderHint(QPainter::Antialiasing);
    d->view->setFocusPolicy(Qt::NoFocus);
    d->view->setBackgroundRole(QPalette::Base);
    d->view->setAttribute(Qt::WA_TransparentForMouseEvents); // menus belong to the chart widget
    setMouseTracking(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->addWidget(d->view);
}

Plot::~Plot() = default;

void Plot::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    d->arrange();
}

void Plot::mouseMoveEvent(QMouseEvent *event)
{
    QWidget::mouseMoveEvent(event);
    const QPointF position = d->view->mapFrom(this, event->position());
    d->pointer.reset();
    if (d->chart->plotArea().contains(position))
        d->pointer = position.x();
    d->view->viewport()->update();
    emit pointerMoved(event->pos());
}

void Plot::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    d->pointer.reset();
    d->view->viewport()->update();
}

std::optional<double> Plot::pointedAge() const
{
    if (!d->pointer)
        return {};
    return secondsOf(d->chart->plotArea().right() - *d->pointer);
}

double Plot::secondsOf(double pixels) const
{
    return pixels / d->chart->plotArea().width() * d->span;
}

void Plot::setSpan(double seconds)
{
    d->span = seconds;
    d->x->setRange(-seconds, 0);
    d->arrange();
}

void Plot::setLines(const std::vector<PlotLine> &lines)
{
    const double low = d->y->min();
    const double high = d->y->max();
    d->fitAxis(lines);
    if (d->y->min() != low || d->y->max() != high)
        d->arrange();
    for (std::size_t i = 0; i < lines.size(); ++i)
        d->drawLine(i, lines[i]);
}

void Plot::setMarks(const std::vector<double> &ages)
{
    QList<QPointF> points;
    for (const double age : ages)
        points += QPointF(-age, d->y->min());
    if (!points.isEmpty() || d->marks->count() > 0)
        d->marks->replace(points);
}

void Plot::applyTheme()
{
    const Theme &theme = Theme::current();
    d->marks->setColor(theme.text);
    d->marks->setBorderColor(theme.surface);
    d->labelFont = smallFont(font());
    for (std::size_t series = 0; series < d->pieces.size(); ++series) {
        for (QLineSeries *line : d->pieces[series])
            d->colour(line, series);
    }
    d->arrange();
}

void Plot::setOld(bool old)
{
    if (std::exchange(d->isOld, old) != old)
        applyTheme();
}

int Plot::columns() const
{
    const double width = d->chart->plotArea().width();
    return std::clamp(int(width), 100, 4000);
}

double Plot::top() const
{
    return d->scale.logarithmic ? std::pow(10, d->y->max()) : d->y->max();
}

std::vector<PlotLabel> Plot::labels() const
{
    return d->labels();
}

} // namespace qontroller::ui
