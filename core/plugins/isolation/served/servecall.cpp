// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/served/servecall.h"

#include "core/base/faults/callforeign.h"
#include "core/base/text/text.h"
#include "core/plugins/isolation/served/servedsinks.h"
#include "core/plugins/isolation/wire/attemptfields.h"

#include <optional>

namespace qontroller::isolation {

namespace {

/// Calls a part; what it throws is sent.
template<class Call>
auto call(CallAnswers &answers, Call function) -> std::optional<std::invoke_result_t<Call>>
{
    auto result = callForeign(function);
    if (result)
        return std::move(*result);
    answers.send(Message::Threw, [&](FrameWriter &writer) {
        writer.number(result.error().kind).text(result.error().text);
    });
    return std::nullopt;
}

/// The part of source \a number, 0 for the controller's own; null if there is none.
ListerWatcher *sourceOf(const ControllerParts &parts, std::uint32_t number)
{
    if (number == 0)
        return parts.listerWatcher.get();
    return number <= parts.related.size() ? parts.related[number - 1].listerWatcher.get() : nullptr;
}

bool list(FrameReader &fields, const ServedParts &served, CallAnswers &answers)
{
    ListerWatcher *const source = sourceOf(served.parts, fields.number<std::uint32_t>());
    if (!source || !fields.isWhole())
        return false;
    IdsSender sink(answers);
    const auto result = call(answers, [&] {
        ListResult made = source->list(sink, served.stop);
        sink.flush();
        return made;
    });
    if (result)
        answers.send(Message::ListEnded, [&](FrameWriter &writer) {
            writer.number(result->kind()).text(result->text()).text(result->doubt());
            writer.number(static_cast<std::uint8_t>(result->isForeign()));
            writer.number(static_cast<std::uint32_t>(result->below().size()));
            for (const std::string &begin : result->below())
                writer.text(begin);
        });
    return true;
}

bool takeOver(FrameReader &fields, const ServedParts &served, CallAnswers &answers)
{
    ListerWatcher *const source = sourceOf(served.parts, fields.number<std::uint32_t>());
    if (!source || !fields.isWhole())
        return false;
    const auto taken = call(answers, [&] {
        source->takeOver();
        return true;
    });
    if (taken)
        answers.send(Message::Taken);
    return true;
}

bool watch(FrameReader &fields, const ServedParts &served, CallAnswers &answers)
{
    ListerWatcher *const source = sourceOf(served.parts, fields.number<std::uint32_t>());
    const std::string cursor(fields.text());
    if (!source || !fields.isWhole())
        return false;
    WatchSender sink(answers);
    const auto end = call(answers, [&] { return source->watch(sink, cursor, served.stop); });
    if (end)
        answers.send(Message::WatchEnded,
                     [&](FrameWriter &writer) { writer.number(end->kind()).text(end->error()); });
    return true;
}

void answer(const std::optional<Outcome> &outcome, CallAnswers &answers)
{
    if (outcome)
        answers.send(Message::Ended, [&](FrameWriter &writer) { writeOutcome(writer, *outcome); });
}

void reconcile(const Attempt &attempt, const ServedParts &served, CallAnswers &answers)
{
    Reconciler &reconciler = *served.parts.reconciler;
    const auto fetched = call(answers, [&] { return reconciler.get(attempt); });
    if (!fetched)
        return;
    if (fetched->kind() == Fetched<void>::Kind::Assumed && attempt.isMissing)
        return answers.send(Message::Assumed);
    if (!fetched->object())
        return answers.send(Message::NotFound,
                            [&](FrameWriter &writer) { writeNotFound(writer, *fetched); });
    answers.send(Message::Found,
                 [&](FrameWriter &writer) { writer.number(fetched->generation()); });
    answer(call(answers, [&] { return reconciler.add(fetched->object(), attempt); }), answers);
}

bool handle(Message type, FrameReader &fields, const ServedParts &served, CallAnswers &answers)
{
    const auto read = readAttempt(fields);
    if (!read)
        return false;
    const auto sink = std::make_shared<AttemptSender>(answers);
    Attempt attempt{read->id, served.controller, read->number, read->fence,     served.stop,
                    sink,     read->isMissing,   read->cause,  read->lastError, read->deadline};
    attempt.kept = read->kept;
    if (type == Message::Reconcile)
        reconcile(attempt, served, answers);
    else
        answer(call(answers, [&] { return served.parts.reconciler->remove(attempt); }), answers);
    sink->end();
    return true;
}

bool describe(Message type, FrameReader &fields, const ServedParts &served, CallAnswers &answers)
{
    Describer *const describer = served.parts.describer.get();
    const ObjectId id(fields.text());
    if (!describer || !fields.isWhole())
        return false;
    const auto text = call(answers, [&] {
        return type == Message::Desired ? describer->desired(id, served.stop)
                                        : describer->actual(id, served.stop);
    });
    if (text)
        answers.sendText(Message::Text, cutText(*text, LongestDescription));
    return true;
}

bool owners(FrameReader &fields, const ServedParts &served, CallAnswers &answers)
{
    const auto source = fields.number<std::uint32_t>();
    const ObjectId id(fields.text());
    if (source == 0 || source > served.parts.related.size() || !fields.isWhole())
        return false;
    const auto ids = call(answers, [&] {
        return served.parts.related[source - 1].owners->ownersOf(id, served.stop);
    });
    if (ids)
        answers.send(Message::OwnerIds, [&](FrameWriter &writer) {
            writer.number(static_cast<std::uint32_t>(ids->size()));
            for (const ObjectId &owner : *ids)
                writer.text(sendable(owner));
        });
    return true;
}

} // namespace

bool serveCall(Frame &frame, const ServedParts &served, CallAnswers &answers)
{
    switch (frame.type) {
    case Message::List: return list(frame.fields, served, answers);
    case Message::Watch: return watch(frame.fields, served, answers);
    case Message::Reconcile:
    case Message::Remove: return handle(frame.type, frame.fields, served, answers);
    case Message::Desired:
    case Message::Actual: return describe(frame.type, frame.fields, served, answers);
    case Message::Owners: return owners(frame.fields, served, answers);
    case Message::TakeOver: return takeOver(frame.fields, served, answers);
    default: return false;
    }
}

} // namespace qontroller::isolation
