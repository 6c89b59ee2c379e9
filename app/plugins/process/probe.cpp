// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/probe.h"

#include "app/plugins/common/commandrun.h"
#include "app/plugins/common/environment.h"
#include "app/plugins/common/program.h"

#include <curl/curl.h>

#include <array>
#include <memory>
#include <stdexcept>

namespace qontroller {

namespace {

using Reason = std::optional<std::string>;

Reason probeCommand(const ProcessSpec &spec, const std::vector<std::string> &environment,
                    const std::stop_token &stop)
{
    const ReadinessProbe &readiness = spec.readiness;
    const auto program = findProgram(readiness.command.front(), valueIn(environment, "PATH"),
                                     spec.workingDirectory);
    if (!program)
        return "readiness.command[0] " + program.error();
    CommandLimits limits;
    limits.timeout = readiness.timeout;
    limits.grace = Duration::zero();
    const CommandEnd end = runCommand({*program, readiness.command, environment,
                                       spec.workingDirectory},
                                      {}, limits, stop);
    if (end.kind == CommandEnd::Kind::NotStarted)
        throwIfShort(*program, end.code);
    switch (end.kind) {
    case CommandEnd::Kind::Exited:
        if (end.code == 0)
            return std::nullopt;
        return "its probe ended with exit status " + std::to_string(end.code);
    case CommandEnd::Kind::NotStarted: return whyNotStarted(*program, end.code);
    case CommandEnd::Kind::TimedOut: return std::string("its probe took too long");
    default: return std::string("its probe was stopped");
    }
}

/// One transfer of libcurl, which waits without an event loop.
class Transfer
{
public:
    Transfer(const std::string &url, Duration timeout, const std::stop_token &stop)
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
        set(CURLOPT_PROXY, ""); // a process of ours is not behind one
        set(CURLOPT_ERRORBUFFER, m_error.data());
        set(CURLOPT_NOPROGRESS, 0L);
        set(CURLOPT_XFERINFODATA, this);
        set(CURLOPT_XFERINFOFUNCTION, &isStopped);
        set(CURLOPT_WRITEFUNCTION, &drop);
    }

    template<class Value>
    void set(CURLoption option, Value value)
    {
        ::curl_easy_setopt(m_curl.get(), option, value);
    }
    /// Nothing if it went well.
    [[nodiscard]] Reason perform()
    {
        const CURLcode code = ::curl_easy_perform(m_curl.get());
        if (code == CURLE_OK)
            return std::nullopt;
        return std::string(m_error[0] != '\0' ? m_error.data() : ::curl_easy_strerror(code));
    }
    [[nodiscard]] long status() const
    {
        long code = 0;
        ::curl_easy_getinfo(m_curl.get(), CURLINFO_RESPONSE_CODE, &code);
        return code;
    }

private:
    static int isStopped(void *self, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
    {
        return static_cast<Transfer *>(self)->m_stop.stop_requested() ? 1 : 0;
    }
    static std::size_t drop(char *, std::size_t size, std::size_t count, void *)
    {
        return size * count;
    }
    struct Cleanup
    {
        void operator()(CURL *curl) const { ::curl_easy_cleanup(curl); }
    };

    const std::stop_token &m_stop;
    std::array<char, CURL_ERROR_SIZE> m_error{};
    std::unique_ptr<CURL, Cleanup> m_curl;
};

Reason probeTcp(const ReadinessProbe &readiness, const std::stop_token &stop)
{
    const std::string address = readiness.tcpHost + ':' + std::to_string(readiness.tcpPort);
    Transfer transfer("http://" + address, readiness.timeout, stop);
    transfer.set(CURLOPT_CONNECT_ONLY, 1L);
    const Reason problem = transfer.perform();
    return problem ? Reason(address + ": " + *problem) : std::nullopt;
}

Reason probeHttp(const ReadinessProbe &readiness, const std::stop_token &stop)
{
    Transfer transfer(readiness.http, readiness.timeout, stop);
    if (const Reason problem = transfer.perform())
        return readiness.http + ": " + *problem;
    if (const long status = transfer.status(); status < 200 || status >= 400)
        return readiness.http + " answers with status " + std::to_string(status);
    return std::nullopt;
}

} // namespace

std::optional<std::string> probe(const ProcessSpec &spec,
                                 const std::vector<std::string> &environment,
                                 const std::stop_token &stop)
{
    if (!spec.readiness.command.empty())
        return probeCommand(spec, environment, stop);
    if (!spec.readiness.tcpHost.empty())
        return probeTcp(spec.readiness, stop);
    if (!spec.readiness.http.empty())
        return probeHttp(spec.readiness, stop);
    return std::nullopt;
}

} // namespace qontroller
