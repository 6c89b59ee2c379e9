// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/harness/providerlook.h"
#include "core/base/text/duration.h"

#include <algorithm>

namespace qontroller::conformance {

namespace {

using consist::Books;
using consist::Command;
using consist::EmployeeKey;
using consist::OperationView;

/// Rules that hold do so at once, or as soon as a program has answered.
constexpr Duration TimeOfRules = std::chrono::seconds(1);
constexpr const char *OperationId = "conformance";
constexpr const char *WhenDrained = "although it counts as drained and an operation may begin";
constexpr const char *WhileOperated = "while it is operated on";

/// A member that gets traffic, and the employers that send it.
struct Member
{
    EmployeeKey key;
    std::set<ObjectId> employers;
    std::set<std::string, std::less<>> ids; ///< of its items

    [[nodiscard]] std::string name() const { return std::string(key.qualifiedName()); }
};

std::vector<Member> membersWithTraffic(const ConsistAccess &consist)
{
    return consist.mover->store().look([&](const Books &books) {
        std::vector<Member> members;
        for (const auto &[key, book] : books.employees()) {
            Member member{key, {}, {}};
            for (const auto &[name, since] : book.marks) {
                member.employers.insert(name.employer);
                const auto &ids = books.employer(name)->marks.at(key).ids;
                member.ids.insert(ids.begin(), ids.end());
            }
            if (!member.employers.empty())
                members.push_back(std::move(member));
        }
        return members;
    });
}

/// A member that gets traffic is protected.
void expectMarks(const World &world, const std::vector<Member> &members)
{
    if (!world.showsTraffic())
        return;
    for (const std::string &name : world.traffic()) {
        if (std::ranges::find(members, name, &Member::name) == members.end())
            fail(name, "gets traffic, as world.traffic shows, but servesTraffic() does not say so: "
                       "an operation would begin at once");
    }
}

/// Leads one member through an operation of which this kit is the operator.
class Drain
{
public:
    Drain(Bench &bench, const World &world, Instance &instance, const ConsistAccess &consist,
          Member member)
        : m_bench(bench)
        , m_world(world)
        , m_instance(instance)
        , m_consist(consist)
        , m_look(instance, consist)
        , m_member(std::move(member))
    {}

    /// Empty, or why no operation on the member is permitted now.
    [[nodiscard]] std::string run()
    {
        if (m_world.showsTraffic() && !isInTraffic())
            fail(m_member.name(), "gets traffic as its adapter says, but world.traffic does not "
                                  "show it");
        submit(Command::Kind::Begin);
        if (std::string why = awaitDrained(); !why.empty()) {
            submit(Command::Kind::Undo);
            return why;
        }
        expectNoTraffic(WhenDrained);
        submit(Command::Kind::Start);
        pass();
        expectNoTraffic(WhileOperated);
        submit(Command::Kind::Finish);
        awaitEnd();
        if (m_world.showsTraffic() && !isInTraffic())
            fail(m_member.name(), "gets no traffic again after the operation on it, as "
                                  "world.traffic shows");
        return {};
    }

private:
    void submit(Command::Kind kind) const
    {
        const auto done = m_consist.mover->submit(m_member.key, {kind, OperationId, "conformance",
                                                                 "qontroller-conformance"});
        if (!done)
            notRun("an operation on " + quoted(m_member.name())
                   + " is refused: " + done.error().message);
    }

    /// One over each employer of the member.
    void pass() const
    {
        try {
            finish(m_bench, m_member.employers,
                   [&](const ObjectId &id) { return m_instance.handle(id); });
        } catch (EndOfCheck &end) {
            for (const ObjectId &employer : m_member.employers) {
                if (end.verdict.right.empty())
                    end.verdict.right = m_look.cureOfDrain(employer, m_member.name(), m_member.ids);
            }
            throw;
        }
    }

