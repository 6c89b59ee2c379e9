// SPDX-License-Identifier: LGPL-3.0-or-later
// An adapter of commands, with operations on its members.
#include "moverrig.h"
#include "testprogram.h"

#include "app/plugins/script/scriptparameters.h"
#include "app/plugins/script/scriptparts.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <mutex>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::test;
using CommandKind = qontroller::consist::Command::Kind;

namespace {

// A zone of the records a, b and c: a file in the folder have stands for each that is there.
constexpr const char *Zone =
    "#!/bin/sh\n"
    "json() {\n"
    "    out=\n"
    "    for one in \"$@\"; do out=\"$out${out:+,}{\\\"id\\\":\\\"$one\\\"}\"; done\n"
    "    echo \"[$out]\"\n"
    "}\n"
    "case \"$1 $2\" in\n"
    "list*) echo example ;;\n"
    "expected*employees)\n"
    "    closed=\"\n"
    "$QONTROLLER_CLOSED\n"
    "\"\n"
    "    set --\n"
    "    for one in a b c; do\n"
    "        case $closed in *\"\n"
    "$one\n"
    "\"*) ;; *) set -- \"$@\" \"$one\" ;; esac\n"
    "    done\n"
    "    json \"$@\" ;;\n"
    "current*employees)\n"
    "    cd have\n"
    "    set -- *\n"
    "    [ -e \"$1\" ] || shift\n"
    "    json \"$@\" ;;\n"
    "create*employees | update*employees | delete*employees)\n"
    "    read -r items\n"
    "    for one in a b c; do\n"
    "        case $items in *\"\\\"$one\\\"\"*)\n"
    "            if [ \"$1\" = delete ]; then rm \"have/$one\"; else : >\"have/$one\"; fi ;;\n"
    "        esac\n"
    "    done ;;\n"
    "*) echo '[]' ;;\n"
    "esac\n";

class ZoneRig final : public consist::test::MoverRig
{
public:
    ZoneRig()
        : MoverRig("zone", "member of zone")
    {
        QFile script(m_folder.filePath("zone"));
        if (!script.open(QIODevice::WriteOnly) || script.write(Zone) < 0
            || !script.setPermissions(QFile::ReadOwner | QFile::ExeOwner)
            || !QDir(m_folder.path()).mkpath("have"))
            qFatal("cannot write");
    }
    ~ZoneRig() override { stop(); }

    [[nodiscard]] ControllerParts makeParts() override
    {
        QJsonObject adapter = rules;
        for (const char *verb : {"expected", "current", "create", "update", "delete"})
            adapter.insert(verb, QJsonArray{"./zone", verb});
        const auto options = script::readScriptOptions({{"list", QJsonArray{"./zone", "list"}},
                                                        {"workingDirectory", m_folder.path()},
                                                        {"consist", adapter}});
        if (!options)
            qFatal("%s", options.error().c_str());
        auto parts = script::makeScriptParts(*options, "zone");
        if (!parts)
            qFatal("%s", parts.error().c_str());
        return *std::move(parts);
    }
    [[nodiscard]] int records() const
    {
        return static_cast<int>(QDir(m_folder.filePath("have")).entryList(QDir::Files).size());
    }
    [[nodiscard]] bool isWhole() const
    {
        constexpr auto InService = std::size_t(MemberState::InService);
        const bool isWhole = comesTrue([this] {
            return mover->counts().controllers["zone"].members.at(InService) == Names.size();
        });
        for (const std::string &error : mover->employer({"zone", "example"}).errors)
            qWarning("%s", error.c_str());
        return isWhole;
    }
    /// Of the three, how many are out of service or are about to be.
    [[nodiscard]] int out() const
    {
        return static_cast<int>(std::ranges::count_if(Names, [this](const char *name) {
            const auto view = operation(name);
            return view && view->operation.phase != Phase::PreCheck;
        }));
    }
    /// One that may be worked on; empty: none.
    [[nodiscard]] std::string drained() const
    {
        for (const char *name : Names) {
            const auto view = operation(name);
            if (view && view->operation.phase == Phase::Drained)
                return name;
        }
        return {};
    }

