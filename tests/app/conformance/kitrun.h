// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>

#include <map>

namespace qontroller::test {

/// How many lines a report has: one for each check, and `exceptions`. And which checks are for
/// consist controllers alone.
inline constexpr int CheckCount = 21;
inline const QStringList ForConsist{"cleanup", "drains", "recovers", "unchanged"};

/// What is wrong is waited for, so it is not given long.
inline const QStringList Limits{"--settle-limit", "6s", "--stop-limit", "2s"};

/// Whether each planted fault is judged by all checks, too, so that it is seen to fail no other one.
/// That takes a quarter of an hour of the processor: for those who change a check.
inline bool haveWholeRuns()
{
    return qEnvironmentVariableIsSet("QONTROLLER_WHOLE_RUNS");
}

/// Runs of the real qontroller-conformance, with a folder of their own.
class KitRun
{
public:
    KitRun()
    {
        QDir().mkpath(worlds());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TMPDIR", worlds());
        m_process.setProcessEnvironment(environment);
    }
    ~KitRun()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    /// Where the program makes its worlds.
    [[nodiscard]] QString worlds() const { return m_folder.filePath("worlds"); }
    [[nodiscard]] QString write(const QString &name, const QByteArray &text) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }
    /// A file for the fixture with \a fault, and its world.
    [[nodiscard]] QString upper(const QString &fault, const QJsonObject &commands = {}) const
    {
        return faulty(WORLDS "/upper", "upper.json", fault, commands);
    }
    /// Likewise for the adapter. A command that is null is left out.
    [[nodiscard]] QString pool(const QString &fault, const QJsonObject &commands = {}) const
    {
        return faulty(POOL_WORLD, "conformance.json", fault, commands);
    }

    void start(const QString &plugin, const QString &file, const QStringList &more)
    {
        m_process.start(KIT, QStringList{plugin, "--parameters", file} + more);
        m_process.waitForStarted();
    }
    /// The exit status, or -1 after a crash or too long a time.
    int wait()
    {
        constexpr int TooLong = 280'000;
        const bool ended = m_process.waitForFinished(TooLong);
        m_output = m_process.readAllStandardOutput();
        m_errors = m_process.readAllStandardError();
        m_checks.clear();
        for (const QByteArray &line : m_output.split('\n')) {
            const QJsonObject json = QJsonDocument::fromJson(line).object();
            if (json["event"] == "check")
                m_checks[json["check"].toString()] = json;
            if (json["event"] == "summary")
                m_summary = json;
        }
        return ended && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }
    /// One round with the verdicts as JSON.
    void startJudging(const QString &plugin, const QString &file, int seed,
                      const QStringList &more = {})
    {
        start(plugin, file,
              QStringList{"--json", "--rounds", "1", "--settle-limit", "10s", "--seed",
                          QString::number(seed)}
                  + more);
    }
    int judge(const QString &plugin, const QString &file, int seed, const QStringList &more = {})
    {
        startJudging(plugin, file, seed, more);
        return wait();
    }
    int judgeFault(const QString &fault, int seed, const QStringList &more = {})
    {
        return judge(UPPER, upper(fault), seed, more);
    }
    int judgePool(const QString &fault, int seed, const QStringList &more = {})
    {
        return judge(POOL, pool(fault), seed, more);
    }

    /// What still runs of what was started by it: TMPDIR names the folder of this run.
    [[nodiscard]] QStringList left() const
    {
        const QByteArray mark = "TMPDIR=" + worlds().toUtf8() + '\0';
        QStringList left;
        for (const QString &pid : QDir("/proc").entryList({"[0-9]*"}, QDir::Dirs)) {
            QFile environment("/proc/" + pid + "/environ");
            QFile command("/proc/" + pid + "/cmdline");
            if (environment.open(QIODevice::ReadOnly) && environment.readAll().contains(mark)
                && command.open(QIODevice::ReadOnly))
                left += QString::fromUtf8(command.readAll().replace('\0', ' '));
        }
        return left;
    }

    [[nodiscard]] QProcess &process() { return m_process; }
    [[nodiscard]] const std::map<QString, QJsonObject> &checks() const { return m_checks; }
    [[nodiscard]] QString verdict(const QString &check) const
    {
        const auto it = m_checks.find(check);
        return it == m_checks.end() ? QString() : it->second["verdict"].toString();
    }
    [[nodiscard]] QString text(const QString &check) const
    {
        const auto it = m_checks.find(check);
        return it == m_checks.end() ? QString() : it->second["text"].toString();
    }
    [[nodiscard]] QStringList checksThat(const QString &verdict) const
    {
        QStringList names;
        for (const auto &[name, json] : m_checks) {
            if (json["verdict"] == verdict)
                names << name;
        }
        return names;
    }
    [[nodiscard]] const QJsonObject &summary() const { return m_summary; }
    [[nodiscard]] const QByteArray &output() const { return m_output; }
    [[nodiscard]] const QByteArray &errors() const { return m_errors; }

private:
    [[nodiscard]] QString faulty(const QString &folder, const QString &name, const QString &fault,
                                 const QJsonObject &commands) const
    {
        QFile file(folder + '/' + name);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("no world");
        QJsonObject json = QJsonDocument::fromJson(file.readAll()
                                                       .replace("{here}", folder.toUtf8())
                                                       .replace("upper-world", UPPER_WORLD))
                               .object();
        QJsonObject parameters = json["parameters"].toObject();
        parameters["fault"] = fault;
        json["parameters"] = parameters;
        QJsonObject world = json["world"].toObject();
        for (auto it = commands.begin(); it != commands.end(); ++it) {
            if (it.value().isNull())
                world.remove(it.key());
            else
                world[it.key()] = it.value();
        }
        json["world"] = world;
        return write(fault + ".json", QJsonDocument(json).toJson());
    }

    QTemporaryDir m_folder;
    QProcess m_process;
    QByteArray m_output;
    QByteArray m_errors;
    std::map<QString, QJsonObject> m_checks;
    QJsonObject m_summary;
};

} // namespace qontroller::test
