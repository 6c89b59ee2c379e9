// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/api/functions.h"
#include "core/members/consist/consistadmission.h"
#include "core/members/consist/consistoptions.h"

#include <QtTest/QtTest>

using namespace qontroller;

class ConsistOptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void theDefaultsAreValid()
    {
        const ConsistOptions options;
        QVERIFY(!validate(options));
        QVERIFY(options.followLifecycle);
        QVERIFY(options.drainDeadline == std::chrono::minutes(5));
        QVERIFY(options.massRemovalGuard);
        QVERIFY(options.preCheck.maxUnavailable == EmployeeShare{1});
    }

    void namesWhatIsWrong_data()
    {
        QTest::addColumn<std::function<void(ConsistOptions &)>>("damage");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *sentence, std::function<void(ConsistOptions &)> damage) {
            QTest::newRow(sentence) << damage << QString(sentence);
        };
        row("retryInterval must not be negative", [](auto &o) { o.retryInterval = Duration(-1); });
        row("drainDeadline must be more than 0", [](auto &o) { o.drainDeadline = {}; });
        row("employeeKind must be a word without /", [](auto &o) { o.employeeKind = "a/b"; });
        row("preCheck.maxUnavailable must be at most 100 %", [](auto &o) {
            o.preCheck.maxUnavailable = EmployeeShare{101, EmployeeShare::Unit::Percent};
        });
        row("preCheck.minAvailable must be at most 100 %", [](auto &o) {
            o.preCheck.minAvailable = EmployeeShare{101, EmployeeShare::Unit::Percent};
        });
        row("labelsOf must be given where a rule asks for labels",
            [](auto &o) { o.preCheck.labels["tier"] = "web"; });
        row("postCheck must have only labels and a command",
            [](auto &o) { o.postCheck.maxUnavailable = EmployeeShare{1}; });
        row("employees must each have a lister and say which employers they belong to",
            [](auto &o) { o.employees = {{}}; });
        row("employees: two sources are of the site \"north\"", [](auto &o) {
            o.employees = {source("north"), source("north")};
        });
        row("employees: the name of a site must have neither # nor /",
            [](auto &o) { o.employees = {source("a#b")}; });
    }
    void namesWhatIsWrong()
    {
        QFETCH(std::function<void(ConsistOptions &)>, damage);
        QFETCH(QString, sentence);
        ConsistOptions options;
        options.employees = {source("north"), source("south")};
        QVERIFY(!validate(options));
        damage(options);
        QCOMPARE(QString::fromStdString(validate(options).value_or("")), sentence);
    }

    void employeesOfSeveralSitesAreNamedNameAndSite()
    {
        QVERIFY(employeeAtSite("s1", "") == "s1");
        QVERIFY(employeeAtSite("blue/s1", "north") == "blue/s1#north");
        QVERIFY(splitSite("blue/s1#north").name == "blue/s1");
        QVERIFY(splitSite("blue/s1#north").site == "north");
        QVERIFY(splitSite("s1").name == "s1" && splitSite("s1").site.empty());
    }

private:
    static EmployeeSource source(const std::string &site)
    {
        return {site,
                makeListerWatcher(
                    [](ListSink &, std::stop_token) { return ListResult::complete(); }),
                makeOwners(
                    [](const ObjectId &, std::stop_token) { return std::vector<ObjectId>(); }),
                {}};
    }
};

QONTROLLER_TEST(ConsistOptionsTest)
#include "tst_consistoptions.moc"
