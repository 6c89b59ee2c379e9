// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/describer.h"
#include "core/engine/api/listerwatcher.h"
#include "core/engine/api/owners.h"
#include "core/plugins/isolation/engine/callbroker.h"

#include <memory>
#include <utility>

namespace qontroller::isolation {

/// One of the sources in the process, 0 for the controller's own. While no process
/// runs, list and watch wait for the next one. A shortage of the host is thrown. A watch
/// fails with its process, so the engine takes it up again and lists what was missed.
class RemoteSource final : public ListerWatcher
{
public:
    RemoteSource(std::shared_ptr<CallBroker> calls, std::uint32_t number, WatchMode mode)
        : m_calls(std::move(calls))
        , m_number(number)
        , m_mode(mode)
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    [[nodiscard]] WatchMode watchMode() const override { return m_mode; }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;
    /// Throws what is wrong with the process.
    void takeOver() override;

private:
    std::shared_ptr<CallBroker> m_calls;
    std::uint32_t m_number;
    WatchMode m_mode;
};

/// Throws what is wrong with the process.
class RemoteOwners final : public OwnerRelation
{
public:
    RemoteOwners(std::shared_ptr<CallBroker> calls, std::uint32_t source)
        : m_calls(std::move(calls))
        , m_source(source)
    {}
    [[nodiscard]] std::vector<ObjectId> ownersOf(const ObjectId &id, std::stop_token stop) override;

private:
    std::shared_ptr<CallBroker> m_calls;
    std::uint32_t m_source;
};

/// Throws what is wrong with the process.
class RemoteDescriber final : public Describer
{
public:
    explicit RemoteDescriber(std::shared_ptr<CallBroker> calls)
        : m_calls(std::move(calls))
    {}
    [[nodiscard]] std::string desired(const ObjectId &id, std::stop_token stop) override;
    [[nodiscard]] std::string actual(const ObjectId &id, std::stop_token stop) override;

private:
    [[nodiscard]] std::string ask(Message what, const ObjectId &id, const std::stop_token &stop);

    std::shared_ptr<CallBroker> m_calls;
};

} // namespace qontroller::isolation
