// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "eventually.h"

#include <QtCore/QTemporaryDir>

#include <chrono>
#include <map>
#include <string>
#include <string_view>

/// Real folders for the tests of folder-mirror.
namespace qontroller::test {

/// A folder for one test, gone with this object; in memory where there is a tmpfs.
class TestFolder
{
public:
    TestFolder();
    ~TestFolder(); ///< also what QTemporaryDir cannot remove: odd names, long paths
    [[nodiscard]] std::string path() const;
    [[nodiscard]] std::string path(std::string_view below) const;

private:
    QTemporaryDir m_folder;
};

/// Makes the folders on the way; a failure ends the test program with a message.
void makeFolder(const std::string &path);
void writeFile(const std::string &path, std::string_view content);
void makeLink(const std::string &path, const std::string &target);
void makePipe(const std::string &path);
void setMode(const std::string &path, unsigned mode);
void setModified(const std::string &path, long long seconds, long nanoseconds);
void removeAll(const std::string &path);
void moveTo(const std::string &from, const std::string &to);

[[nodiscard]] bool exists(const std::string &path); ///< without following a link
[[nodiscard]] std::string readFile(const std::string &path);

/// Every entry below \a root but pipes, sockets, devices and a mirror's record, by relative path:
/// type, mode, owner, times and a hash of the content, in one line.
[[nodiscard]] std::map<std::string, std::string> snapshot(const std::string &root);

/// The first difference between two trees in a line; empty if they are equal.
[[nodiscard]] std::string firstDifference(const std::string &source, const std::string &target);

/// How many temporary files of folder-mirror are below \a root.
[[nodiscard]] int temporaryFilesIn(const std::string &root);

/// Waits for other threads or processes to make \a condition true; gives up after a minute.
template<class Condition>
[[nodiscard]] bool waitFor(Condition condition)
{
    return comesTrue(condition, std::chrono::minutes(1));
}

/// Runs \a function in a process of its own; its return value.
template<class Function>
[[nodiscard]] int inChild(Function function);

} // namespace qontroller::test

#include <sys/wait.h>
#include <unistd.h>

namespace qontroller::test {

template<class Function>
int inChild(Function function)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(function());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

} // namespace qontroller::test
