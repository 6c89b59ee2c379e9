// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/serverstate.h"

#include "app/plugins/loadbalancer/objectfile.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>

namespace qontroller::loadbalancer {

namespace {

// Of srv_admin_state; HAProxy's server-t.h.
constexpr unsigned AnyMaintenance = 0x01 | 0x02 | 0x04 | 0x20 | 0x40;
constexpr unsigned AnyDrain = 0x08 | 0x10;
// Of srv_check_state.
constexpr unsigned CheckEnabled = 0x04;

using Words = std::vector<std::string_view>;

Words split(std::string_view text, char separator)
{
    Words words;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

template<class Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

/// A table whose first line names its columns after a `#`.
class Table
{
public:
    Table(std::string_view text, char separator)
        : m_separator(separator)
    {
        for (const std::string_view line : split(text, '\n')) {
            if (line.starts_with("# "))
                m_columns = split(line.substr(2), separator);
            else if (!line.empty() && !m_columns.empty())
                m_lines.push_back(line);
        }
    }
    [[nodiscard]] bool has(std::initializer_list<std::string_view> columns) const
    {
        return std::all_of(columns.begin(), columns.end(), [&](std::string_view column) {
            return std::find(m_columns.begin(), m_columns.end(), column) != m_columns.end();
        });
    }
    template<class Visit>
    bool visit(Visit visit) const
    {
        return std::all_of(m_lines.begin(), m_lines.end(), [&](std::string_view line) {
            const Words words = split(line, m_separator);
            return visit([&](std::string_view column) {
                const auto found = std::find(m_columns.begin(), m_columns.end(), column);
                const auto at = static_cast<std::size_t>(found - m_columns.begin());
                return at < words.size() ? words[at] : std::string_view();
            });
        });
    }

private:
    char m_separator;
    Words m_columns;
    Words m_lines;
};

Error notUnderstood(std::string_view command)
{
    return Error("HAProxy's answer to \"" + std::string(command)
                 + "\" is not understood: this needs HAProxy 2.6 or newer");
}

ServerState::Admission admissionOf(unsigned adminState)
{
    if ((adminState & AnyMaintenance) != 0)
        return ServerState::Admission::Maint;
    return (adminState & AnyDrain) != 0 ? ServerState::Admission::Drain
                                        : ServerState::Admission::Ready;
}

} // namespace

Parsed<std::vector<ServerState>> parseServers(std::string_view text)
{
    const Table table(text, ' ');
    std::vector<ServerState> servers;
    const bool isUnderstood =
        table.has({"be_name", "srv_name", "srv_addr", "srv_port", "srv_admin_state", "srv_uweight",
                   "srv_op_state", "srv_check_state"})
        && table.visit([&](auto value) {
               const auto admin = numberIn<unsigned>(value("srv_admin_state"));
               const auto weight = numberIn<unsigned>(value("srv_uweight"));
               const auto port = numberIn<std::uint16_t>(value("srv_port"));
               const auto check = numberIn<unsigned>(value("srv_check_state"));
               const bool isWhole = admin && weight && port && check;
               if (isWhole) {
                   servers.push_back({std::string(value("be_name")), std::string(value("srv_name")),
                                      textOf({std::string(value("srv_addr")), *port}),
                                      admissionOf(*admin), *weight, 0, (*check & CheckEnabled) != 0,
                                      value("srv_op_state") == "0"});
               }
               return isWhole;
           });
    if (!isUnderstood)
        return tl::unexpected(notUnderstood("show servers state"));
    return servers;
}

Parsed<Sessions> parseSessions(std::string_view text)
{
    const Table table(text, ',');
    Sessions sessions;
    const bool isUnderstood =
        table.has({"pxname", "svname", "scur", "qcur", "check_status", "chkdown"})
        && table.visit([&](auto value) {
               const auto open = numberIn<std::uint64_t>(value("scur"));
               const auto queued = numberIn<std::uint64_t>(value("qcur"));
               const auto falls = numberIn<std::uint64_t>(value("chkdown"));
               std::string_view check = value("check_status");
               if (check.starts_with("* ")) // it looks again just now
                   check.remove_prefix(2);
               if (open && queued)
                   sessions[{std::string(value("pxname")), std::string(value("svname"))}] =
                       {*open + *queued, std::string(check), falls.value_or(0)};
               return open && queued;
           });
    if (!isUnderstood)
        return tl::unexpected(notUnderstood("show stat"));
    return sessions;
}

Parsed<std::vector<ProxyState>> parseProxies(std::string_view text)
{
    const Table table(text, ',');
    std::vector<ProxyState> proxies;
    const bool isUnderstood = table.has({"pxname", "svname", "status"})
                              && table.visit([&](auto value) {
                                     const bool isFrontend = value("svname") == "FRONTEND";
                                     proxies.push_back({isFrontend ? ProxyState::Side::Frontend
                                                                   : ProxyState::Side::Backend,
                                                        std::string(value("pxname")),
                                                        std::string(value("status"))});
                                     return true;
                                 });
    if (!isUnderstood)
        return tl::unexpected(notUnderstood("show stat"));
    return proxies;
}

Parsed<std::string> parseLife(std::string_view text)
{
    std::string life;
    for (const std::string_view line : split(text, '\n')) {
        if (line.starts_with("Pid: ") || line.starts_with("Start_time_sec: "))
            life.append(line).append(1, ' ');
    }
    if (life.empty())
        return tl::unexpected(notUnderstood("show info"));
    return life;
}

} // namespace qontroller::loadbalancer
