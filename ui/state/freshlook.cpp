// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/freshlook.h"

#include "ui/state/livestate.h"

#include "core/engine/observe/feed/delta.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller::ui {

namespace {

constexpr int Pictures = 2; ///< the first may have been made before it was asked for

} // namespace

FreshLook::FreshLook(DeltaPump &pump, LiveState &state)
    : m_pump(pump)
    , m_state(state)
{
    connect(&pump, &DeltaPump::pulled, this, [this](const DeltaPtr &delta) { take(*delta); });
}

bool FreshLook::canTell(ControllerId id) const
{
    const HostStatus *host = m_state.hosts().of(id);
    return latestController(m_state, id) && (!host || host->state == HostState::Connected);
}

void FreshLook::ask(const std::set<ControllerId> &controllers, Told told)
{
    Question question{++m_last, {}, std::move(told)};
    for (const ControllerId id : controllers) {
        if (canTell(id))
            question.missing.emplace(id, Pictures);
    }
    if (question.missing.empty())
        return question.told({});
    m_questions.push_back(std::move(question));
    QTimer::singleShot(Patience, this, [this, number = m_last] { giveUp(number); });
    m_pump.hurry();
}

void FreshLook::take(const Delta &delta)
{
    bool isBegun = false;
    for (Question &question : m_questions) {
        for (const ControllerDelta &controller : delta.controllers) {
            const auto missing = question.missing.find(controller.id);
            if (missing == question.missing.end() || controller.rowsPending > 0)
                continue;
            isBegun |= missing->second == Pictures;
            if (--missing->second == 0)
                question.missing.erase(missing);
        }
        for (const ControllerId gone : delta.removed)
            question.missing.erase(gone);
    }
    if (isBegun)
        m_pump.hurry();
    const auto answered = std::stable_partition(m_questions.begin(), m_questions.end(),
                                                [](const Question &question) {
                                                    return !question.missing.empty();
                                                });
    const std::vector<Question> all(std::make_move_iterator(answered),
                                    std::make_move_iterator(m_questions.end()));
    m_questions.erase(answered, m_questions.end());
    if (!all.empty())
        m_state.apply(nullptr);
    for (const Question &question : all)
        question.told({});
}

void FreshLook::giveUp(int number)
{
    const auto found = std::ranges::find(m_questions, number, &Question::number);
    if (found == m_questions.end())
        return;
    const Question question = std::move(*found);
    m_questions.erase(found);
    std::set<ControllerId> silent;
    for (const auto &[id, missing] : question.missing)
        silent.insert(id);
    question.told(silent);
}

} // namespace qontroller::ui
