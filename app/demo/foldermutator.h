// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace qontroller {

/// Keeps a folder of small files busy: makes, changes, renames and deletes them,
/// one every few hundred milliseconds, in an order that depends on the seed alone.
/// Changes nothing outside its folder.
class FolderMutator
{
public:
    /// Fills \a folder at once; run() does the rest.
    FolderMutator(std::filesystem::path folder, std::uint64_t seed);

    /// Starts the thread. It ends with end().
    void run();
    /// Returns when the thread has ended.
    void end();

    /// One change, without waiting. For run() and for tests.
    void step();

private:
    void create();
    void change();
    void rename();
    void remove();
    [[nodiscard]] std::size_t pick();
    void write(const std::string &name);

    const std::filesystem::path m_folder;
    std::mt19937_64 m_random; ///< the standard says which numbers a seed gives
    std::uint64_t m_made = 0;
    std::vector<std::string> m_files; ///< that exist now, relative to the folder
    std::jthread m_thread;            ///< last: it uses the rest
};

} // namespace qontroller
