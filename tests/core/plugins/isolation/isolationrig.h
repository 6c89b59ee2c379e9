// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/isolation/engine/isolate.h"
#include "eventually.h"
#include "printing.h"

#include <QtCore/QTemporaryDir>

#include <csignal>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>

namespace qontroller::test {

/// An isolated controller made of the parts of child.cpp, with a folder of its own.
class IsolationRig
{
public:
    IsolationRig()
    {
        settings.program = ISOLATION_CHILD;
        settings.create.controller = "batman";
        settings.patience.firstBackOff = std::chrono::milliseconds(1);
        settings.patience.longestBackOff = std::chrono::milliseconds(4);
        settings.output = [this](std::string_view line) {
            const std::lock_guard lock(m_mutex);
            m_lines.emplace_back(line);
        };
    }
    ~IsolationRig() { isolated = {}; }

    [[nodiscard]] std::string file(const std::string &name) const
    {
        return folder.filePath(QString::fromStdString(name)).toStdString();
    }
    void write(const std::string &name, const std::string &text) const
    {
        std::ofstream(file(name)) << text;
    }
    [[nodiscard]] std::string read(const std::string &name) const
    {
        std::ifstream stream(file(name));
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    /// Starts it with more words for child.cpp; the sentence if that fails.
    [[nodiscard]] std::string start(const std::string &words = {})
    {
        settings.create.parameters = "folder=" + folder.path().toStdString() + " list=0 " + words;
        auto made = isolate(settings, *clock);
        if (!made) {
            culprit = made.error().culprit;
            return made.error().sentence;
        }
        isolated = std::move(*made);
        return {};
    }

    /// get and then add, as the engine calls them.
    [[nodiscard]] Outcome handle(const ObjectId &id, const std::stop_token &stop = {},
                                 AttemptSink *sink = nullptr) const
    {
        if (const auto absent = isolated.process->awaitRunning(stop))
            return Outcome::wait(absent->text, absent->wait);
        const Attempt attempt{id,   "batman",
                              2,    5,
                              stop, std::shared_ptr<AttemptSink>(std::shared_ptr<void>(), sink)};
        const auto fetched = isolated.parts.reconciler->get(attempt);
        if (fetched.kind() != Fetched<void>::Kind::Found)
            return Outcome::retry("not found: " + fetched.error().message);
        return isolated.parts.reconciler->add(fetched.object(), attempt);
    }

    [[nodiscard]] int pid() const { return isolated.process->status().pid; }
    /// Waits for a process that is not \a old; 0 if none comes.
    [[nodiscard]] int otherThan(int old) const
    {
        int current = 0;
        const bool came = eventually([&] {
            current = pid();
            return current != 0 && current != old;
        });
        return came ? current : 0;
    }
    [[nodiscard]] bool printed(const std::string &line)
    {
        return eventually([&] {
            const std::lock_guard lock(m_mutex);
            return std::ranges::find(m_lines, line) != m_lines.end();
        });
    }
    /// All notes so far, one a line.
    [[nodiscard]] std::string notes()
    {
        for (const ProcessNote &note : isolated.process->takeNotes())
            m_notes += note.text + '\n';
        return m_notes;
    }
    [[nodiscard]] bool noted(const std::string &text)
    {
        return eventually([&] { return notes().find(text) != std::string::npos; });
    }

    Clock *clock = &SteadyClock::instance(); ///< of the next start()
    QTemporaryDir folder;
    IsolationSettings settings;
    IsolatedController isolated;
    isolation::Culprit culprit{}; ///< of a start that failed

private:
    std::mutex m_mutex;
    std::deque<std::string> m_lines;
    std::string m_notes;
};

[[nodiscard]] inline bool isAlive(pid_t pid)
{
    return ::kill(pid, 0) == 0;
}

[[nodiscard]] inline std::ptrdiff_t openDescriptors()
{
    const std::filesystem::directory_iterator fds("/proc/self/fd");
    return std::distance(begin(fds), end(fds));
}

} // namespace qontroller::test
