// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/members/run/firstlooks.h"

#include <QtTest/QtTest>

#include <thread>

using namespace qontroller;
using namespace qontroller::consist;

namespace {

const EmployerName Shop{"balancer", "shop"};
const EmployeeKey Till("server", "till");

} // namespace

class FirstLooksTest : public QObject
{
    Q_OBJECT

private slots:
    void m1_whoHasNotSaidWhoseAnEmployeeIsIsMissing()
    {
        FirstLooks looks;
        QCOMPARE(looks.missingFor(Till, {"balancer"}).controllers,
                 std::vector<std::string>{"balancer"});
        QVERIFY(looks.missingFor(Till, {}).controllers.empty());
        looks.noteSpokenOf("balancer", Till, {Shop.employer});
        QVERIFY(looks.missingFor(Till, {"balancer"}).controllers.empty());
        QCOMPARE(looks.missingFor(Till, {"balancer"}).employers, std::vector<EmployerName>{Shop});
        looks.noteLookedAt(Shop);
        QVERIFY(looks.missingFor(Till, {"balancer"}).employers.empty());
    }

    void m1_anEmployerIsMissingFromTheMomentThatItsControllerIsNot()
    {
        constexpr int Times = 200'000;
        FirstLooks looks;
        std::jthread speaking([&](const std::stop_token &stop) {
            while (!stop.stop_requested()) {
                looks.noteSpokenOf("balancer", Till, {Shop.employer});
                looks.forget("balancer");
            }
        });
        for (int i = 0; i < Times; ++i) {
            const FirstLooks::Missing missing = looks.missingFor(Till, {"balancer"});
            QCOMPARE(missing.employers.size() + missing.controllers.size(), std::size_t(1));
        }
    }
};

QONTROLLER_GUILESS_TEST(FirstLooksTest)
#include "tst_firstlooks.moc"
