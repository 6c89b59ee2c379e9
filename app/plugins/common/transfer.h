// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"

#include <curl/curl.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace qontroller {

/// One transfer of libcurl, which blocks without an event loop, goes past proxies, and ends when
/// its timeout has passed or a stop is requested. For one thread.
class Transfer
{
public:
    /// Throws std::runtime_error where libcurl cannot be used. \a stop outlives it.
    Transfer(const std::string &url, Duration timeout, const std::stop_token &stop);

    template<class Value>
    void set(CURLoption option, Value value)
    {
        ::curl_easy_setopt(m_curl.get(), option, value);
    }
    /// Keeps what is answered, in body(). More than \a limit bytes are an error.
    void keepBody(std::size_t limit);

    /// Nothing if it went well, else why not.
    [[nodiscard]] std::optional<std::string> perform();
    /// That of HTTP.
    [[nodiscard]] long status() const;
    [[nodiscard]] const std::string &body() const { return m_body; }

private:
    static int isStopped(void *self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
    static std::size_t take(char *bytes, std::size_t size, std::size_t count, void *self);
    struct Cleanup
    {
        void operator()(CURL *curl) const { ::curl_easy_cleanup(curl); }
    };

    const std::stop_token &m_stop;
    std::array<char, CURL_ERROR_SIZE> m_error{};
    std::size_t m_limit = 0; // of the body; 0: it is dropped
    std::string m_body;
    std::unique_ptr<CURL, Cleanup> m_curl;
};

} // namespace qontroller