    [[nodiscard]] std::optional<OperationView> operation() const
    {
        for (OperationView &view : m_consist.mover->operations()) {
            if (view.employee == m_member.key && view.operation.id == OperationId)
                return std::move(view);
        }
        return std::nullopt;
    }

    /// Empty, or why no operation on the member is permitted now.
    [[nodiscard]] std::string awaitDrained() const
    {
        const TimePoint deadline = in(m_bench.limits().settle);
        const TimePoint endOfRules = in(TimeOfRules);
        while (true) {
            const auto view = operation();
            if (view && view->isAllowed)
                return {};
            const bool isRuled = view && view->waiting.what == consist::WaitsFor::Rules;
            if (isRuled && isOver(endOfRules))
                return whom(*view);
            if (!isRuled && isOver(deadline))
                fail(m_member.name(), "is not drained " + formatDuration(m_bench.limits().settle)
                                          + " after an operation on it began"
                                          + (view ? whom(*view) : ""));
            passAMoment();
        }
    }

    void awaitEnd() const
    {
        const TimePoint deadline = in(m_bench.limits().settle);
        while (const auto view = operation()) {
            if (isOver(deadline)) {
                if (view->waiting.what == consist::WaitsFor::Checks)
                    notRun("the checks after an operation on " + quoted(m_member.name())
                           + " do not hold" + whom(*view));
                fail(m_member.name(), "gets no traffic again "
                                          + formatDuration(m_bench.limits().settle)
                                          + " after the operation on it" + whom(*view));
            }
            passAMoment();
        }
    }

    void passAMoment() const
    {
        pass();
        Bench::wait(std::chrono::milliseconds(10));
    }

    void expectNoTraffic(const char *when) const
    {
        if (m_world.showsTraffic() && isInTraffic())
            fail(m_member.name(), std::string("gets traffic, as world.traffic shows, ") + when);
        for (const ObjectId &employer : m_member.employers) {
            if (m_look.hasTraffic(employer, m_member.name(), m_member.ids))
                fail(m_member.name(), "gets traffic from " + quoted(employer)
                                          + ", as currentEmployees() says, " + when);
        }
    }

    [[nodiscard]] bool isInTraffic() const { return m_world.traffic().contains(m_member.name()); }
    static TimePoint in(Duration time) { return later(SteadyClock::instance().now(), time); }
    static bool isOver(TimePoint deadline) { return SteadyClock::instance().now() >= deadline; }
    /// The end of a sentence: what holds it up.
    static std::string whom(const OperationView &view)
    {
        return view.waiting.whom.empty() ? std::string() : ": " + view.waiting.whom.front().name;
    }

    Bench &m_bench;
    const World &m_world;
    Instance &m_instance;
    const ConsistAccess &m_consist;
    ProviderLook m_look;
    Member m_member;
};

} // namespace

std::string checkDrains(Bench &bench, Dice &dice)
{
    constexpr std::size_t Enough = 3;
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    const ConsistAccess &consist = needConsist(instance);
    if (!consist.followsLifecycle)
        notRun("its option followLifecycle is false: its members are not drained");
    create(world, dice, 4);
    Stepper stepper(bench, instance);
    stepper.settle();
    std::vector<Member> members = membersWithTraffic(consist);
    expectMarks(world, members);
    if (members.empty())
        notRun("no member gets traffic, as servesTraffic() says: there is nothing to drain");
    std::string why;
    std::size_t drained = 0;
    while (drained < Enough && !members.empty()) {
        const auto chosen = members.begin()
                            + static_cast<std::ptrdiff_t>(dice.below(members.size()));
        const std::string refused = Drain(bench, world, instance, consist, *chosen).run();
        if (refused.empty())
            ++drained;
        else
            why = quoted(chosen->name()) + refused;
        members.erase(chosen);
    }
    if (drained == 0)
        notRun("the rules permit no operation, as on " + why);
    return world.showsTraffic() ? ""
                                : "as the adapter says: without \"world.traffic\" the kit does not "
                                  "see the traffic itself";
}

} // namespace qontroller::conformance
