// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/demo/foldermutator.h"

#include "core/base/threads/wait.h"

#include <array>
#include <fstream>
#include <system_error>
#include <utility>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t FewestFiles = 40;
constexpr std::size_t MostFiles = 120;
constexpr std::array Folders{"2024/summer", "2024/winter", "2025", "family", "work/drafts"};
constexpr std::array Words{"lake",   "harbour", "birthday", "skyline",
                           "garden", "invoice", "portrait"};

} // namespace

FolderMutator::FolderMutator(fs::path folder, std::uint64_t seed)
    : m_folder(std::move(folder))
    , m_random(seed)
{
    for (const char *name : Folders)
        fs::create_directories(m_folder / name);
    while (m_files.size() < FewestFiles)
        create();
}

void FolderMutator::run()
{
    m_thread = std::jthread([this](const std::stop_token &stop) {
        const auto pause = [this] { return std::chrono::milliseconds(120 + m_random() % 240); };
        while (waitFor(SteadyClock::instance(), pause(), stop) == WaitEnd::TimeIsUp)
            step();
    });
}

void FolderMutator::end()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void FolderMutator::step()
{
    const std::uint64_t chance = m_random() % 100;
    if (m_files.size() <= FewestFiles || (chance < 30 && m_files.size() < MostFiles))
        create();
    else if (chance < 65)
        change();
    else if (chance < 80)
        rename();
    else
        remove();
}

void FolderMutator::create()
{
    const std::string folder = Folders[m_random() % Folders.size()];
    const std::string word = Words[m_random() % Words.size()];
    m_files.push_back(folder + '/' + word + '-' + std::to_string(++m_made) + ".txt");
    write(m_files.back());
}

void FolderMutator::change()
{
    write(m_files[pick()]);
}

void FolderMutator::rename()
{
    std::string &name = m_files[pick()];
    const std::string folder = Folders[m_random() % Folders.size()];
    const std::string renamed = folder + name.substr(name.rfind('/'));
    std::error_code error;
    fs::rename(m_folder / name, m_folder / renamed, error);
    if (!error)
        name = renamed;
}

void FolderMutator::remove()
{
    const std::size_t victim = pick();
    std::error_code ignored;
    fs::remove(m_folder / m_files[victim], ignored);
    std::swap(m_files[victim], m_files.back());
    m_files.pop_back();
}

std::size_t FolderMutator::pick()
{
    return m_random() % m_files.size();
}

void FolderMutator::write(const std::string &name)
{
    std::ofstream file(m_folder / name, std::ios::trunc);
    const std::uint64_t lines = 1 + m_random() % 200;
    for (std::uint64_t i = 0; i < lines; ++i)
        file << name << ' ' << m_random() << '\n';
}

} // namespace qontroller
