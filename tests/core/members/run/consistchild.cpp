// SPDX-License-Identifier: LGPL-3.0-or-later
// Passes and operations over one store until it is killed, or until all is quiet.
//
//   consist-child FOLDER SEED EMPLOYER…     in several threads; never ends by itself
//   consist-child FOLDER quiet EMPLOYER…    lets all operations end, and then ends
//
// Prints a dot before each step.
#include "core/members/consist/pass.h"
#include "core/members/run/consiststore.h"
#include "filesprovider.h"

#include <cstdio>
#include <random>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::consist::test;

namespace {

const std::vector<std::string> Servers{"s1", "s2", "s3", "s4"};

class Life
{
public:
    Life(const std::filesystem::path &folder, ConsistStore &store,
         std::vector<std::string> employers)
        : m_folder(folder)
        , m_employers(std::move(employers))
        , m_store(store)
        , m_provider(folder / "provider")
        , m_ledger(store.ledgerOf("files"))
        , m_adapter(eraseAdapter(std::make_shared<FilesAdapter>(m_provider, Servers)))
    {}

    /// Each employer and the operators have a thread of their own.
    [[noreturn]] void goOn(unsigned seed)
    {
        for (const std::string &employer : m_employers) {
            std::thread([this, employer] {
                for (;;)
                    pass(employer);
            }).detach();
        }
        std::mt19937 random(seed);
        for (;;) {
            const std::string &server = Servers[random() % Servers.size()];
            constexpr Command::Kind Kinds[] = {Command::Kind::Begin, Command::Kind::Start,
                                               Command::Kind::Finish, Command::Kind::Undo};
            command(server, Command{Kinds[random() % 4], "restart", "restart", "test"});
            look(server);
        }
    }
    void comeToRest()
    {
        for (int round = 0; round < 50; ++round) {
            for (const std::string &server : Servers) {
                command(server, Command{Command::Kind::Finish, "restart", {}, "test"});
                command(server, Command{Command::Kind::Undo, "restart", {}, "test"});
                look(server);
            }
            for (const std::string &employer : m_employers)
                pass(employer);
        }
    }

private:
    static void beginStep()
    {
        if (::write(STDOUT_FILENO, ".", 1) != 1)
            std::exit(3);
    }
    void pass(const std::string &employer)
    {
        beginStep();
        const Attempt attempt{employer, "files", 1, 0, {}};
        (void)runPass(*m_adapter, *m_ledger, m_options,
                      {employer, attempt, std::make_shared<const int>(0), false});
    }
    void command(const std::string &server, const Command &command)
    {
        // Who works is noted before the permission is used, and until it has been given back.
        if (command.kind == Command::Kind::Finish)
            std::filesystem::remove(m_folder / "at-work" / server);
        const Step done = act(server, command);
        if (command.kind != Command::Kind::Start)
            return;
        for (const Operation &one : done.state.operations) {
            if (one.phase == Phase::Operating)
                std::ofstream(m_folder / "at-work" / server) << "working";
        }
    }
    void look(const std::string &server) { act(server, std::nullopt); }

    Step act(const std::string &server, const std::optional<Command> &command)
    {
        beginStep();
        const EmployeeKey key("employee", server);
        const auto step = m_store.step(key, [&](const Books &books, const EmployeeBook &employee,
                                                WallTime now) {
            Facts facts;
            facts.now = now;
            facts.marks = books.marksOn(key);
            facts.missing = books.missingFor(key);
            facts.command = command;
            for (const Operation &one : employee.lifecycle.operations)
                facts.preChecks[one.id].passed = facts.postChecks[one.id].passed = true;
            return settle(employee.lifecycle, facts, {});
        });
        if (!step) {
            std::fprintf(stderr, "%s\n", step.error().message.c_str());
            std::exit(2);
        }
        return *step;
    }

    std::filesystem::path m_folder;
    std::vector<std::string> m_employers;
    ConsistStore &m_store;
    FilesProvider m_provider;
    std::unique_ptr<Ledger> m_ledger;
    std::shared_ptr<AnyConsistAdapter> m_adapter;
    ConsistOptions m_options;
};

} // namespace

int main(int count, char **arguments)
{
    const std::filesystem::path folder(arguments[1]);
    auto store = ConsistStore::open(folder / "consist.sqlite", SteadyClock::instance());
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().message.c_str());
        return 2;
    }
    Life life(folder, **store, {arguments + 3, arguments + count});
    if (std::string_view(arguments[2]) == "quiet")
        life.comeToRest();
    else
        life.goOn(static_cast<unsigned>(std::stoul(arguments[2])));
}
