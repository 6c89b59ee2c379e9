// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/requireoneof.h"
#include "core/base/text/text.h"
#include "core/engine/api/attempt.h"
#include "core/engine/api/listerwatcher.h"
#include "core/plugins/isolation/served/callanswers.h"

#include <string>

namespace qontroller::isolation {

/// As much of \a id as the engine needs to see that it must refuse it.
[[nodiscard]] inline std::string_view sendable(std::string_view id)
{
    return id.substr(0, LongestId + 1);
}

/// Sends ids in portions.
class IdsSender final : public ListSink
{
public:
    explicit IdsSender(CallAnswers &answers)
        : m_answers(answers)
    {}
    void add(std::string_view id, Version version) override { put(0, version, id); }
    void addLeftover(std::string_view id) override { put(1, 0, id); }

    void flush()
    {
        if (m_count == 0)
            return;
        m_answers.send(Message::Ids,
                       [this](FrameWriter &writer) { writer.number(m_count).raw(m_ids.fields()); });
        m_count = 0;
    }

private:
    // As many as the engine takes under one lock, unless they are long.
    static constexpr std::uint32_t Portion = 256;
    static constexpr std::size_t PortionBytes = std::size_t{1} << 20;

    void put(std::uint8_t isLeftover, Version version, std::string_view id)
    {
        if (m_count == 0)
            m_ids.begin(Message::Ids);
        m_ids.number(isLeftover).number(version).text(sendable(id));
        if (++m_count == Portion || m_ids.size() > PortionBytes)
            flush();
    }

    CallAnswers &m_answers;
    FrameWriter m_ids; // the fields so far
    std::uint32_t m_count = 0;
};

class WatchSender final : public WatchSink
{
public:
    explicit WatchSender(CallAnswers &answers)
        : m_answers(answers)
    {}
    void ready() override { m_answers.send(Message::WatchReady); }
    void event(EventType type, std::string_view id, Version version) override
    {
        requireOneOf("event()", "EventType", type, EventType::Deleted);
        m_answers.send(Message::WatchEvent, [&](FrameWriter &writer) {
            writer.number(type).number(version).text(sendable(id));
        });
    }
    void cursor(std::string_view cursor) override
    {
        m_answers.sendText(Message::WatchCursor, cursor);
    }
    void missed(std::string_view why) override
    {
        m_answers.sendText(Message::WatchMissed, cutText(why));
    }
    void error(std::string_view what) override
    {
        m_answers.sendText(Message::WatchError, cutText(what));
    }

private:
    CallAnswers &m_answers;
};

/// Sends on what an attempt says, until the attempt has ended. Waits while the engine has not
/// read what was sent before, so nothing piles up.
class AttemptSender final : public AttemptSink
{
public:
    explicit AttemptSender(CallAnswers &answers)
        : m_answers(&answers)
    {}
    /// Waits for a report under way.
    void end()
    {
        MutexLock lock(m_mutex);
        m_answers = nullptr;
    }
    void progress(std::uint64_t done, std::uint64_t total) override
    {
        send(Message::Progress, [&](FrameWriter &writer) { writer.number(done).number(total); });
    }
    void event(std::string_view kind, std::string_view text) override
    {
        send(Message::Event,
             [&](FrameWriter &writer) { writer.text(cutText(kind)).text(cutText(text)); });
    }
    void log(LogLevel level, std::string_view text) override
    {
        requireOneOf("log()", "LogLevel", level, LogLevel::Error);
        send(Message::Log, [&](FrameWriter &writer) { writer.number(level).text(cutText(text)); });
    }
    void count(std::string_view name, double add) override
    {
        send(Message::Count, [&](FrameWriter &writer) { writer.text(cutText(name)).number(add); });
    }
    void gauge(std::string_view name, double value) override
    {
        send(Message::Gauge,
             [&](FrameWriter &writer) { writer.text(cutText(name)).number(value); });
    }
    void requeue(std::string_view id) override
    {
        send(Message::Requeue, [&](FrameWriter &writer) { writer.text(sendable(id)); });
    }
    void keep(std::string_view text) override
    {
        requireKeepable(text);
        send(Message::Keep, [&](FrameWriter &writer) { writer.text(text); });
    }

private:
    template<class Write>
    void send(Message type, Write write)
    {
        MutexLock lock(m_mutex);
        if (m_answers)
            m_answers->send(type, write);
    }

    Mutex m_mutex;
    CallAnswers *m_answers QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::isolation
