// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/transfer.h"

#include <stdexcept>

namespace qontroller {

Transfer::Transfer(const std::string &url, Duration timeout, const std::stop_token &stop)
    : m_stop(stop)
{
    static const CURLcode initialised = ::curl_global_init(CURL_GLOBAL_DEFAULT);
    if (initialised == CURLE_OK)
        m_curl.reset(::curl_easy_init());
    if (!m_curl)
        throw std::runtime_error("libcurl cannot be used");
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_TIMEOUT_MS,
        static_cast<long>(std::chrono::ceil<std::chrono::milliseconds>(timeout).count()));
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_PROXY, ""); // what it asks is not behind one
    set(CURLOPT_ERRORBUFFER, m_error.data());
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFODATA, this);
    set(CURLOPT_XFERINFOFUNCTION, &isStopped);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_WRITEFUNCTION, &take);
}

void Transfer::keepBody(std::size_t limit)
{
    m_limit = limit;
}

std::optional<std::string> Transfer::perform()
{
    const CURLcode code = ::curl_easy_perform(m_curl.get());
    if (code == CURLE_OK)
        return std::nullopt;
    return std::string(m_error[0] != '\0' ? m_error.data() : ::curl_easy_strerror(code));
}

long Transfer::status() const
{
    long code = 0;
    ::curl_easy_getinfo(m_curl.get(), CURLINFO_RESPONSE_CODE, &code);
    return code;
}

int Transfer::isStopped(void *self, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    return static_cast<Transfer *>(self)->m_stop.stop_requested() ? 1 : 0;
}

std::size_t Transfer::take(char *bytes, std::size_t size, std::size_t count, void *self)
{
    auto &transfer = *static_cast<Transfer *>(self);
    const std::size_t length = size * count;
    if (transfer.m_limit == 0)
        return length;
    if (length > transfer.m_limit - transfer.m_body.size())
        return 0; // an error for libcurl
    transfer.m_body.append(bytes, length);
    return length;
}

} // namespace qontroller