    QJsonObject rules;
    static constexpr std::array Names{"a", "b", "c"};

private:
    QTemporaryDir m_folder;
};

} // namespace

class ScriptAdapterTest final : public QObject
{
    Q_OBJECT

private slots:
    void operationsOnAllRecordsTakeTurns()
    {
        ZoneRig rig;
        rig.start();
        QVERIFY(rig.isWhole());
        for (const char *name : ZoneRig::Names)
            QCOMPARE(rig.command(CommandKind::Begin, name), "");
        for (int turn = 0; turn < 3; ++turn) {
            std::string name;
            QVERIFY(comesTrue([&] { return !(name = rig.drained()).empty(); }));
            QCOMPARE(rig.out(), 1);
            QCOMPARE(rig.records(), 2);
            QCOMPARE(rig.command(CommandKind::Start, name), "");
            QCOMPARE(rig.records(), 2);
            QCOMPARE(rig.command(CommandKind::Finish, name), "");
            QVERIFY(comesTrue([&] { return !rig.operation(name); }));
        }
        QCOMPARE(rig.records(), 3);
    }

    void itsRulesAreItsOwn()
    {
        ZoneRig rig;
        rig.rules = {{"maxUnavailable", "100%"}, {"minAvailable", "1"}};
        rig.start();
        QVERIFY(rig.isWhole());
        for (const char *name : ZoneRig::Names)
            QCOMPARE(rig.command(CommandKind::Begin, name), "");
        QVERIFY(comesTrue([&] { return rig.out() == 2; }));
        QVERIFY(comesTrue([&] { return rig.records() == 1; }));
        QCOMPARE(rig.out(), 2);
    }

    void aCommandMayRefuse()
    {
        ZoneRig rig;
        rig.rules = {{"preCheck", QJsonObject{{"command", QJsonArray{"./zone", "may-i"}}}}};
        std::vector<std::string> asked;
        std::mutex mutex;
        rig.runProgram = [&](const std::vector<std::string> &command, auto &&...) {
            const std::lock_guard lock(mutex);
            asked = command;
            return ProgramAnswer{false, "not today"};
        };
        rig.start();
        QVERIFY(rig.isWhole());
        QCOMPARE(rig.command(CommandKind::Begin, "a"), "");
        QVERIFY(comesTrue([&] {
            const auto view = rig.operation("a");
            return view && !view->waiting.whom.empty()
                   && view->waiting.whom.front().name
                          == "example (zone): the command of the rule: not today";
        }));
        const std::lock_guard lock(mutex);
        QCOMPARE(asked.size(), std::size_t(2));
        QVERIFY(asked[0].starts_with('/') && asked[0].ends_with("/zone"));
        QCOMPARE(asked[1], "may-i");
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QJsonObject>("rules");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("none ever") << QJsonObject{{"maxUnavailable", "0"}}
                                   << "consist.maxUnavailable must be at least 1: with 0 no member "
                                      "that is in service could ever be operated on";
        QTest::newRow("no share") << QJsonObject{{"minAvailable", "half"}}
                                  << "consist.minAvailable must be a number or a part, as in 1 or "
                                     "25%, but is half";
        QTest::newRow("all") << QJsonObject{{"minAvailable", "100%"}}
                             << "consist.minAvailable must be less than 100%, with which no member "
                                "that is in service could ever be operated on";
    }
    void saysWhatIsWrong()
    {
        QFETCH(QJsonObject, rules);
        QFETCH(QString, sentence);
        for (const char *verb : {"expected", "current", "create", "update", "delete"})
            rules.insert(verb, QJsonArray{"true"});
        const auto options = script::readScriptOptions(
            {{"list", QJsonArray{"true"}}, {"consist", rules}});
        QVERIFY(!options);
        QCOMPARE(QString::fromStdString(options.error()), sentence);
    }
};

QONTROLLER_GUILESS_TEST(ScriptAdapterTest)
#include "tst_adapter.moc"
