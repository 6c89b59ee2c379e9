// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/engine/remotesource.h"

#include "core/base/faults/shortage.h"
#include "core/base/text/text.h"
#include "core/plugins/isolation/engine/remotecall.h"

#include <optional>
#include <stdexcept>
#include <vector>

namespace qontroller::isolation {

namespace {

using Step = RemoteCall::Step;
constexpr auto Unlimited = CallBroker::Grace::Unlimited;

Step takeIds(FrameReader &fields, ListSink &sink)
{
    const auto count = fields.number<std::uint32_t>();
    for (std::uint32_t i = 0; i < count; ++i) {
        const bool isLeftover = fields.flag();
        const auto version = fields.number<Version>();
        const std::string_view id = fields.text();
        if (!fields.isGood())
            return Step::Unexpected;
        if (isLeftover)
            sink.addLeftover(id);
        else
            sink.add(id, version);
    }
    return fields.isWhole() ? Step::More : Step::Unexpected;
}

std::optional<ListResult> readListResult(FrameReader &fields)
{
    const auto kind = fields.oneOf(ListResult::Kind::Failed);
    const std::string text(fields.text());
    const std::string doubt(fields.text());
    const bool isForeign = fields.flag();
    std::vector<std::string> below;
    for (auto left = fields.number<std::uint32_t>(); left > 0 && fields.isGood(); --left)
        below.emplace_back(fields.text());
    if (!fields.isWhole())
        return std::nullopt;
    switch (kind) {
    case ListResult::Kind::Complete:
        return doubt.empty() ? ListResult::complete(text) : ListResult::replaced(doubt, text);
    case ListResult::Kind::Partial: return ListResult::partial(text, std::move(below));
    case ListResult::Kind::Failed: break;
    }
    return isForeign ? ListResult::foreign(text) : ListResult::failed(text);
}

std::optional<WatchEnd> readWatchEnd(FrameReader &fields)
{
    const auto kind = fields.oneOf(WatchEnd::Kind::CursorExpired);
    const std::string_view error = fields.text();
    if (!fields.isWhole())
        return std::nullopt;
    switch (kind) {
    case WatchEnd::Kind::Closed: return WatchEnd::closed();
    case WatchEnd::Kind::CursorExpired: return WatchEnd::cursorExpired();
    case WatchEnd::Kind::Failed: break;
    }
    return WatchEnd::failed(cutText(error));
}

Step takeEvent(FrameReader &fields, WatchSink &sink)
{
    const auto type = fields.oneOf(EventType::Deleted);
    const auto version = fields.number<Version>();
    const std::string_view id = fields.text();
    if (!fields.isWhole())
        return Step::Unexpected;
    sink.event(type, id, version);
    return Step::More;
}

/// Anything that a watch says but its end.
Step takeWatchWord(Frame &frame, WatchSink &sink)
{
    if (frame.type == Message::WatchEvent)
        return takeEvent(frame.fields, sink);
    if (frame.type == Message::WatchReady) {
        if (!frame.fields.isWhole())
            return Step::Unexpected;
        sink.ready();
        return Step::More;
    }
    const std::string_view text = frame.fields.text();
    if (!frame.fields.isWhole())
        return Step::Unexpected;
    switch (frame.type) {
    case Message::WatchCursor: sink.cursor(text); return Step::More;
    case Message::WatchMissed: sink.missed(text); return Step::More;
    case Message::WatchError: sink.error(text); return Step::More;
    default: return Step::Unexpected;
    }
}

/// What a list or a watch says of that; throws it if the host is short of something.
std::string sentenceOf(Unavailable why)
{
    if (why.isShortage)
        throw HostShortage(why.text);
    return std::move(why.text);
}

std::string sentenceOf(Failure failure)
{
    if (failure.fault == Failure::Fault::Host)
        throw HostShortage(failure.text);
    return std::move(failure.text);
}

/// For parts whose failure is an exception.
std::unique_ptr<RemoteCall> beginOrThrow(CallBroker &calls, Message type,
                                         const std::stop_token &stop)
{
    auto call = RemoteCall::begin(calls, type, Patience::ForStart, stop);
    if (!call)
        throw std::runtime_error(sentenceOf(std::move(call.error())));
    return std::move(*call);
}

void awaitOrThrow(RemoteCall &call, const std::stop_token &stop, const RemoteCall::Take &take)
{
    if (auto answered = call.await(stop, Unlimited, take); !answered)
        throw std::runtime_error(sentenceOf(std::move(answered.error())));
}

} // namespace

ListResult RemoteSource::list(ListSink &sink, std::stop_token stop)
{
    auto call = RemoteCall::begin(*m_calls, Message::List, Patience::ForRestart, stop);
    if (!call)
        return ListResult::failed(sentenceOf(std::move(call.error())));
    (*call)->fields().number(m_number);
    std::optional<ListResult> result;
    auto answered = (*call)->await(stop, Unlimited, [&](Frame &frame) {
        if (frame.type == Message::Ids)
            return takeIds(frame.fields, sink);
        result = frame.type == Message::ListEnded ? readListResult(frame.fields) : std::nullopt;
        return result ? Step::Last : Step::Unexpected;
    });
    if (!answered)
        return ListResult::failed(sentenceOf(std::move(answered.error())));
    return *std::move(result);
}

WatchEnd RemoteSource::watch(WatchSink &sink, const std::string &cursor, std::stop_token stop)
{
    auto call = RemoteCall::begin(*m_calls, Message::Watch, Patience::ForRestart, stop);
    if (!call)
        return WatchEnd::failed(sentenceOf(std::move(call.error())));
    m_calls->noteWatch();
    (*call)->fields().number(m_number).text(cursor);
    std::optional<WatchEnd> end;
    auto answered = (*call)->await(stop, Unlimited, [&](Frame &frame) {
        if (frame.type != Message::WatchEnded)
            return takeWatchWord(frame, sink);
        end = readWatchEnd(frame.fields);
        return end ? Step::Last : Step::Unexpected;
    });
    if (!answered)
        return WatchEnd::failed(sentenceOf(std::move(answered.error())));
    return *std::move(end);
}

void RemoteSource::takeOver()
{
    const auto call = beginOrThrow(*m_calls, Message::TakeOver, {});
    call->fields().number(m_number);
    awaitOrThrow(*call, {}, [](Frame &frame) {
        return frame.type == Message::Taken && frame.fields.isWhole() ? Step::Last
                                                                      : Step::Unexpected;
    });
}

std::vector<ObjectId> RemoteOwners::ownersOf(const ObjectId &id, std::stop_token stop)
{
    const auto call = beginOrThrow(*m_calls, Message::Owners, stop);
    call->fields().number(m_source).text(id);
    std::vector<ObjectId> owners;
    awaitOrThrow(*call, stop, [&](Frame &frame) {
        if (frame.type != Message::OwnerIds)
            return Step::Unexpected;
        const auto count = frame.fields.number<std::uint32_t>();
        for (std::uint32_t i = 0; i < count && frame.fields.isGood(); ++i)
            owners.emplace_back(frame.fields.text());
        return frame.fields.isWhole() ? Step::Last : Step::Unexpected;
    });
    return owners;
}

std::string RemoteDescriber::desired(const ObjectId &id, std::stop_token stop)
{
    return ask(Message::Desired, id, stop);
}

std::string RemoteDescriber::actual(const ObjectId &id, std::stop_token stop)
{
    return ask(Message::Actual, id, stop);
}

std::string RemoteDescriber::ask(Message what, const ObjectId &id, const std::stop_token &stop)
{
    const auto call = beginOrThrow(*m_calls, what, stop);
    call->fields().text(id);
    std::string text;
    awaitOrThrow(*call, stop, [&](Frame &frame) {
        text = cutText(frame.fields.text(), LongestDescription);
        return frame.type == Message::Text && frame.fields.isWhole() ? Step::Last
                                                                     : Step::Unexpected;
    });
    return text;
}

} // namespace qontroller::isolation
