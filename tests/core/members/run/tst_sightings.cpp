// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/members/run/sightings.h"

#include <QtTest/QtTest>

#include <thread>

using namespace qontroller;
using namespace qontroller::consist;

class SightingsTest : public QObject
{
    Q_OBJECT

private slots:
    void m6_aMemberIsNotGoneAtTheMomentThatTheFirstListEnds()
    {
        constexpr int Times = 200'000;
        const Sightings::Source source{"balancer", "here"};
        const EmployeeKey member("server", "till");
        Sightings sightings;
        std::jthread listing([&](const std::stop_token &stop) {
            while (!stop.stop_requested()) {
                sightings.see(source, member);
                sightings.noteListed(source);
                sightings.forget("balancer");
            }
        });
        for (int i = 0; i < Times; ++i) {
            QVERIFY(sightings.of(member, {source}) != MemberWatch::Sighting::None);
            QVERIFY(sightings.wordOf("balancer", member) != Sightings::Word::Lacks);
        }
    }
};

QONTROLLER_GUILESS_TEST(SightingsTest)
#include "tst_sightings.moc"
