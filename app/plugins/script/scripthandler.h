// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/script/scriptcommands.h"
#include "core/engine/api/handler.h"
#include "core/engine/api/storage.h"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace qontroller::script {

/// Reads and handles objects, which are any bytes, with `get`, `add` and `delete`; and the one that
/// stands for `afterBurst` with that.
class ScriptHandler final : public Storage<std::string>, public Handler<std::string>
{
public:
    explicit ScriptHandler(std::shared_ptr<const ScriptCommands> commands)
        : m_commands(std::move(commands))
    {}

    Fetched<std::string> get(const Attempt &attempt) override;
    Outcome add(const std::string &object, const Attempt &attempt) override;
    Outcome remove(const Attempt &attempt) override;

private:
    [[nodiscard]] Outcome afterBurst(const Attempt &attempt);
    [[nodiscard]] Outcome outcomeOf(std::string_view verb, const std::string &program,
                                    const ScriptChange &change) const;
    [[nodiscard]] bool isAfterBurst(const Attempt &attempt) const;

    std::shared_ptr<const ScriptCommands> m_commands;
    /// One was asked for and has not succeeded yet. So it is at first: what was done in an earlier
    /// life, and with which secrets, is not known.
    std::atomic<bool> m_owesAfterBurst = true;
};

} // namespace qontroller::script
