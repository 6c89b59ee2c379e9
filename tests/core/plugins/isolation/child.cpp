// SPDX-License-Identifier: LGPL-3.0-or-later
// The process of an isolated controller whose parts do as the names of their objects say.
// Its parameters are words: `key=value` each.
#include "core/engine/api/functions.h"
#include "core/plugins/isolation/served/partsserver.h"
#include "core/plugins/isolation/wire/attemptfields.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>

namespace qontroller {

namespace {

using isolation::CreateRequest;
using isolation::Culprit;
using isolation::Refusal;
using Words = std::map<std::string, std::string>;

Words wordsOf(const std::string &text)
{
    Words words;
    std::istringstream stream(text);
    for (std::string word; stream >> word;)
        words[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    return words;
}

std::string contentOf(const std::string &file)
{
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Work of that many milliseconds.
void work(int milliseconds)
{
    ::poll(nullptr, 0, milliseconds);
}

[[noreturn]] void hang()
{
    for (;;)
        ::pause();
}

void waitForStop(const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any asked;
    std::unique_lock lock(mutex);
    asked.wait(lock, stop, [] { return false; });
}

/// The mark of one who handles an id, with its process's number in it from its first
/// moment. A mark that is there already belongs to a dead process, or two handle the id at once.
class Mark
{
public:
    Mark(const std::string &folder, const std::string &id)
        : m_file(folder + "/mark-" + id)
    {
        const std::string mine = m_file + '.' + std::to_string(::getpid());
        std::ofstream(mine) << ::getpid();
        if (::link(mine.c_str(), m_file.c_str()) == 0) {
            ::unlink(mine.c_str());
            return;
        }
        const std::string other = contentOf(m_file);
        if (::kill(std::atoi(other.c_str()), 0) == 0)
            std::ofstream(folder + "/twice", std::ios::app) << id << ' ' << other << '\n';
        if (std::rename(mine.c_str(), m_file.c_str()) != 0)
            std::abort();
    }
    ~Mark() { ::unlink(m_file.c_str()); }
    Mark(const Mark &) = delete;
    Mark &operator=(const Mark &) = delete;

private:
    std::string m_file;
};

/// Has `have-ID` be what `want-ID` is.
Outcome copy(const std::string &folder, const std::string &id)
{
    const Mark mark(folder, id);
    const std::string wanted = contentOf(folder + "/want-" + id);
    work(1);
    const std::string target = folder + "/have-" + id;
    std::ofstream(target + '~') << wanted;
    return std::rename((target + '~').c_str(), target.c_str()) == 0 ? Outcome::done()
                                                                    : Outcome::retry("no rename");
}

/// Answers every call under way, without the cuts of those who keep to the rules.
void sayTooMuch()
{
    isolation::FrameWriter writer;
    writer.begin(isolation::Message::Ended)
        .number(std::uint64_t{1})
        .number(Outcome::Kind::Park)
        .number(Duration::rep{0})
        .text(std::string(std::size_t{20} << 20, 'x'));
    const std::string bytes(writer.bytes());
    for (int fd = isolation::ControlDescriptor + 1; fd < 64; ++fd)
        static_cast<void>(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL));
}

/// From now on this process gets no other descriptor, whatever is closed: those below are in use.
void useUpDescriptors()
{
    constexpr rlim_t Most = isolation::ControlDescriptor + 1;
    const rlimit limit{Most, Most};
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// Something else than frames on every socket of this process.
void writeGarbage()
{
    const std::string garbage(64, '\xff');
    for (int fd = isolation::ControlDescriptor + 1; fd < 64; ++fd)
        static_cast<void>(::send(fd, garbage.data(), garbage.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
}

/// The answer to a call that was before, on every socket of this process.
void answerAnotherCall()
{
    isolation::FrameWriter writer;
    writer.begin(isolation::Message::Ended).number(std::uint64_t{77});
    isolation::writeOutcome(writer, Outcome::done());
    const std::string bytes(writer.bytes());
    for (int fd = isolation::ControlDescriptor + 1; fd < 64; ++fd)
        static_cast<void>(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
}

/// A process with a group of its own that would go on for a minute.
void leaveChild(const std::string &folder)
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::setpgid(0, 0);
        work(60'000);
        ::_exit(0);
    }
    std::ofstream(folder + "/left") << pid;
}

void sayOfEachKind(const Attempt &attempt)
{
    attempt.event("renewed", "until 2027");
    attempt.log(LogLevel::Warning, "slow");
    attempt.count("renewed_total", 2);
    attempt.gauge("days_left", 89);
    attempt.requeue("other");
    attempt.keep(std::string_view("\0\xff", 2));
    attempt.event(std::string(std::size_t{70} << 20, 'x'), "no frame would hold it");
}

/// So many lines, and as many metrics.
void flood(const Attempt &attempt, int lines)
{
    const std::string line(200, 'x');
    for (int i = 0; i < lines; ++i) {
        attempt.log(LogLevel::Info, line);
        attempt.count("name_" + std::to_string(i));
        if (i % 10 == 0)
            attempt.event("again", line);
    }
}

Outcome keep(const std::string &id, const Attempt &attempt)
{
    attempt.keep("after " + std::string(attempt.kept));
    if (id == "keepslong")
        attempt.keep(std::string(LongestKept + 1, 'x'));
    if (id == "keepscrash")
        std::abort();
    return Outcome::done(std::string(attempt.kept));
}

Outcome add(const std::string &folder, const std::string &id, const Attempt &attempt)
{
    if (id == "after")
        return Outcome::requeueAfter(std::chrono::milliseconds(1500));
    if (id == "retry")
        return Outcome::retry("not yet");
    if (id == "park")
        return Outcome::park("never");
    if (id == "wait")
        return Outcome::wait("the tide", std::chrono::seconds(3));
    if (id == "short")
        return Outcome::shortage("no more sockets");
    if (id == "throwshort")
        throw std::system_error(EMFILE, std::generic_category(), "no log");
    if (id == "wronglevel")
        attempt.log(static_cast<LogLevel>(99), "x");
    if (id == "nofiles")
        useUpDescriptors();
    if (id == "throw")
        throw std::runtime_error("thrown by add");
    if (id == "crash")
        std::abort();
    if (id == "hang") {
        std::ofstream(folder + "/hanging", std::ios::app) << ::getpid() << '\n';
        hang();
    }
    if (id.starts_with("busy")) {
        work(20);
        return Outcome::requeueAfter(Duration::zero());
    }
    if (id == "garbage")
        writeGarbage();
    if (id == "verbose")
        return Outcome::park(std::string(std::size_t{70} << 20, 'x')); // no frame would hold it
    if (id == "toomuch")
        sayTooMuch();
    if (id == "another")
        answerAnotherCall();
    if (id == "leave")
        leaveChild(folder);
    if (id == "echo")
        return Outcome::park(attempt.id + " of " + std::string(attempt.controller) + ", number "
                             + std::to_string(attempt.number) + ", fence "
                             + std::to_string(attempt.fence));
    if (id == "progress")
        attempt.progress(3, 4);
    if (id == "says")
        sayOfEachKind(attempt);
    if (id.starts_with("flood "))
        flood(attempt, std::stoi(id.substr(6)));
    if (id.starts_with("keeps"))
        return keep(id, attempt);
    if (id == "result")
        return Outcome::done("3 files");
    if (id == "resultafter")
        return Outcome::requeueAfter(std::chrono::seconds(1), "until March");
    if (id == "callback") {
        const std::stop_callback asked(attempt.stop, [] {
            std::cout << "asked" << std::endl;
            hang();
        });
        waitForStop(attempt.stop);
    }
    if (id == "polite") {
        waitForStop(attempt.stop);
        return Outcome::retry("was asked to stop");
    }
    return id.starts_with("copy") ? copy(folder, id) : Outcome::done();
}

Fetched<std::string> get(const Attempt &attempt)
{
    using Got = Fetched<std::string>;
    if (attempt.id == "ignored")
        return Got::ignored();
    if (attempt.id == "gone")
        return Got::gone();
    if (attempt.id == "assumed")
        return Got::assumed(std::make_shared<const std::string>(attempt.id));
    if (attempt.id == "unreadable")
        return Got::failed("cannot be read");
    if (attempt.id == "throwget")
        throw std::runtime_error("thrown by get");
    if (attempt.id == "keptbyget")
        attempt.keep("seen");
    const std::uint64_t generation = attempt.id == "counted" ? 7 : 0;
    return Got::found(std::make_shared<const std::string>(attempt.id)).withGeneration(generation);
}

/// An id larger than any frame between two others; small ones the next time.
ListResult listHuge(ListSink &sink)
{
    static bool isFirst = true;
    if (!std::exchange(isFirst, false)) {
        sink.add("a");
        sink.add("b");
        return ListResult::complete("second");
    }
    sink.add("before");
    sink.add(std::string(std::size_t{70} << 20, 'x'));
    sink.add("after");
    return ListResult::complete("first");
}

std::string nameOf(const Words &words)
{
    return words.contains("name") ? words.at("name") : "copy";
}

ListResult list(const Words &words, ListSink &sink, const std::stop_token &stop)
{
    const std::string how = words.at("list");
    if (how == "huge")
        return listHuge(sink);
    if (how == "hang") {
        std::cout << "lists" << std::endl;
        hang();
    }
    if (how == "polite") {
        waitForStop(stop);
        return ListResult::partial("was asked to stop");
    }
    if (how == "throw")
        throw std::runtime_error("thrown by list");
    const int count = std::atoi(how.c_str());
    for (int i = 0; i < count; ++i)
        sink.add(nameOf(words) + std::to_string(i), 7);
    if (words.contains("also"))
        sink.add(words.at("also"));
    if (words.contains("left"))
        sink.addLeftover(words.at("left"));
    return ListResult::complete("here");
}

/// Whose list says that it is another's until it is taken over.
class ForeignSource final : public ListerWatcher
{
public:
    ListResult list(ListSink &sink, std::stop_token) override
    {
        if (!m_isTaken)
            return ListResult::foreign("host-b has it");
        sink.add("taken");
        return ListResult::complete();
    }
    void takeOver() override { m_isTaken = true; }

private:
    bool m_isTaken = false;
};

WatchEnd watch(WatchSink &sink, const std::string &cursor, const std::stop_token &stop)
{
    sink.ready();
    sink.event(EventType::Modified, "changed", 9);
    sink.cursor("after " + cursor);
    sink.missed("a buffer ran over");
    sink.error("not understood");
    waitForStop(stop);
    return WatchEnd::cursorExpired();
}

WatchMode modeOf(const std::string &word)
{
    return word == "live"     ? WatchMode::Live
           : word == "cursor" ? WatchMode::FromCursor
                              : WatchMode::None;
}

void start(const std::string &how)
{
    if (how == "crash")
        std::abort();
    if (how == "exit")
        std::_Exit(7);
    if (how == "hang")
        hang();
    if (how == "noisy")
        std::cout << std::string(200'000, 'x') << '\n' << "said enough" << std::endl;
}

tl::expected<ControllerParts, Refusal> make(const CreateRequest &request)
{
    Words words = wordsOf(request.parameters);
    const std::string folder = words["folder"];
    start(words["start"]);
    // Each start but the first, if `later` says so.
    if (!folder.empty()) {
        const bool isFirst = ::access((folder + "/started").c_str(), F_OK) != 0;
        std::ofstream(folder + "/started", std::ios::app) << ::getpid() << '\n';
        if (!isFirst)
            start(words["later"]);
    }
    if (words["start"] == "refuse")
        return tl::unexpected(Refusal{Culprit::Parameters, "folder is not a folder"});

    ControllerParts parts;
    parts.listerWatcher =
        makeListerWatcher([words](ListSink &sink,
                                  const std::stop_token &stop) { return list(words, sink, stop); },
                          watch, modeOf(words["watch"]));
    if (words["watch"].empty())
        parts.listerWatcher = makeListerWatcher(
            [words](ListSink &sink, const std::stop_token &stop) {
                return list(words, sink, stop);
            });
    if (words["list"] == "foreign")
        parts.listerWatcher = std::make_shared<ForeignSource>();
    parts.reconciler = makeReconciler<std::string>(
        makeStorage<std::string>([](const Attempt &attempt) { return get(attempt); }),
        makeHandler<std::string>([folder](const std::string &id,
                                          const Attempt
                                              &attempt) { return add(folder, id, attempt); },
                                 [](const Attempt &attempt) {
                                     return Outcome::park("removed " + attempt.id);
                                 }));
    if (words["describe"] == "yes")
        parts.describer = makeDescriber([](const ObjectId &id,
                                           const std::stop_token &) { return "desired " + id; },
                                        [](const ObjectId &id,
                                           const std::stop_token &) -> std::string {
                                            if (id == "huge")
                                                return std::string(isolation::FrameLimit + 1, 'x');
                                            throw std::runtime_error("actual " + id
                                                                     + " is not known");
                                        });
    if (words["related"] == "yes")
        parts.related.push_back({makeListerWatcher([](ListSink &sink, const std::stop_token &) {
                                     sink.add("member");
                                     return ListResult::partial("one only");
                                 }),
                                 makeOwners([](const ObjectId &id, const std::stop_token &) {
                                     if (id == "many")
                                         return std::vector<ObjectId>(2000,
                                                                      std::string(LongestId, 'x'));
                                     return std::vector<ObjectId>{"owner of " + id, "other"};
                                 })});
    if (words["lacks"] == "lister")
        parts.listerWatcher.reset();
    if (words["lacks"] == "owners" && !parts.related.empty())
        parts.related.front().owners.reset();
    if (words["lacks"] == "source" && !parts.related.empty())
        parts.related.front().listerWatcher.reset();
    // The last thing that goes
    parts.reconciler = {parts.reconciler.get(), [kept = parts.reconciler, how = words["last"]](
                                                    Reconciler *) { start(how); }};
    return parts;
}

} // namespace

} // namespace qontroller

int main()
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    using namespace qontroller;
    return isolation::serveParts(UniqueFd(isolation::ControlDescriptor), make);
}
