// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/demo/demo.h"
#include "app/session/assemble.h"
#include "core/engine/observe/feed/delta.h"

#include <QtTest/QtTest>

#include <fstream>
#include <map>
#include <set>

using namespace qontroller;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

std::map<std::string, std::string> contentOf(const fs::path &folder)
{
    std::map<std::string, std::string> content;
    std::error_code error; // the demonstration may work in it meanwhile: what goes is left out
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        std::error_code ignored;
        if (!it->is_regular_file(ignored))
            continue;
        std::ifstream file(it->path(), std::ios::binary);
        content[it->path().lexically_relative(folder).string()] = {std::istreambuf_iterator<char>(
                                                                       file),
                                                                   {}};
    }
    return content;
}

/// A host with the controllers of a demonstration.
struct Running
{
    std::unique_ptr<Demo> demo = std::move(*Demo::create());
    PluginCatalogue plugins{{{{PLUGINS, PluginOrigin::Installation}}, {}, PluginPolicy::Load}};
    Host host;

    Running()
    {
        ConsistRuntime consist({});
        auto specs = assemble(demo->session(), plugins, consist);
        for (ControllerSpec &spec : specs.value())
            static_cast<void>(host.add(std::move(spec)).value());
        demo->start(host);
    }
    ~Running()
    {
        demo->finish();
        host.stop(10s);
    }
};

} // namespace

class DemoTest final : public QObject
{
    Q_OBJECT

private slots:
    void changesFilesTheSameWayForTheSameSeed()
    {
        QTemporaryDir first;
        QTemporaryDir second;
        FolderMutator one(first.path().toStdString(), 7);
        FolderMutator two(second.path().toStdString(), 7);
        QVERIFY(contentOf(first.path().toStdString()) == contentOf(second.path().toStdString()));
        const auto before = contentOf(first.path().toStdString());
        for (int i = 0; i < 200; ++i) {
            one.step();
            two.step();
        }
        const auto after = contentOf(first.path().toStdString());
        QVERIFY(after == contentOf(second.path().toStdString()));
        QVERIFY(after != before);
    }

    void showsEveryStateAndEveryKindOfError()
    {
        Running running;
        FeedReader reader(running.host);
        std::set<ItemState> states;
        std::set<std::string> reasons;
        const auto look = [&] {
            const Delta delta = reader.pull();
            for (const ControllerDelta &controller : delta.controllers) {
                for (const ItemRow &row : controller.changed) {
                    states.insert(row.state);
                    if (row.state == ItemState::Paused)
                        reasons.insert(row.pauseReason);
                }
            }
            return states.size();
        };
        // No other host has a part in it: nothing is elsewhere.
        QTRY_COMPARE(look(), std::size_t{ItemStateCount} - 1);
        QCOMPARE(reasons, std::set<std::string>{"the audit is still going on"});
    }

    void saysThatNoFolderCanBeMade()
    {
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", "/proc");
        const auto demo = Demo::create();
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        QVERIFY(!demo);
        QCOMPARE(demo.error(),
                 std::string("the demonstration needs a temporary folder, but none can be made in "
                             "\"/proc\": set TMPDIR to a folder that can be written"));
    }
};

QTEST_GUILESS_MAIN(DemoTest)
#include "tst_demo.moc"
