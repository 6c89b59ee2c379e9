// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/top/top.h"

#include "app/qontrollerctl/choosehost.h"
#include "app/qontrollerctl/top/hostwatch.h"
#include "app/qontrollerctl/top/screen.h"
#include "app/qontrollerctl/top/terminalsignals.h"

#include <array>
#include <ctime>

#include <poll.h>
#include <unistd.h>

namespace qontroller::top {

namespace {

Now now()
{
    const Moment moment = SteadyClock::instance().moment();
    const std::time_t seconds = std::chrono::system_clock::to_time_t(
        std::chrono::time_point_cast<std::chrono::system_clock::duration>(moment.wall));
    std::tm local{};
    std::array<char, 16> text{};
    if (::localtime_r(&seconds, &local))
        std::strftime(text.data(), text.size(), "%H:%M:%S", &local);
    return {moment.now, text.data()};
}

CtlProblem endedBy(int signal)
{
    constexpr int Base = 128;
    return {static_cast<CtlStatus>(Base + signal), "ended by " + signalName(signal)};
}

/// Carries what comes (keys, signals, answers) to where it goes.
class Loop
{
public:
    Loop(TerminalSignals &signals, const WakeFd &wake, HostWatch &watch, Screen &screen)
        : m_signals(signals)
        , m_wake(wake)
        , m_watch(watch)
        , m_screen(screen)
    {}

    CtlAnswer run()
    {
        while (!m_model.isOver()) {
            m_screen.show(draw(m_model, m_screen.size(), now()));
            const bool hasTerminal = wait();
            takeNews();
            if (const auto signal = takeSignals())
                return tl::unexpected(endedBy(*signal));
            if (!hasTerminal)
                return tl::unexpected(endedBy(SIGHUP));
            takeKeys();
            m_watch.ask(m_model.question());
        }
        return {};
    }

private:
    /// False: the terminal is gone.
    [[nodiscard]] bool wait() const
    {
        constexpr int OneSecond = 1000; // the time of day and ages are shown
        std::array<pollfd, 3> all{{{STDIN_FILENO, POLLIN, 0},
                                   {m_signals.descriptor(), POLLIN, 0},
                                   {m_wake.get(), POLLIN, 0}}};
        static_cast<void>(::poll(all.data(), all.size(), OneSecond));
        return (all[0].revents & (POLLHUP | POLLERR | POLLNVAL)) == 0;
    }

    void takeNews()
    {
        m_wake.clear();
        News news = m_watch.take();
        m_model.take(std::move(news.link));
        for (std::string &each : news.outcomes)
            m_model.say(std::move(each));
        for (Answer &each : news.answers)
            m_model.take(std::move(each));
    }

    /// The one that ends the program.
    [[nodiscard]] std::optional<int> takeSignals()
    {
        while (const auto signal = m_signals.take()) {
            if (signal == SIGWINCH)
                m_screen.fitToTerminal();
            else if (signal == SIGTSTP)
                m_screen.suspend();
            else
                return signal;
        }
        return std::nullopt;
    }

    void takeKeys()
    {
        while (const auto key = m_screen.readKey()) {
            if (auto steering = m_model.press(*key, SteadyClock::instance().now()))
                m_watch.steer(*std::move(steering));
        }
    }

    TerminalSignals &m_signals;
    const WakeFd &m_wake;
    HostWatch &m_watch;
    Screen &m_screen;
    TopModel m_model;
};

CtlProblem refused(std::string sentence)
{
    return {CtlStatus::Refused, std::move(sentence)};
}

} // namespace

CtlAnswer showTop(const CtlLine &line)
{
    if (line.output != Output::Table)
        return tl::unexpected(refused("top has one form: leave -o out, or write qontrollerctl "
                                      "status"));
    if (!hasTerminal())
        return tl::unexpected(
            refused("top needs a terminal; qontrollerctl status prints the same once"));
    const auto address = chooseHost(line.host);
    if (!address)
        return tl::unexpected(address.error());
    TerminalSignals signals; // before any thread is there
    const WakeFd wake;
    HostWatch watch(*address, line.sort, wake);
    const auto screen = Screen::open();
    if (!screen)
        return tl::unexpected(refused(screen.error()));
    return Loop(signals, wake, watch, **screen).run();
}

} // namespace qontroller::top
