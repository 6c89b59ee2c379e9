// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/demo/demo.h"

#include <cstdlib>
#include <exception>
#include <system_error>
#include <utility>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

tl::expected<fs::path, std::string> makeTemporaryFolder()
{
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    std::string pattern = (parent / "qontroller-demo-XXXXXX").string();
    if (!error && ::mkdtemp(pattern.data()))
        return fs::path(pattern);
    return tl::unexpected("the demonstration needs a temporary folder, but none can be made in \""
                          + parent.string() + "\": set TMPDIR to a folder that can be written");
}

} // namespace

tl::expected<std::unique_ptr<Demo>, std::string> Demo::create(std::uint64_t seed)
{
    const auto folder = makeTemporaryFolder();
    if (!folder)
        return tl::unexpected(folder.error());
    try {
        return std::unique_ptr<Demo>(new Demo(*folder, seed));
    } catch (const fs::filesystem_error &error) {
        std::error_code ignored;
        fs::remove_all(*folder, ignored);
        return tl::unexpected("the demonstration cannot fill its folder: "
                              + std::string(error.what()));
    }
}

Demo::Demo(fs::path folder, std::uint64_t seed)
    : m_folder(std::move(folder))
    , m_flaky(seed, m_patience)
    , m_mutator(m_folder / "source", seed, m_patience)
{}

Demo::~Demo()
{
    finish();
    removeFolder();
}

Session Demo::session() const
{
    const auto path = [this](const char *name) { return QString::fromStdString(m_folder / name); };
    SessionController mirror;
    mirror.name = "photos";
    mirror.plugin = "folder-mirror";
    mirror.parameters = {{"source", path("source")},
                         {"target", path("target")},
                         {"durable", false}};
    mirror.options = {{"resyncInterval", "5s"}};
    return {{std::move(mirror)}};
}

void Demo::start(ControlPort &control, ControllerId flaky)
{
    m_mutator.run();
    m_operator = std::jthread([this, &control, flaky] {
        m_flaky.waitUntilHandled();
        if (!m_patience.isLost())
            control.submit({flaky, PauseItems{m_flaky.ids(Temper::Resting), std::nullopt,
                                              "the audit is still going on"}});
    });
}

void Demo::finish()
{
    m_patience.lose();
    m_flaky.giveUpWaiting();
    if (m_operator.joinable())
        m_operator.join();
    m_mutator.end();
}

void Demo::removeFolder()
{
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

} // namespace qontroller
