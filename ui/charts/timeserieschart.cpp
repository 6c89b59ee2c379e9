// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeserieschart.h"

#include "ui/theme/theme.h"
#include "ui/words/format.h"

#include <QtCore/QEvent>
#include <QtGui/QAction>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedLayout>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr int TableRows = 60;
constexpr qsizetype MostMarksNamed = 8;
constexpr double MarkReach = 8; // pixels: so near the pointer is at a mark
constexpr double LeastGap = 3;  // seconds: a tick may take one
constexpr int HeaderMargin = 8;
constexpr QChar UnitSpace(0x202f); // between a value and its unit

double seconds(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

} // namespace

struct TimeSeriesChart::Private
{
    Setup setup;
    int window = 0;
    bool uncertain = false;
    std::vector<std::vector<RingPoint>> data;
    std::vector<std::optional<double>> values;
    QList<Mark> marks;
    QPoint pointer;
    QLabel *title = nullptr;
    QLabel *caption = nullptr;
    QStackedLayout *stack = nullptr;
    Plot *plot = nullptr;
    QTableWidget *table = nullptr;
    QAction *tableAction = nullptr;

    [[nodiscard]] bool isTable() const { return stack->currentWidget() == table; }
    [[nodiscard]] double span() const { return seconds(windowSpan(window)); }
    [[nodiscard]] double gap() const { return std::max(LeastGap, 2.5 * span() / 600); }
    [[nodiscard]] PlotLine line(std::size_t series, int columns) const;
    [[nodiscard]] QString valueText(std::size_t series) const;
    [[nodiscard]] QString valueAt(std::size_t series, double age) const;
    enum class Units {
        WithEach,
        WithLast
    };
    [[nodiscard]] bool haveOneUnit() const;
    [[nodiscard]] QString captionFrom(std::size_t first, Units units = Units::WithEach) const;
    void showValues(QWidget *chart);
    void showPlot() const;
    void showTable();
    QTableWidget *makeTable(QWidget *parent) const;
};

PlotLine TimeSeriesChart::Private::line(std::size_t series, int columns) const
{
    return downsample(data[series], span(), columns, gap());
}

QString TimeSeriesChart::Private::valueText(std::size_t series) const
{
    if (!values[series])
        return QStringLiteral("–");
    const QString mark = uncertain ? QStringLiteral("≈") : QString();
    return mark + setup.format(*values[series]);
}

// Of the piece of time that is nearest, and not of one beyond a gap.
QString TimeSeriesChart::Private::valueAt(std::size_t series, double age) const
{
    const auto &points = data[series];
    const auto nearest = std::ranges::min_element(points, {}, [age](const RingPoint &point) {
        return std::abs(point.age - age);
    });
    if (nearest == points.end() || std::abs(nearest->age - age) > gap())
        return QStringLiteral("–");
    const QString low = setup.format(nearest->low);
    const QString high = setup.format(nearest->high);
    return low == high ? high : TimeSeriesChart::tr("%1 to %2").arg(low, high);
}

bool TimeSeriesChart::Private::haveOneUnit() const
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        const QString value = valueText(i);
        if (value.count(UnitSpace) != 1
            || value.section(UnitSpace, 1) != valueText(0).section(UnitSpace, 1))
            return false;
    }
    return true;
}

QString TimeSeriesChart::Private::captionFrom(std::size_t first, Units units) const
{
    QStringList parts;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const QString name = QStringLiteral("<span style=\"color:%1\">%2</span>")
                                 .arg(Theme::current().series[i].name(), setup.names[qsizetype(i)]);
        const bool isBare = units == Units::WithLast && i + 1 < values.size();
        const QString value = valueText(i).section(UnitSpace, 0, isBare ? 0 : -1).toHtmlEscaped();
        parts += values.size() == 1 ? value
                 : i < first        ? name
                                    : name + QStringLiteral("&nbsp;") + value;
    }
    return parts.join(QStringLiteral("&nbsp; "));
}

