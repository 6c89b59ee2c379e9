// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/demo/foldermutator.h"
#include "app/session/session.h"
#include "core/engine/host/host.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

namespace qontroller {

/// A demonstration that needs nothing installed or configured: a temporary folder
/// that changes all the time, mirrored by the plugin folder-mirror; servers with every
/// kind of trouble, by the plugin simulator; and services whose servers are restarted one
/// after the other, by the plugin simulated-fleet.
///
/// For the thread that made it. Outlives the host that runs its controllers: stop
/// the host, then destroy the demonstration, which removes the folder.
class Demo
{
public:
    static constexpr std::uint64_t DefaultSeed = 20;

    /// Makes and fills the folder. The error is a sentence.
    [[nodiscard]] static tl::expected<std::unique_ptr<Demo>, std::string> create(
        std::uint64_t seed = DefaultSeed);
    ~Demo();
    Demo(const Demo &) = delete;
    Demo &operator=(const Demo &) = delete;

    /// Its controllers, as a session file would have them.
    [[nodiscard]] Session session() const;

    /// Begins to change the folder, and pauses some of the servers once \a host
    /// knows them, as an operator would. \a host outlives finish().
    void start(Host &host);

    /// Changes nothing more: before the host stops.
    void finish();

    [[nodiscard]] const std::filesystem::path &folder() const { return m_folder; }
    /// What the destructor does, for a program that ends without one.
    void removeFolder();

private:
    Demo(std::filesystem::path folder, std::uint64_t seed);

    const std::filesystem::path m_folder;
    const std::uint64_t m_seed;
    FolderMutator m_mutator;
    std::jthread m_operator; ///< last: it uses the rest
};

} // namespace qontroller
