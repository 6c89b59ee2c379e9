// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QCryptographicHash>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QString>

#include <vector>

/// Plugins that are wrong in every way that is known, made of tests/core/plugins/load/fixtures.
namespace qontroller::test {

/// When a plugin shows that it cannot be used.
enum class BadAt {
    Look,   ///< before anything of it is loaded
    Load,   ///< it can be judged well until it is loaded
    Create, ///< it is loaded, but makes no controller
};

struct BadPlugin
{
    QString name; ///< of the file, without its ending
    QString id;   ///< what a session would call it
    BadAt at = BadAt::Look;
    QString sentence; ///< what follows the file's name; for Create: all of it
};

inline QString otherBuildSentence()
{
#ifdef QT_NO_DEBUG
    return QStringLiteral(
        "is a debug build, but this program is a release build: build both alike");
#else
    return QStringLiteral(
        "is a release build, but this program is a debug build: build both alike");
#endif
}

inline std::vector<BadPlugin> badPlugins()
{
    const QString choose = QStringLiteral("; choose a library built with qontroller_add_plugin()");
    return {
        {"text", "text", BadAt::Look,
         "is not a plugin: it is not a valid ELF object (file too small)" + choose},
        {"truncated", "truncated", BadAt::Look,
         "is not a plugin: it is not a valid ELF object (program header table extends past the "
         "end of the file)"
             + choose},
        {"plain", "plain", BadAt::Look,
         "is not a plugin: it is not a Qt plugin (metadata not found)" + choose},
        {"wronginterface", "wrong-interface", BadAt::Look,
         "is made for the interface org.qontroller.ControllerPlugin/2, but this program loads "
         "org.qontroller.ControllerPlugin/3 and org.qontroller.LockerPlugin/3: build it for one "
         "of these"},
        {"newerapi", "newer-api", BadAt::Look,
         "needs version 3.7 of the plugin interface, but this program has 3.0: install a newer "
         "Qontroller or an older plugin"},
        {"otherbuild", "other-build", BadAt::Look, otherBuildSentence()},
        {"badschema", "bad-schema", BadAt::Look,
         "has metadata that cannot be used: parameters must be a JSON Schema of draft 7 "
         "(Unrecognised JSON type name 'sting')"},
        {"missingsymbol", "missing-symbol", BadAt::Load,
         "cannot be loaded: undefined symbol: _ZN10qontroller22partsThatNobodyDefinesEv; install "
         "what it needs, or build it for this Qontroller"},
        {"throwing", "throwing", BadAt::Load,
         "cannot be started: its constructor threw \"no licence found\"; ask its author"},
        {"nointerface", "no-interface", BadAt::Load,
         "does not implement org.qontroller.ControllerPlugin/3 although its metadata says so: add "
         "Q_INTERFACES to its class"},
        {"throwingcreate", "throwing-create", BadAt::Create,
         "the plugin throwing-create threw \"out of handles\" instead of saying what is wrong"},
    };
}

inline QString sha256Of(const QString &name)
{
    QFile file(name);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        qFatal("cannot read %s", qPrintable(name));
    return QString::fromLatin1(hash.result().toHex());
}

/// Puts the plugin \a name of the folder \a fixtures into \a folder unless it is there, and
/// gives its file's name. `text` and `truncated` are made.
inline QString putPlugin(const QString &fixtures, const QString &name, const QString &folder)
{
    QString file = QDir(folder).filePath(name + ".so");
    if (QFile::exists(file))
        return file;
    const bool truncated = name == "truncated";
    QFile source(QDir(fixtures).filePath((truncated ? "good" : name) + ".so"));
    QFile target(file);
    if (!target.open(QIODevice::WriteOnly) || (name != "text" && !source.open(QIODevice::ReadOnly)))
        qFatal("cannot copy %s to %s", qPrintable(source.fileName()), qPrintable(file));
    constexpr int TooShort = 100;
    target.write(name == "text" ? QByteArray("no library\n")
                 : truncated    ? source.read(TooShort)
                                : source.readAll());
    target.setPermissions(QFile::ReadOwner | QFile::WriteOwner); // whatever the umask is
    return file;
}

} // namespace qontroller::test
