// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/run/checkprocess.h"

#include "core/base/faults/callforeign.h"
#include "core/base/text/duration.h"
#include "core/plugins/process/childprocess.h"
#include "core/plugins/process/endsession.h"
#include "core/plugins/process/environment.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <system_error>

namespace qontroller::conformance {

namespace {

constexpr Duration ToBegin = std::chrono::seconds(5); ///< more than any limit, to say so itself

constexpr const char *KeepToYourself =
    "return from every call, whatever goes wrong in it: the process is not yours alone";

[[noreturn]] void giveUp(const char *what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

/// What the child says, and what is concluded when it says no more.
class Hearing
{
public:
    explicit Hearing(Duration patience)
        : m_patience(patience)
    {}

    void take(const std::string &bytes)
    {
        m_bytes += bytes;
        for (std::size_t end = m_bytes.find('\n'); end != std::string::npos;
             end = m_bytes.find('\n')) {
            takeLine(QJsonDocument::fromJson(QByteArray::fromStdString(m_bytes.substr(0, end)))
                         .object());
            m_bytes.erase(0, end + 1);
        }
    }

    /// How long the silence may last.
    [[nodiscard]] Duration patience() const
    {
        Duration longest = m_patience;
        for (const auto &[number, call] : m_calls)
            longest = std::max(longest, m_patience + call.atMost);
        return longest;
    }

    void hangs(Duration silence)
    {
        conclude("hangs: nothing has happened for " + formatDuration(silence) + during());
    }

    void ended(const ProcessExit &exit)
    {
        if (!m_verdict || !exit.isSuccess())
            conclude("its process " + exit.sentence() + during());
    }

    [[nodiscard]] CheckResult result() const
    {
        CheckResult result{m_verdict.value_or(Verdict()), m_thrown, {}};
        result.verdict.seed = m_seed;
        return result;
    }

private:
    struct Call
    {
        std::string name;
        Duration atMost{}; ///< longer than another
    };

    void takeLine(const QJsonObject &line)
    {
        const std::string call = line.value("call").toString().toStdString();
        if (line.contains("begin"))
            m_calls[line.value("begin").toString()] = {call,
                                                       Duration(line.value("atMost").toInteger())};
        else if (line.contains("end"))
            m_calls.erase(line.value("end").toString());
        else if (line.contains("round"))
            m_seed = line.value("round").toString().toULongLong();
        else if (line.contains("thrown"))
            takeThrown(call, line.value("thrown").toString().toStdString());
        else if (!m_verdict)
            m_verdict = verdictOf(line.value("verdict").toObject());
    }

    void takeThrown(const std::string &call, const std::string &text)
    {
        const bool saysNothing = text.empty() || text == NamelessException;
        m_thrown.take({1, call, text.empty() ? "an exception without a text" : text, saysNothing});
    }

    /// What was found before stands: an end in disorder follows from it.
    void conclude(std::string text)
    {
        if (!m_verdict || m_verdict->kind != Verdict::Kind::Failed)
            m_verdict = Verdict{Verdict::Kind::Failed, std::move(text), {}, KeepToYourself};
    }

    /// The calls that are under way, as the end of a sentence.
    [[nodiscard]] std::string during() const
    {
        constexpr int Enough = 3;
        std::string text;
        int count = 0;
        for (const auto &[number, call] : m_calls) {
            if (call.name != "watch" && ++count <= Enough) // nearly always under way
                text += (text.empty() ? " in " : " or ") + call.name;
        }
        if (text.empty())
            return m_calls.empty() ? " after the last call" : " in watch";
        return text;
    }

    const Duration m_patience;
    std::string m_bytes;
    std::map<QString, Call> m_calls; ///< under way
    std::uint64_t m_seed = 0;
    std::optional<Verdict> m_verdict;
    ExceptionsSeen m_thrown;
};

struct Started
{
    std::unique_ptr<ChildProcess> process;
    UniqueFd notes;
};

Started start(const CheckOrder &order)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        giveUp("no pipe for a check");
    UniqueFd from(ends[0]);
    UniqueFd to(ends[1]);
    ::fcntl(from.get(), F_SETFL, O_NONBLOCK);
    ChildStreams streams{UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)),
                         UniqueFd(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)),
                         UniqueFd(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)), std::move(to)};
    if (!streams.input || !streams.output || !streams.error)
        giveUp("no descriptors for a check");
    std::vector<std::string> arguments = argumentsOf(order);
    arguments.insert(arguments.begin(), {"qontroller-conformance", ChildWord});
    auto process = std::make_unique<ChildProcess>(Invocation{"/proc/self/exe",
                                                             arguments,
                                                             assignments(environmentWith({})),
                                                             {},
                                                             ChildScope::Session},
                                                  std::move(streams));
    if (process->error() != 0) {
        errno = process->error();
        giveUp("no process for a check");
    }
    return {std::move(process), std::move(from)};
}

