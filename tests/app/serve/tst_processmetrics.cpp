// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/serve/processmetrics.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtTest/QtTest>

#include <sys/resource.h>

#include <algorithm>
#include <cmath>

using namespace qontroller;

namespace {

/// NaN: it is not there.
double valueOf(const std::string &name)
{
    const auto families = processMetrics();
    const auto found = std::ranges::find(families, name, &prometheus::MetricFamily::name);
    if (found == families.end())
        return std::nan("");
    const prometheus::ClientMetric &metric = found->metric.front();
    return found->type == prometheus::MetricType::Counter ? metric.counter.value
                                                          : metric.gauge.value;
}

/// Lets this process have \a most descriptors until it ends.
class Descriptors
{
public:
    explicit Descriptors(rlim_t most)
    {
        if (::getrlimit(RLIMIT_NOFILE, &m_before) != 0)
            qFatal("no limit");
        set({most, m_before.rlim_max});
    }
    ~Descriptors() { set(m_before); }
    Descriptors(const Descriptors &) = delete;
    Descriptors &operator=(const Descriptors &) = delete;

private:
    static void set(const rlimit &limit)
    {
        if (::setrlimit(RLIMIT_NOFILE, &limit) != 0)
            qFatal("the limit cannot be set");
    }

    rlimit m_before{};
};

} // namespace

class ProcessMetricsTest final : public QObject
{
    Q_OBJECT

private slots:
    void descriptorsAreCounted()
    {
        const double before = valueOf("process_open_fds");
        QFile file(QStringLiteral("/dev/null"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(valueOf("process_open_fds"), before + 1);
        file.close();
        QCOMPARE(valueOf("process_open_fds"), before);
        const Descriptors most(200);
        QCOMPARE(valueOf("process_max_fds"), 200.0);
    }

    void whatCannotBeReadIsLeftOut()
    {
        const Descriptors none(0);
        QVERIFY(std::isnan(valueOf("process_open_fds")));
        QVERIFY(std::isnan(valueOf("process_start_time_seconds")));
        QVERIFY(std::isnan(valueOf("process_resident_memory_bytes")));
        QVERIFY(valueOf("process_cpu_seconds_total") > 0);
    }

    void theStartIsNow()
    {
        const double now = double(QDateTime::currentMSecsSinceEpoch()) / 1000;
        const double start = valueOf("process_start_time_seconds");
        QVERIFY2(start < now + 2 && start > now - 600, qPrintable(QString::number(start - now)));
    }

    void memoryAndTimeGrowWithUse()
    {
        constexpr std::size_t Much = std::size_t{64} << 20;
        const double resident = valueOf("process_resident_memory_bytes");
        const double spent = valueOf("process_cpu_seconds_total");
        std::vector<char> much(Much, 'x');
        QVERIFY(valueOf("process_resident_memory_bytes") > resident + double(Much) / 2);
        QVERIFY(valueOf("process_virtual_memory_bytes")
                >= valueOf("process_resident_memory_bytes"));
        QTRY_VERIFY((std::ranges::reverse(much), valueOf("process_cpu_seconds_total") > spent));
    }
};

QONTROLLER_GUILESS_TEST(ProcessMetricsTest)
#include "tst_processmetrics.moc"
