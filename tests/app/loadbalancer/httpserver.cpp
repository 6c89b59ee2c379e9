// SPDX-License-Identifier: LGPL-3.0-or-later
// A web server for tests: http-server IP PORT MILLISECONDS [FOLDER]. It answers each request after
// so long, with keep-alive: "ok", or a file of the folder. A request for /hang is never answered,
// so its session stays open for ever.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Connection
{
    std::string received;
    Clock::time_point answerAt = Clock::time_point::max();
};

int listenAt(const char *ip, const char *port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port)));
    ::inet_pton(AF_INET, ip, &address.sin_addr);
    const bool isListening = ::bind(fd, reinterpret_cast<const sockaddr *>(&address),
                                    sizeof address)
                                 == 0
                             && ::listen(fd, 128) == 0;
    return isListening ? fd : -1;
}

/// False when the other side has closed it.
bool receive(int fd, Connection &connection, Clock::duration delay)
{
    char buffer[4096];
    const ssize_t size = ::recv(fd, buffer, sizeof buffer, 0);
    if (size <= 0)
        return false;
    connection.received.append(buffer, static_cast<std::size_t>(size));
    const bool isWhole = connection.received.find("\r\n\r\n") != std::string::npos;
    if (isWhole && connection.received.find(" /hang ") == std::string::npos)
        connection.answerAt = Clock::now() + delay;
    return true;
}

void answer(int fd, Connection &connection, const char *folder)
{
    std::string status = "200 OK";
    std::string body = "ok\n";
    if (folder) {
        const std::size_t begin = connection.received.find(' ') + 1;
        const std::size_t end = connection.received.find(' ', begin);
        std::ifstream file(folder + connection.received.substr(begin, end - begin));
        status = file ? "200 OK" : "404 Not Found";
        body.assign(std::istreambuf_iterator<char>(file), {});
    }
    const std::string text = "HTTP/1.1 " + status + "\r\nContent-Length: "
                             + std::to_string(body.size()) + "\r\n\r\n" + body;
    static_cast<void>(::send(fd, text.data(), text.size(), MSG_NOSIGNAL));
    connection = {};
}

int patience(const std::map<int, Connection> &connections)
{
    auto next = Clock::time_point::max();
    for (const auto &[fd, connection] : connections)
        next = std::min(next, connection.answerAt);
    if (next == Clock::time_point::max())
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    return static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
}

} // namespace

int main(int argc, char **argv)
{
    const int listener = argc >= 4 ? listenAt(argv[1], argv[2]) : -1;
    if (listener < 0)
        return 1;
    const std::chrono::milliseconds delay(std::atoi(argv[3]));
    const char *const folder = argc > 4 ? argv[4] : nullptr;
    std::map<int, Connection> connections;
    for (;;) {
        std::vector<pollfd> waiting{{listener, POLLIN, 0}};
        for (const auto &[fd, connection] : connections)
            waiting.push_back({fd, POLLIN, 0});
        ::poll(waiting.data(), waiting.size(), patience(connections));
        for (std::size_t i = 1; i < waiting.size(); ++i) {
            if (waiting[i].revents != 0
                && !receive(waiting[i].fd, connections[waiting[i].fd], delay)) {
                ::close(waiting[i].fd);
                connections.erase(waiting[i].fd);
            }
        }
        for (auto &[fd, connection] : connections) {
            if (connection.answerAt <= Clock::now())
                answer(fd, connection, folder);
        }
        if ((waiting[0].revents & POLLIN) != 0) {
            const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
            const int on = 1;
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            if (fd >= 0)
                connections[fd] = {};
        }
    }
}
