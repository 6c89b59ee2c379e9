// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/engine/observe/items/itemstate.h"

#include <QtTest/QtTest>

#include <string>

/// How values of the engine look when a comparison fails.
namespace QTest {

template<>
inline char *toString(const std::string &text)
{
    return qstrdup(text.c_str());
}

template<>
inline char *toString(const qontroller::Duration &duration)
{
    return qstrdup((std::to_string(duration.count()) + " ns").c_str());
}

template<>
inline char *toString(const qontroller::ItemState &state)
{
    return qstrdup(std::string(name(state)).c_str());
}

template<>
inline char *toString(const qontroller::Band &band)
{
    return qstrdup(std::string(name(band)).c_str());
}

template<>
inline char *toString(const qontroller::Cause &cause)
{
    return qstrdup(std::string(name(cause)).c_str());
}

} // namespace QTest
