// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/rules.h"

/// What workers report, in few words.
namespace qontroller::test {

inline RunResult done()
{
    return {};
}

inline RunResult removed()
{
    return {Outcome::done(), Ran::Remove, false};
}

inline RunResult ignored()
{
    return {Outcome::done(), Ran::Get, false};
}

inline RunResult retry(std::string error = "it broke")
{
    return {Outcome::retry(std::move(error)), Ran::Add, false};
}

inline RunResult park(std::string error = "no use")
{
    return {Outcome::park(std::move(error)), Ran::Add, false};
}

inline RunResult requeueAfter(Duration delay)
{
    return {Outcome::requeueAfter(delay), Ran::Add, false};
}

inline RunResult waitFor(std::string what, Duration delay)
{
    return {Outcome::wait(std::move(what), delay), Ran::Add, false};
}

inline RunResult lockRefused(std::string holder = "other host")
{
    return {Outcome::wait(std::move(holder), {}), Ran::LockRefused, false};
}

inline RunResult lockLost()
{
    return {Outcome::done(), Ran::LockLost, false};
}

/// The same outcome from `remove` instead of `add`.
inline RunResult onRemoval(RunResult result)
{
    result.ran = Ran::Remove;
    return result;
}

} // namespace qontroller::test
