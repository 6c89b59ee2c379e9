// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeserieschart.h"

#include "ui/charts/plot.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"

#include <QtCore/QEvent>
#include <QtGui/QAction>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedLayout>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

#include <cmath>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr int TableRows = 60;
constexpr qsizetype MostMarksNamed = 8;
constexpr double LeastGap = 3; // seconds: a tick may take one

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
    QLabel *title = nullptr;
    QLabel *values = nullptr;
    QStackedLayout *stack = nullptr;
    Plot *plot = nullptr;
    QTableWidget *table = nullptr;
    QAction *tableAction = nullptr;

    [[nodiscard]] bool isTable() const { return stack->currentWidget() == table; }
    [[nodiscard]] double span() const { return seconds(windowSpan(window)); }
    [[nodiscard]] PlotLine line(std::size_t series, int columns) const;
    void showValues(QWidget *chart);
    void showPlot() const;
    void showTable();
    QTableWidget *makeTable(QWidget *parent) const;
};

PlotLine TimeSeriesChart::Private::line(std::size_t series, int columns) const
{
    const double piece = span() / 600;
    return downsample(data[series], span(), columns, std::max(LeastGap, 2.5 * piece));
}

void TimeSeriesChart::Private::showValues(QWidget *chart)
{
    QStringList rich;
    QStringList plain;
    for (std::size_t i = 0; i < data.size(); ++i) {
        const bool known = !data[i].empty() && data[i].back().age < LeastGap + span() / 300;
        const QString value = known ? setup.format(data[i].back().last) : QStringLiteral("–");
        const QString name = data.size() > 1 ? setup.names[qsizetype(i)] : QString();
        const QString mark = known && uncertain ? QStringLiteral("≈") : QString();
        plain += (name + QLatin1Char(' ') + mark + value).trimmed();
        rich += QStringLiteral("<span style=\"color:%1\">%2</span> %3%4")
                    .arg(Theme::current().series[i].name(), name, mark, value.toHtmlEscaped());
    }
    values->setText(rich.join(QStringLiteral("&nbsp; ")));
    // Three values tell what they are; a title that does not fit beside them goes.
    const int room = chart->width() - 32 - values->sizeHint().width();
    title->setVisible(data.size() == 1 || room > title->sizeHint().width());
    chart->setAccessibleDescription(plain.join(QStringLiteral(", ")));
    values->setToolTip(
        uncertain ? TimeSeriesChart::tr("Fewer than 20 samples in the last 10 s: uncertain")
                  : QString());
}

void TimeSeriesChart::Private::showPlot() const
{
    std::vector<PlotLine> lines;
    for (std::size_t i = 0; i < data.size(); ++i)
        lines.push_back(line(i, plot->columns()));
    plot->setLines(lines, span());
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
    d->title = new QLabel(setup.title, this);
    d->title->setForegroundRole(QPalette::PlaceholderText);
    d->values = new QLabel(this);
    d->values->setObjectName(QStringLiteral("chartValues"));
    d->values->setTextFormat(Qt::RichText);
    d->plot = new Plot(int(setup.names.size()), setup.scale == Scale::Logarithmic, setup.least,
                       this);
    d->table = d->makeTable(this);

    auto *header = new QHBoxLayout;
    header->setContentsMargins(8, 4, 8, 0);
    header->addWidget(d->title);
    header->addStretch();
    header->addWidget(d->values);
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
    setMinimumSize(160, 104);
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
    d->showValues(this);
    if (d->isTable())
        d->showTable();
    else
        d->showPlot();
}

void TimeSeriesChart::setUncertain(bool uncertain)
{
    d->uncertain = uncertain;
}

void TimeSeriesChart::setMarks(const QList<Mark> &marks)
{
    std::vector<double> ages;
    QStringList lines;
    for (const Mark &mark : marks) {
        if (mark.age > d->span())
            break;
        ages.push_back(mark.age);
        if (lines.size() < MostMarksNamed)
            lines += tr("▲ %1 ago: %2")
                         .arg(formatSpan(Duration(std::int64_t(mark.age * 1e9))), mark.text);
    }
    d->plot->setMarks(ages);
    d->plot->setToolTip(lines.join(QLatin1Char('\n')));
}

void TimeSeriesChart::setShownAsTable(bool table)
{
    if (d->isTable() == table)
        return;
    d->stack->setCurrentWidget(table ? static_cast<QWidget *>(d->table) : d->plot);
    d->tableAction->setChecked(table);
    setData(d->data);
    emit tableRequested(table);
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

} // namespace qontroller::ui
