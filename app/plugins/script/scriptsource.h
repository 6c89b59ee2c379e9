// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/script/scriptcommands.h"
#include "core/engine/api/listerwatcher.h"

#include <memory>

namespace qontroller::script {

/// Lists and watches with the commands `list` and `watch`.
///
/// A watch is believed to stand when its command has printed something or has run
/// for a fifth of a second: it cannot say so itself, and one that ends at once never stood.
class ScriptSource final : public ListerWatcher
{
public:
    explicit ScriptSource(std::shared_ptr<const ScriptCommands> commands)
        : m_commands(std::move(commands))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    WatchMode watchMode() const override;
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;

private:
    /// Before the first list: two commands at once for one object would undo each other's work.
    [[nodiscard]] bool haveEarlierEnded(const std::stop_token &stop);

    std::shared_ptr<const ScriptCommands> m_commands;
    bool m_isFirst = true; ///< of the thread that lists
};

} // namespace qontroller::script