/// What there is to read now. Nothing once the other end is closed.
std::optional<std::string> readSome(const UniqueFd &fd)
{
    std::string bytes(std::size_t{64} << 10, '\0');
    const ssize_t count = ::read(fd.get(), bytes.data(), bytes.size());
    if (count == 0)
        return std::nullopt;
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
}

/// Listens until the child has ended, was silent for too long, or this program is asked to end.
class Listener
{
public:
    Listener(Started &child, Signals &endRequests)
        : m_child(child)
        , m_signals(endRequests)
    {}

    /// The signal, if that is why it ended.
    std::optional<int> listen(Hearing &hearing)
    {
        bool isOpen = true;
        while (!m_child.process->hasEnded()) {
            const auto patience = std::chrono::ceil<std::chrono::milliseconds>(hearing.patience());
            std::array<pollfd, 3> waiting{{{isOpen ? m_child.notes.get() : -1, POLLIN, 0},
                                           {m_child.process->fd(), POLLIN, 0},
                                           {m_signals.descriptor(), POLLIN, 0}}};
            const int ready = ::poll(waiting.data(), waiting.size(),
                                     static_cast<int>(patience.count()));
            if (ready == 0) {
                hearing.hangs(hearing.patience());
                return std::nullopt;
            }
            if (ready > 0 && waiting[2].revents != 0) {
                if (const auto signal = m_signals.wait(SteadyClock::instance().now()))
                    return signal;
            }
            if (ready > 0 && waiting[0].revents != 0)
                isOpen = take(hearing);
        }
        return std::nullopt;
    }

    /// What was said last.
    void drain(Hearing &hearing) const
    {
        while (const auto bytes = readSome(m_child.notes)) {
            if (bytes->empty())
                return;
            hearing.take(*bytes);
        }
    }

private:
    bool take(Hearing &hearing) const
    {
        const auto bytes = readSome(m_child.notes);
        if (bytes)
            hearing.take(*bytes);
        return bytes.has_value();
    }

    Started &m_child;
    Signals &m_signals;
};

} // namespace

bool ExceptionsSeen::take(const ExceptionsSeen &others)
{
    const bool isFirst = others.count > 0 && (count == 0 || (others.saysNothing && !saysNothing));
    if (isFirst) {
        call = others.call;
        text = others.text;
    }
    saysNothing = saysNothing || others.saysNothing;
    count += others.count;
    return isFirst;
}

CheckResult runInChild(const CheckOrder &order, Signals &endRequests)
{
    Started child = start(order);
    Hearing hearing(order.limits.settle + order.limits.stop + ToBegin);
    Listener listener(child, endRequests);
    const std::optional<int> signal = listener.listen(hearing);
    const bool endedByItself = child.process->hasEnded();
    listener.drain(hearing);
    if (!endedByItself)
        child.process->signalGroup(SIGKILL);
    static_cast<void>(endSession(child.process->pid()));
    const ProcessExit exit = child.process->reap();
    if (endedByItself)
        hearing.ended(exit);
    CheckResult result = hearing.result();
    result.signal = signal;
    return result;
}

} // namespace qontroller::conformance
