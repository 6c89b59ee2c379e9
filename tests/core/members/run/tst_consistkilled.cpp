// SPDX-License-Identifier: LGPL-3.0-or-later
// A program with passes and operations, killed with SIGKILL again and again.
#include "effort.h"
#include "testprogram.h"

#include "core/base/files/uniquefd.h"
#include "core/members/run/consiststore.h"
#include "filesprovider.h"
#include "killablechild.h"

#include <QtTest/QtTest>

#include <fcntl.h>
#include <random>
#include <unistd.h>
#include <utility>
#include <vector>

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
    Child(const QString &folder, const std::string &what, const std::vector<std::string> &employers)
        : m_child(command(folder.toStdString(), what, employers), m_steps.to.get())
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
    static std::vector<std::string> command(const std::string &folder, const std::string &what,
                                            const std::vector<std::string> &employers)
    {
        std::vector<std::string> words{CONSIST_CHILD, folder, what};
        words.insert(words.end(), employers.begin(), employers.end());
        return words;
    }

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

/// What survives each kill: the books, and what the provider has of \a employers.
class Site
{
public:
    explicit Site(std::vector<std::string> employers)
        : m_employers(std::move(employers))
    {
        QDir(m_folder.path()).mkdir("provider");
        QDir(m_folder.path()).mkdir("at-work");
    }

    /// Another life: \a seed.
    [[nodiscard]] Child begin(int seed) const
    {
        return {m_folder.path(), std::to_string(seed), m_employers};
    }
    /// A last life, which ends by itself; its status.
    [[nodiscard]] int comeToRest() const
    {
        return Child(m_folder.path(), "quiet", m_employers).wait();
    }
    [[nodiscard]] std::vector<Server> serversOf(const std::string &employer) const
    {
        return FilesProvider((m_folder.path() + "/provider").toStdString()).serversOf(employer);
    }
    /// What is wrong after a kill; empty if all is well.
    [[nodiscard]] std::string faults(int &operations) const
    {
        const std::filesystem::path folder(m_folder.path().toStdString());
        auto opened = ConsistStore::open(folder / "consist.sqlite", SteadyClock::instance());
        if (!opened)
            return opened.error().message;
        return (*opened)->look([&](const Books &books) {
            std::string wrong;
            for (const std::string &employer : m_employers) {
                for (const Server &server : serversOf(employer)) {
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

private:
    const QTemporaryDir m_folder;
    const std::vector<std::string> m_employers;
};

std::vector<std::string> manyEmployers()
{
    std::vector<std::string> names;
    for (int i = 0; i < 40; ++i)
        names.push_back("e" + std::to_string(i));
    return names;
}

} // namespace

class ConsistKilledTest : public QObject
{
    Q_OBJECT

private slots:
    void m7_nothingIsLostByKillsAndAllComesBack_data()
    {
        QTest::addColumn<std::vector<std::string>>("employers");
        QTest::addColumn<int>("lives");
        QTest::addColumn<int>("steps"); // of each life, at the least
        QTest::newRow("two employers") << std::vector<std::string>{"mail", "web"} << Kills << 1;
        QTest::newRow("forty employers over four lives") << manyEmployers() << 4 << 1500;
    }
    void m7_nothingIsLostByKillsAndAllComesBack()
    {
        QFETCH(std::vector<std::string>, employers);
        QFETCH(int, lives);
        QFETCH(int, steps);
        const Site site(employers);
        std::mt19937 random(11);
        int operations = 0;
        for (int i = 0; i < lives; ++i) {
            Child child = site.begin(i);
            child.waitForSteps(unsigned(steps) + static_cast<unsigned>(random() % 200));
            QVERIFY(child.kill());
            const std::string wrong = site.faults(operations);
            QVERIFY2(wrong.empty(), qPrintable(QString("after kill %1: %2")
                                                   .arg(i + 1)
                                                   .arg(QString::fromStdString(wrong))));
        }
        QVERIFY(operations > 0); // else nothing was tried

        QCOMPARE(site.comeToRest(), 0);
        operations = 0;
        QCOMPARE(site.faults(operations), std::string());
        QCOMPARE(operations, 0);
        for (const std::string &employer : employers) {
            const auto servers = site.serversOf(employer);
            QCOMPARE(servers.size(), std::size_t(4));
            for (const Server &server : servers)
                QVERIFY2(server.on, server.name.c_str());
        }
    }
};

QONTROLLER_GUILESS_TEST(ConsistKilledTest)
#include "tst_consistkilled.moc"
