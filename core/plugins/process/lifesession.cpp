// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/lifesession.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace qontroller {

namespace {

constexpr const char *SessionName = "QONTROLLER_SESSION";

} // namespace

void setLifeSession(const std::string &file)
{
    std::error_code ignored; // then it is named as it was given
    const auto path = std::filesystem::absolute(file, ignored).lexically_normal().string();
    const char *value = path.empty() ? file.c_str() : path.c_str();
    static_cast<void>(::setenv(SessionName, value, 1)); // NOLINT(concurrency-mt-unsafe): one thread
}

std::string lifeSession()
{
    const char *session = std::getenv(SessionName); // NOLINT(concurrency-mt-unsafe): set first
    return session ? session : "";
}

} // namespace qontroller
