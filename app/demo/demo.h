// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/demo/flaky.h"
#include "app/demo/foldermutator.h"
#include "app/demo/patience.h"
#include "app/session/session.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

namespace qontroller {

/// A demonstration that needs nothing installed or configured: a temporary folder
/// that changes all the time, mirrored by the folder-mirror plugin, next to a
/// controller with every kind of trouble.
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

    /// The mirror, as a session file would have it.
    [[nodiscard]] Session session() const;
    /// The troubled one.
    [[nodiscard]] ControllerSpec flaky() { return m_flaky.spec(); }

    /// Begins to change the folder, and pauses some items of \a flaky through
    /// \a control, as an operator would.
    void start(ControlPort &control, ControllerId flaky);

    /// Changes nothing more and lets every handler end soon: before the host stops.
    void finish();

    [[nodiscard]] const std::filesystem::path &folder() const { return m_folder; }
    /// What the destructor does, for a program that ends without one.
    void removeFolder();

private:
    Demo(std::filesystem::path folder, std::uint64_t seed);

    const std::filesystem::path m_folder;
    Patience m_patience;
    Flaky m_flaky;
    FolderMutator m_mutator;
    std::jthread m_operator; ///< last: it uses the rest
};

} // namespace qontroller
