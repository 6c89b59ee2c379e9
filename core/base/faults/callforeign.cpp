// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/faults/callforeign.h"

#include "core/base/faults/shortage.h"
#include "core/base/text/text.h"

#include <exception>
#include <new>
#include <utility>

namespace qontroller {

namespace {

std::string textOf(const std::exception &exception)
{
    const char *const what = exception.what();
    return what ? cutText(what) : std::string();
}

Thrown fault(const std::exception &exception)
{
    return {textOf(exception), Thrown::Kind::Fault};
}

Thrown shortage(const std::exception &exception)
{
    return {textOf(exception), Thrown::Kind::Shortage};
}

Thrown translate()
{
    try {
        throw;
    } catch (const HostShortage &exception) {
        return shortage(exception);
    } catch (const std::system_error &exception) {
        return isShortage(exception.code()) ? shortage(exception) : fault(exception);
    } catch (const std::bad_array_new_length &exception) { // a wrong size, not a large one
        return fault(exception);
    } catch (const std::bad_alloc &) {
        return {"out of memory", Thrown::Kind::Shortage}; // short enough to need none
    } catch (const std::exception &exception) {
        return fault(exception);
    } catch (...) {
        return {NamelessException, Thrown::Kind::Fault};
    }
}

} // namespace

std::string orUnsaid(std::string said, std::string_view call)
{
    return said.empty() ? std::string(call) + " failed without saying why" : std::move(said);
}

Thrown whatWasThrown() noexcept
{
    try {
        return translate();
    } catch (...) { // no memory for its text
        return {"out of memory", Thrown::Kind::Shortage};
    }
}

} // namespace qontroller
