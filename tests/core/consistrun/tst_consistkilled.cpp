// SPDX-License-Identifier: LGPL-3.0-or-later
// A program with passes and operations, killed with SIGKILL again and again.
#include "effort.h"
#include "testprogram.h"

#include "core/base/uniquefd.h"
#include "core/consistrun/consiststore.h"
#include "filesprovider.h"
#include "killablechild.h"

#include <QtTest/QtTest>

#include <fcntl.h>
#include <random>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::consist::test;
using namespace qontroller::test;

namespace {

constexpr int Kills = effort(200);

/// Prints a dot before each of its steps.
class Child
{
public:
    Child(const QString &folder, const std::string &what)
        : m_child({CONSIST_CHILD, folder.toStdString(), what}, m_steps.to.get())
    {
        m_steps.to.reset();
    }

    /// Waits until it has begun so many steps.
    void waitForSteps(unsigned count)
    {
        char step = 0;
        for (unsigned i = 0; i < count && ::read(m_steps.from.get(), &step, 1) == 1; ++i) {
        }
    }
    /// Whether it was still running.
    bool kill() { return m_child.kill(); }
    int wait() { return m_child.wait(); }

private:
    struct Pipe
    {
        Pipe()
        {
            int ends[2];
            if (::pipe2(ends, O_CLOEXEC) == 0) {
                from.reset(ends[0]);
                to.reset(ends[1]);
            }
        }
        UniqueFd from;
        UniqueFd to;
    };

    Pipe m_steps;
    KillableChild m_child;
};

} // namespace

class ConsistKilledTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    /// What is wrong after a kill; empty if all is well.
    [[nodiscard]] std::string faults(int &operations)
    {
        const std::filesystem::path folder(m_folder.path().toStdString());
        auto opened = ConsistStore::open(folder / "consist.sqlite", SteadyClock::instance());
        if (!opened)
            return opened.error().message;
        FilesProvider provider(folder / "provider");
        return (*opened)->look([&](const Books &books) {
            std::string wrong;
            for (const std::string employer : {"mail", "web"}) {
                for (const Server &server : provider.serversOf(employer)) {
                    if (!server.on)
                        continue;
                    const EmployeeKey key("employee", server.name);
                    if (!books.employer({"files", employer})->marks.contains(key))
                        wrong += "no mark tells of the traffic to " + server.name + "; ";
                    if (isOperatedOn(books.employee(key).lifecycle))
                        wrong += server.name + " gets traffic and is operated on; ";
                    if (std::filesystem::exists(folder / "at-work" / server.name))
                        wrong += server.name + " gets traffic and an operator is at work; ";
                }
            }
            for (const auto &[key, book] : books.employees())
                operations += !book.lifecycle.operations.empty();
            return wrong;
        });
    }

private slots:
    void nothingIsLostByAKill()
    {
        QDir(m_folder.path()).mkdir("provider");
        QDir(m_folder.path()).mkdir("at-work");
        std::mt19937 random(11);
        int operations = 0;
        for (int i = 0; i < Kills; ++i) {
            Child child(m_folder.path(), std::to_string(i));
            child.waitForSteps(1 + static_cast<unsigned>(random() % 200));
            QVERIFY(child.kill());
            const std::string wrong = faults(operations);
            QVERIFY2(wrong.empty(), qPrintable(QString("after kill %1: %2")
                                                   .arg(i + 1)
                                                   .arg(QString::fromStdString(wrong))));
        }
        QVERIFY(operations > 0); // else nothing was tried
    }

    void allComesBack()
    {
        QCOMPARE(Child(m_folder.path(), "quiet").wait(), 0);
        int operations = 0;
        QCOMPARE(faults(operations), std::string());
        QCOMPARE(operations, 0);
        FilesProvider provider((m_folder.path() + "/provider").toStdString());
        for (const char *employer : {"mail", "web"}) {
            const auto servers = provider.serversOf(employer);
            QCOMPARE(servers.size(), std::size_t(4));
            for (const Server &server : servers)
                QVERIFY2(server.on, server.name.c_str());
        }
    }
};

QONTROLLER_GUILESS_TEST(ConsistKilledTest)
#include "tst_consistkilled.moc"
