// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "serverprocess.h"
#include "terminal.h"

#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>

#include <memory>
#include <vector>

namespace qontroller::test {

/// A real server with one controller, `test`, and real terminals on which `qontrollerctl top` runs.
struct TopRig
{
    static constexpr const char *List = "echo list >> lists; cat ids";
    static constexpr const char *Add =
        R"(echo "$QONTROLLER_ID" >> adds
           if grep -qx "$QONTROLLER_ID" broken; then echo "no room\033[31m" >&2; exit 78; fi)";

    void writeIds(const QStringList &ids)
    {
        server.write("ids.new", ids.join('\n').toUtf8() + '\n');
        if (::rename(qPrintable(server.file("ids.new")), qPrintable(server.file("ids"))) != 0)
            qFatal("the ids cannot be written");
    }

    void prepare(const QStringList &ids, const QStringList &broken)
    {
        const auto shell = [](const char *text) { return QJsonArray{"sh", "-c", text, "sh"}; };
        server.write("broken", broken.join('\n').toUtf8() + '\n');
        writeIds(ids);
        session = server.session({{"name", "test"},
                                  {"plugin", "script"},
                                  {"parameters", QJsonObject{{"workingDirectory", "{session}"},
                                                             {"list", shell(List)},
                                                             {"add", shell(Add)}}},
                                  {"options", QJsonObject{{"resyncInterval", "500ms"}}}});
    }
    void run()
    {
        server.start({session, "--control", server.file("qontroller/session/control.sock")});
        if (!server.waitForLog("reach this host at"))
            qFatal("%s", server.log().constData());
    }
    void start(const QStringList &ids, const QStringList &broken)
    {
        prepare(ids, broken);
        run();
    }

    [[nodiscard]] QHash<QString, QString> environment() const
    {
        return {{"XDG_RUNTIME_DIR", QFileInfo(server.file("x")).path()}};
    }
    Terminal &show(const QHash<QString, QString> &variables = {}, const QStringList &more = {})
    {
        QHash<QString, QString> all = environment();
        all.insert(variables);
        terminals.push_back(
            std::make_unique<Terminal>(QStringList{QONTROLLERCTL, "top"} + more, all, 80, 24));
        return *terminals.back();
    }
    /// How many lines of \a file are \a line, or there are at all.
    [[nodiscard]] qsizetype count(const QString &file, const QByteArray &line = {}) const
    {
        QFile all(server.file(file));
        if (!all.open(QIODevice::ReadOnly))
            return 0;
        const QByteArrayList lines = all.readAll().trimmed().split('\n');
        return line.isEmpty() ? lines.size() : lines.count(line);
    }

    ServerProcess server;
    QString session;
    std::vector<std::unique_ptr<Terminal>> terminals;
};

/// What is seen, for a test that fails.
inline QByteArray text(Terminal &terminal)
{
    return terminal.screen().join('\n').toUtf8()
           + "\nin reverse: " + terminal.highlighted().join('|').toUtf8();
}

} // namespace qontroller::test