// Where room is short the title and the names stay: a unit that all have is said once, then the
// first values are in the tip alone.
void TimeSeriesChart::Private::showValues(QWidget *chart)
{
    const int room = chart->width() - title->sizeHint().width() - 3 * HeaderMargin;
    const auto fits = [&](const QString &text) {
        caption->setText(text);
        return caption->sizeHint().width() <= room;
    };
    if (!fits(captionFrom(0)) && !(haveOneUnit() && fits(captionFrom(0, Units::WithLast)))) {
        std::size_t first = 1;
        while (first < values.size() && !fits(captionFrom(first)))
            ++first;
    }
    QStringList all;
    for (std::size_t i = 0; i < values.size(); ++i)
        all += values.size() == 1 ? valueText(i)
                                  : setup.names[qsizetype(i)] + QLatin1Char(' ') + valueText(i);
    chart->setAccessibleDescription(all.join(QStringLiteral(", ")));
    QStringList tip{setup.meaning};
    if (values.size() > 1)
        tip += all.join(QStringLiteral(", "));
    if (uncertain)
        tip += TimeSeriesChart::tr("Fewer than 20 samples in the last 10 s: uncertain");
    caption->setToolTip(tip.join(QLatin1Char('\n')));
}

void TimeSeriesChart::Private::showPlot() const
{
    std::vector<PlotLine> lines;
    for (std::size_t i = 0; i < data.size(); ++i)
        lines.push_back(line(i, plot->columns()));
    plot->setLines(lines);
}

void TimeSeriesChart::Private::showTable()
{
    for (int row = 0; row < TableRows; ++row) {
        const double age = (row + 0.5) * span() / TableRows;
        table->item(row, 0)->setText(formatSpan(Duration(std::int64_t(age * 1e9))));
        for (std::size_t i = 0; i < data.size(); ++i) {
            double high = 0;
            bool known = false;
            for (const RingPoint &point : data[i]) {
                if (std::abs(point.age - age) > span() / TableRows / 2)
                    continue;
                high = known ? std::max(high, point.high) : point.high;
                known = true;
            }
            table->item(row, int(i) + 1)->setText(known ? setup.format(high) : QString());
        }
    }
}

QTableWidget *TimeSeriesChart::Private::makeTable(QWidget *parent) const
{
    auto *t = new QTableWidget(TableRows, int(setup.names.size()) + 1, parent);
    t->setObjectName(QStringLiteral("chartTable"));
    t->setAccessibleName(TimeSeriesChart::tr("%1 as a table").arg(setup.title));
    t->setHorizontalHeaderLabels(QStringList{TimeSeriesChart::tr("Ago")} + setup.names);
    t->setEditTriggers(QAbstractItemView::NoEditTriggers);
    t->setTabKeyNavigation(false);
    t->setFrameShape(QFrame::NoFrame);
    t->setShowGrid(false);
    t->verticalHeader()->hide();
    t->verticalHeader()->setDefaultSectionSize(20);
    t->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    for (int row = 0; row < TableRows; ++row) {
        for (int column = 0; column < t->columnCount(); ++column) {
            t->setItem(row, column, new QTableWidgetItem);
            t->item(row, column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        }
    }
    return t;
}

TimeSeriesChart::TimeSeriesChart(const Setup &setup, QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>())
{
    d->setup = setup;
    d->data.resize(std::size_t(setup.names.size()));
    d->values.resize(d->data.size());
    d->title = new QLabel(setup.title, this);
    d->title->setObjectName(QStringLiteral("chartTitle"));
    d->title->setForegroundRole(QPalette::PlaceholderText);
    d->title->setToolTip(setup.meaning);
    d->caption = new QLabel(this);
    d->caption->setObjectName(QStringLiteral("chartValues"));
    d->caption->setTextFormat(Qt::RichText);
    d->caption->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    d->caption->setMinimumWidth(1); // it is made to fit
    if (setup.names.size() > 1)
        d->caption->setFont(smallFont(font()));
    d->plot = new Plot(int(setup.names.size()), setup.scale, this);
    d->plot->setObjectName(QStringLiteral("chartPlot"));
    connect(d->plot, &Plot::pointerMoved, this, &TimeSeriesChart::showTip);
    d->table = d->makeTable(this);

    auto *header = new QHBoxLayout;
    header->setContentsMargins(HeaderMargin, 4, HeaderMargin, 0);
    header->setSpacing(HeaderMargin);
    header->addWidget(d->title);
    header->addWidget(d->caption, 1);
    d->stack = new QStackedLayout;
    d->stack->addWidget(d->plot);
    d->stack->addWidget(d->table);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(header);
    layout->addLayout(d->stack, 1);

    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(setup.title);
    setMinimumSize(208, 104);
    d->tableAction = new QAction(tr("Show as Table"), this);
    d->tableAction->setCheckable(true);
    connect(d->tableAction, &QAction::toggled, this, &TimeSeriesChart::setShownAsTable);
    addAction(d->tableAction);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setWindow(0);
    d->plot->applyTheme();
    d->showValues(this);
}

TimeSeriesChart::~TimeSeriesChart() = default;

void TimeSeriesChart::setWindow(int window)
{
    d->window = window;
    d->plot->setSpan(d->span());
}

void TimeSeriesChart::setData(const std::vector<std::vector<RingPoint>> &series)
{
    d->data = series;
    if (d->isTable())
        d->showTable();
    else
        d->showPlot();
    if (d->plot->pointedAge() && QToolTip::isVisible())
        showTip(d->pointer); // the lines went on below it
}

void TimeSeriesChart::setValues(const std::vector<std::optional<double>> &values, bool uncertain)
{
    d->values = values;
    d->uncertain = uncertain;
    d->showValues(this);
}

void TimeSeriesChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->showValues(this);
}

