// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/members/consist/lifecycle.h"

#include <QtTest/QtTest>

#include <string>
#include <vector>

/// How values of this layer look when a comparison fails.
namespace QTest {

template<>
inline char *toString(const std::string &text)
{
    return qstrdup(text.c_str());
}

template<>
inline char *toString(const std::vector<std::string> &texts)
{
    std::string all;
    for (const std::string &text : texts)
        all += '[' + text + ']';
    return qstrdup(all.c_str());
}

template<>
inline char *toString(const qontroller::Duration &duration)
{
    return qstrdup((std::to_string(duration.count()) + " ns").c_str());
}

template<>
inline char *toString(const qontroller::consist::Phase &phase)
{
    return qstrdup(std::string(name(phase)).c_str());
}

} // namespace QTest
