// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/run/checkchild.h"

#include <fcntl.h>
#include <sys/prctl.h>

#include <csignal>
#include <utility>

namespace qontroller::conformance {

namespace {

constexpr int NotesDescriptor = 3;

CheckOrder orderOf(const std::vector<std::string> &arguments)
{
    CheckOrder order;
    order.check = arguments.at(0);
    order.plugin = arguments.at(1);
    order.file = arguments.at(2);
    order.folder = arguments.at(3);
    order.seed = std::stoull(arguments.at(4));
    order.rounds = std::stoull(arguments.at(5));
    order.limits = {Duration(std::stoll(arguments.at(6))), Duration(std::stoll(arguments.at(7)))};
    return order;
}

Verdict runRounds(const CheckOrder &order, const Check &check, Notes &notes)
{
    const auto subject = readSubject(order.plugin, order.file);
    if (!subject)
        return {Verdict::Kind::Refused, subject.error(), {}};
    Verdict verdict;
    try {
        Bench bench(*subject, order.folder, order.limits, notes);
        for (std::uint64_t round = 0; round < order.rounds; ++round) {
            notes.round(order.seed + round);
            Dice dice(order.seed + round);
            if (std::string remark = check.run(bench, dice); verdict.text.empty())
                verdict.text = std::move(remark);
        }
    } catch (EndOfCheck &end) {
        verdict = std::move(end.verdict);
    } catch (const std::exception &exception) {
        verdict = {Verdict::Kind::Refused, std::string("internal error: ") + exception.what(), {}};
    }
    return verdict;
}

} // namespace

std::vector<std::string> argumentsOf(const CheckOrder &order)
{
    return {order.check,
            order.plugin,
            order.file,
            order.folder,
            std::to_string(order.seed),
            std::to_string(order.rounds),
            std::to_string(order.limits.stop.count()),
            std::to_string(order.limits.settle.count())};
}

int runCheckHere(const std::vector<std::string> &arguments)
{
    // It never outlives the program that judges it.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::fcntl(NotesDescriptor, F_SETFD, FD_CLOEXEC); // the plugin's children do not get it
    Notes notes{UniqueFd(NotesDescriptor)};
    const CheckOrder order = orderOf(arguments);
    const Check *check = findCheck(order.check);
    if (!check)
        return 1;
    notes.verdict(runRounds(order, *check, notes));
    return 0;
}

} // namespace qontroller::conformance