void TimeSeriesChart::setMarks(const QList<Mark> &marks)
{
    d->marks = marks;
    std::vector<double> ages;
    for (const Mark &mark : marks) {
        if (mark.age > d->span())
            break;
        ages.push_back(mark.age);
    }
    d->plot->setMarks(ages);
}

QString TimeSeriesChart::textAt(double age) const
{
    QStringList lines{tr("%1 ago").arg(formatAge(Duration(std::int64_t(age * 1e9))))};
    for (std::size_t i = 0; i < d->data.size(); ++i)
        lines += tr("%1: %2").arg(d->setup.names[qsizetype(i)], d->valueAt(i, age));
    const double reach = d->plot->secondsOf(MarkReach);
    for (const Mark &mark : d->marks) {
        if (std::abs(mark.age - age) <= reach && lines.size() < MostMarksNamed)
            lines += QStringLiteral("▲ ") + mark.text;
    }
    return lines.join(QLatin1Char('\n'));
}

void TimeSeriesChart::showTip(const QPoint &pointer)
{
    d->pointer = pointer;
    const auto age = d->plot->pointedAge();
    QToolTip::showText(d->plot->mapToGlobal(pointer), age ? textAt(*age) : QString(), d->plot);
}

void TimeSeriesChart::setShownAsTable(bool table)
{
    if (d->isTable() == table)
        return;
    d->stack->setCurrentWidget(table ? static_cast<QWidget *>(d->table) : d->plot);
    d->tableAction->setChecked(table);
    setData(d->data);
}

void TimeSeriesChart::setOld(const QString &why)
{
    const QString title = why.isEmpty() ? d->setup.title
                                        : d->setup.title + QStringLiteral(" · ") + why;
    if (d->title->text() == title)
        return;
    d->title->setText(title);
    setAccessibleName(title);
    d->plot->setOld(!why.isEmpty());
    d->showValues(this);
}

void TimeSeriesChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    d->plot->applyTheme();
    d->showValues(this);
}

PlotLine TimeSeriesChart::drawn(int series) const
{
    return d->line(std::size_t(series), d->plot->columns());
}

double TimeSeriesChart::axisTop() const
{
    return d->plot->top();
}

std::vector<PlotLabel> TimeSeriesChart::axisLabels() const
{
    return d->plot->labels();
}

} // namespace qontroller::ui
