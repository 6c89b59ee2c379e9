// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "app/plugins/simulator/fate.h"
#include "app/plugins/simulator/objectnames.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace qontroller;
using namespace qontroller::simulator;
using namespace std::chrono_literals;

namespace {

constexpr unsigned Many = 100'000;

SimulatorOptions troubled()
{
    SimulatorOptions options;
    options.seed = 7;
    options.latency = {Latency::Distribution::LogNormal, 10ms, 100ms};
    options.faults = {0.1, 0.05, 0.01, 10s, {"disk # is full", "no route to 10.0.#.#"}};
    options.shares = {0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08};
    return options;
}

bool operator==(const Fate &one, const Fate &two)
{
    return one.kind == two.kind && one.latency == two.latency && one.error == two.error;
}

/// What becomes of one attempt for each of many versions of one object.
std::vector<Fate> fates(const SimulatorOptions &options)
{
    std::vector<Fate> all;
    for (Version version = 1; version <= Many; ++version)
        all.push_back(fateOf(options, {3, version, 1}));
    return all;
}

bool isNear(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance * expected;
}

} // namespace

class FateTest final : public QObject
{
    Q_OBJECT

private slots:
    void isTheSameForTheSameSeedAndAnotherForAnother()
    {
        const SimulatorOptions options = troubled();
        SimulatorOptions other = options;
        other.seed = 8;
        int different = 0;
        for (std::uint32_t object = 0; object < 100; ++object) {
            const Draw draw{object, 5, 2};
            QVERIFY(fateOf(options, draw) == fateOf(troubled(), draw));
            QVERIFY(temperOf(options, object) == temperOf(troubled(), object));
            different += fateOf(options, draw) == fateOf(other, draw) ? 0 : 1;
        }
        QVERIFY(different > 90);
    }

    void isDrawnAnewForEachAttemptAndVersion()
    {
        const SimulatorOptions options = troubled();
        QVERIFY(fateOf(options, {3, 5, 1}).latency != fateOf(options, {3, 5, 2}).latency);
        QVERIFY(fateOf(options, {3, 5, 1}).latency != fateOf(options, {3, 6, 1}).latency);
        QVERIFY(fateOf(options, {3, 5, 1}).latency != fateOf(options, {4, 5, 1}).latency);
    }

    void comesAsOftenAsTheRatesSay()
    {
        SimulatorOptions options = troubled();
        options.shares = {};
        std::map<Fate::Kind, double> counts;
        for (const Fate &fate : fates(options)) {
            counts[fate.kind] += 1.0 / Many;
            QCOMPARE(fate.error.empty(), fate.kind == Fate::Kind::Succeed);
        }
        QVERIFY(isNear(counts[Fate::Kind::Fail], 0.1, 0.05));
        QVERIFY(isNear(counts[Fate::Kind::Panic], 0.05, 0.05));
        QVERIFY(isNear(counts[Fate::Kind::Hang], 0.01, 0.1));
    }

    void givesEachTemperItsShare()
    {
        const SimulatorOptions options = troubled();
        std::map<Temper, double> counts;
        for (std::uint32_t object = 0; object < Many; ++object)
            counts[temperOf(options, object)] += 1.0 / Many;
        const std::map<Temper, double> shares{{Temper::Broken, 0.02},    {Temper::Parked, 0.03},
                                              {Temper::Waiting, 0.04},   {Temper::Renewing, 0.05},
                                              {Temper::Ignored, 0.06},   {Temper::Contested, 0.07},
                                              {Temper::Vanishing, 0.08}, {Temper::Plain, 0.65}};
        for (const auto &[temper, share] : shares)
            QVERIFY(isNear(counts[temper], share, 0.1));
    }

    void makesEveryAttemptOfABrokenObjectFailButItsRemoval()
    {
        SimulatorOptions options = troubled();
        options.faults.errorRate = options.faults.panicRate = options.faults.stuckRate = 0;
        options.shares.broken = 1;
        for (unsigned attempt = 1; attempt < 100; ++attempt) {
            QVERIFY(fateOf(options, {1, 4, attempt}).kind == Fate::Kind::Fail);
            QVERIFY(fateOf(options, {1, 0, attempt}).kind == Fate::Kind::Succeed);
        }
    }

    void putsNumbersIntoErrorTexts()
    {
        SimulatorOptions options = troubled();
        options.faults.errorRate = 1;
        options.shares = {};
        static const QRegularExpression disk(R"(^disk [1-9]\d* is full$)");
        static const QRegularExpression route(R"(^no route to 10\.0\.\d+\.\d+$)");
        bool disks = false;
        bool routes = false;
        for (unsigned attempt = 1; attempt < 50; ++attempt) {
            const QString text = QString::fromStdString(fateOf(options, {1, 4, attempt}).error);
            disks |= disk.match(text).hasMatch();
            routes |= route.match(text).hasMatch();
            QVERIFY2(disk.match(text).hasMatch() != route.match(text).hasMatch(), qPrintable(text));
        }
        QVERIFY(disks && routes);
    }

    void latenciesAreSpreadAsTold_data()
    {
        QTest::addColumn<Latency>("latency");
        QTest::addColumn<double>("p50"); // in ms
        QTest::addColumn<double>("p99");
        using D = Latency::Distribution;
        QTest::newRow("fixed") << Latency{D::Fixed, 10ms, 0ms} << 10.0 << 10.0;
        QTest::newRow("uniform") << Latency{D::Uniform, 10ms, 0ms} << 10.0 << 19.8;
        QTest::newRow("exponential") << Latency{D::Exponential, 10ms, 0ms} << 10.0 << 66.4;
        QTest::newRow("log-normal") << Latency{D::LogNormal, 10ms, 100ms} << 10.0 << 100.0;
        QTest::newRow("no tail") << Latency{D::LogNormal, 10ms, 10ms} << 10.0 << 10.0;
        QTest::newRow("none") << Latency{D::LogNormal, 0ms, 100ms} << 0.0 << 0.0;
    }
    void latenciesAreSpreadAsTold()
    {
        QFETCH(Latency, latency);
        QFETCH(double, p50);
        QFETCH(double, p99);
        SimulatorOptions options;
        options.latency = latency;
        std::vector<double> all;
        for (const Fate &fate : fates(options))
            all.push_back(std::chrono::duration<double, std::milli>(fate.latency).count());
        std::ranges::sort(all);
        QVERIFY(all.front() >= 0);
        QVERIFY2(isNear(all[Many / 2], p50, 0.03), std::to_string(all[Many / 2]).c_str());
        QVERIFY2(isNear(all[Many / 100 * 99], p99, 0.05),
                 std::to_string(all[Many / 100 * 99]).c_str());
    }

    void namesObjectsAndFindsThemAgain()
    {
        QCOMPARE(idOf(0), std::string("web-001"));
        QCOMPARE(idOf(1), std::string("mail-002"));
        QCOMPARE(idOf(99'999), std::string("queue-100000"));
        for (std::uint32_t object = 0; object < 3000; ++object)
            QVERIFY(objectOf(idOf(object)) == object);
        for (const char *id : {"", "web", "web-", "web-1", "mail-001", "web-0001", "web-001x",
                               "web--001", "x-web-001", "web-99999999999999999999", "web-000"})
            QVERIFY2(!objectOf(id), id);
    }
};

QONTROLLER_GUILESS_TEST(FateTest)
#include "tst_fate.moc"
