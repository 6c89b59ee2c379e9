// SPDX-License-Identifier: LGPL-3.0-or-later
#include "fuzz.h"

#include "effort.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <random>

#include <unistd.h>

// Where there is a sanitizer.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace qontroller::test {

namespace {

using FuzzClock = std::chrono::steady_clock;
constexpr std::size_t LongestInput = std::size_t{128} * 1024; // less than a socket holds
/// Of computing, for others may have the machine meanwhile; who waits without an end meets ctest's.
constexpr std::clock_t TooLong = CLOCKS_PER_SEC * (IsSanitized ? 20 : 5);

volatile std::uint64_t currentSeed = 0;

/// Calls nothing that a handler of signals may not call.
void saySeed()
{
    std::array<char, 64> text{};
    std::size_t end = text.size();
    text[--end] = '\n';
    for (std::uint64_t rest = currentSeed; rest > 0 || end == text.size() - 1; rest /= 10)
        text[--end] = char('0' + rest % 10);
    for (const char *sign = "=DEES_RELLORTNOQ"; *sign; ++sign)
        text[--end] = *sign;
    [[maybe_unused]] const ssize_t said = ::write(STDERR_FILENO, text.data() + end,
                                                  text.size() - end);
}

void sayWhatEnds()
{
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(saySeed);
    for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
        if (number != SIGABRT && IsSanitized)
            continue; // its own
        std::signal(number, [](int caught) {
            saySeed();
            std::signal(caught, SIG_DFL);
            std::raise(caught);
        });
    }
}

/// One input after the other.
class Mutator
{
public:
    explicit Mutator(const Corpus &corpus)
        : m_corpus(corpus)
    {}

    [[nodiscard]] std::string input(std::uint64_t seed)
    {
        m_random.seed(seed);
        std::string made = any();
        for (std::uint64_t left = 1 + below(below(4) ? 4 : 30); left > 0; --left)
            change(made);
        if (made.size() > LongestInput)
            made.resize(LongestInput);
        return made;
    }

private:
    [[nodiscard]] std::uint64_t below(std::uint64_t count)
    {
        return count == 0 ? 0 : m_random() % count;
    }
    [[nodiscard]] const std::string &any() { return m_corpus[below(m_corpus.size())]; }
    [[nodiscard]] std::string piece(const std::string &of)
    {
        const std::size_t at = below(of.size() + 1);
        return of.substr(at, below(below(3) ? 16 : of.size() - at + 1));
    }

    void change(std::string &made)
    {
        const std::size_t at = below(made.size() + 1);
        switch (below(11)) {
        case 0: return turn(made, at, char(1U << below(8)));
        case 1: return turn(made, at, char(below(256)));
        case 2: return void(made.erase(at, 1 + below(below(2) ? 4 : made.size())));
        case 3: return void(made.insert(at, piece(made)));
        case 4: return void(made.insert(at, piece(any())));
        case 5: return void(made.replace(at, 1 + below(8), piece(any())));
        case 6: return made.resize(at);
        case 7: return putNumber(made, at);
        case 8: return void(made.insert(at, text()));
        case 9: return putDigits(made);
        default: made = made.substr(0, at) + piece(any()) + made.substr(at);
        }
    }
    static void turn(std::string &made, std::size_t at, char by)
    {
        if (at < made.size())
            made[at] = char(made[at] ^ by);
    }
    void putNumber(std::string &made, std::size_t at)
    {
        constexpr std::array<std::uint64_t, 8>
            Ends{0, 1, 0x7f, 0xff, 0x7fffffff, 0xffffffff, 0x7fffffffffffffff, ~std::uint64_t{0}};
        const std::uint64_t number = Ends[below(Ends.size())] + below(3) - 1;
        const std::size_t size = std::size_t{1} << below(4);
        if (at + size <= made.size())
            made.replace(at, size, std::string(reinterpret_cast<const char *>(&number), size));
    }
    [[nodiscard]] std::string text()
    {
        static const std::array<std::string, 18> Texts{"\n",
                                                       std::string(1, '\0'),
                                                       "\xff",
                                                       "\xed\xa0\x80",
                                                       "\xf4\x90\x80\x80",
                                                       "\xc0\x80",
                                                       "null",
                                                       "true",
                                                       "{}",
                                                       "[",
                                                       "\"",
                                                       "\\ud800",
                                                       "1e999",
                                                       "-0",
                                                       "..",
                                                       "%s%n",
                                                       "\r",
                                                       " "};
        return below(8) ? Texts[below(Texts.size())]
                        : std::string(1 + below(5000), "[{a0"[below(4)]);
    }
    /// In the place of a number that people can read.
    void putDigits(std::string &made)
    {
        static const std::array<std::string, 10> Numbers{"0",
                                                         "-1",
                                                         "9223372036854775807",
                                                         "9223372036854775808",
                                                         "18446744073709551615",
                                                         "4294967296",
                                                         "1e300",
                                                         "0.5",
                                                         "-9223372036854775808",
                                                         "99999999999999999999999"};
        const std::size_t at = made.find_first_of("0123456789", below(made.size() + 1));
        if (at == std::string::npos)
            return;
        const std::size_t end = made.find_first_not_of("0123456789", at);
        made.replace(at, (end == std::string::npos ? made.size() : end) - at,
                     Numbers[below(Numbers.size())]);
    }

    const Corpus &m_corpus;
    std::mt19937_64 m_random;
};

std::uint64_t environment(const char *name, std::uint64_t otherwise)
{
    const char *text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

} // namespace

void fuzz(const Corpus &corpus, int count, FuzzTarget target)
{
    sayWhatEnds();
    const bool isOne = std::getenv("QONTROLLER_SEED") != nullptr;
    const std::uint64_t first = environment("QONTROLLER_SEED", 1);
    const std::uint64_t seconds = environment("QONTROLLER_SECONDS", 0);
    const std::uint64_t all = seconds > 0 ? std::numeric_limits<std::uint64_t>::max() - first
                              : isOne     ? 1
                                          : environment("QONTROLLER_SEQUENCES", effort(count));
    for (const std::string &real : corpus)
        target(real);
    Mutator mutator(corpus);
    const auto begun = FuzzClock::now();
    std::uint64_t done = 0;
    for (; done < all; ++done) {
        if (seconds > 0 && FuzzClock::now() - begun > std::chrono::seconds(seconds))
            break;
        currentSeed = first + done;
        const std::clock_t computed = std::clock();
        target(mutator.input(currentSeed));
        if (std::clock() - computed > TooLong) {
            std::fputs("an input takes too long\n", stderr);
            std::abort();
        }
    }
    std::printf("%llu inputs\n", static_cast<unsigned long long>(done));
}

} // namespace qontroller::test
