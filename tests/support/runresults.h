// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/rules.h"

/// What workers report, in few words.
namespace qontroller::test {

inline RunResult done()
{
    return {};
}

inline RunResult removed()
{
    return {Outcome::Done(), Ran::Remove, false};
}

inline RunResult ignored()
{
    return {Outcome::Done(), Ran::Get, false};
}

inline RunResult retry(std::string error = "it broke")
{
    return {Outcome::Retry(std::move(error)), Ran::Add, false};
}

inline RunResult park(std::string error = "no use")
{
    return {Outcome::Park(std::move(error)), Ran::Add, false};
}

inline RunResult requeueAfter(Duration delay)
{
    return {Outcome::RequeueAfter(delay), Ran::Add, false};
}

inline RunResult waitFor(std::string what, Duration delay)
{
    return {Outcome::Wait(std::move(what), delay), Ran::Add, false};
}

inline RunResult lockRefused(std::string holder = "other host")
{
    return {Outcome::Wait(std::move(holder), {}), Ran::LockRefused, false};
}

inline RunResult lockLost()
{
    return {Outcome::Done(), Ran::LockLost, false};
}

/// The same outcome from `remove` instead of `add`.
inline RunResult onRemoval(RunResult result)
{
    result.ran = Ran::Remove;
    return result;
}

} // namespace qontroller::test
