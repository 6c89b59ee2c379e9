// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/controllers/foreigncall.h"

namespace qontroller {

std::string_view name(ForeignCall call)
{
    switch (call) {
    case ForeignCall::None: return "no call";
    case ForeignCall::Acquire: return "acquire";
    case ForeignCall::Release: return "release of the lock";
    case ForeignCall::Get: return "get";
    case ForeignCall::Add: return "add";
    case ForeignCall::Remove: return "remove";
    case ForeignCall::StopCallback: return "stop callback";
    case ForeignCall::WatchMode: return "watchMode";
    case ForeignCall::List: return "list";
    case ForeignCall::Watch: return "watch";
    case ForeignCall::OwnersOf: return "ownersOf";
    case ForeignCall::Describe: return "describe";
    case ForeignCall::Follow: return "follow";
    }
    return {};
}

} // namespace qontroller
