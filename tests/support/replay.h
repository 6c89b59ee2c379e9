// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtTest/QtTest>

#include <string>

namespace qontroller::test {

/// Plays one seed of a simulation again, and says all that happens in it.
template<class Simulation>
void replay(quint64 seed)
{
    Simulation simulation(seed, Simulation::Trace::On);
    const auto failure = simulation.run();
    for (const std::string &line : simulation.trace())
        qInfo("%s", line.c_str());
    QVERIFY2(!failure, failure ? failure->c_str() : "");
}

} // namespace qontroller::test
