// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/pluginlibrary.h"

#include <QtCore/QFileInfo>
#include <QtCore/QLibrary>
#include <QtCore/QPluginLoader>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <fstream>
#include <string_view>
#include <system_error>

namespace qontroller {

namespace {

/// Qt's reason without the file's name, which the sentence has already.
std::string reason(const QPluginLoader &loader, const std::string &file)
{
    std::string text = loader.errorString().toStdString();
    const std::size_t at = text.rfind(file);
    if (at != std::string::npos)
        text.erase(0, std::min(text.find_first_not_of("':( ", at + file.size()), text.size()));
    if (std::count(text.begin(), text.end(), ')') > std::count(text.begin(), text.end(), '('))
        text.pop_back();
    return text;
}

std::string whyUnreadable(const std::string &file)
{
    const QFileInfo info(QString::fromStdString(file));
    if (info.isDir())
        return "is a folder: choose a plugin file";
    if (info.exists() && !info.isFile()) // to open a pipe would take for ever
        return "is a pipe, a socket or a device: choose a plugin file";
    errno = 0;
    if (std::ifstream(file).is_open())
        return {};
    return "cannot be read: " + std::generic_category().message(errno == 0 ? EIO : errno);
}

MetadataReading inspect(const QPluginLoader &loader, const std::string &file)
{
    const QJsonObject loaded = loader.metaData();
    if (loaded.isEmpty()) {
        return {{},
                "is not a plugin: it " + reason(loader, file)
                    + "; choose a library built with qontroller_add_plugin()"};
    }
    return readMetadata(loaded);
}

/// The only place where what a plugin throws while it is loaded is caught.
tl::expected<QObject *, PluginFault> construct(QPluginLoader &loader, const std::string &file)
{
    std::string thrown = "something that is not a std::exception";
    try {
        if (!loader.load())
            return tl::unexpected(
                PluginFault{"cannot be loaded: " + reason(loader, file)
                            + "; install what it needs, or build it for this Qontroller"});
        if (QObject *instance = loader.instance())
            return instance;
        return tl::unexpected(PluginFault{"cannot be started: " + reason(loader, file)});
    } catch (const std::exception &exception) {
        thrown = exception.what();
    } catch (...) {
    }
    return tl::unexpected(
        PluginFault{"cannot be started: its constructor threw \"" + thrown + "\"; ask its author",
                    true});
}

std::string notImplemented(std::string_view interface)
{
    return "does not implement " + std::string(interface)
           + " although its metadata says so: add Q_INTERFACES to its class";
}

} // namespace

MetadataReading inspectLibrary(const std::string &file)
{
    if (std::string why = whyUnreadable(file); !why.empty())
        return {{}, std::move(why)};
    return inspect(QPluginLoader(QString::fromStdString(file)), file); // it opens the file
}

tl::expected<LoadedPlugin, PluginFault> loadLibrary(const std::string &file)
{
    if (std::string why = whyUnreadable(file); !why.empty())
        return tl::unexpected(PluginFault{std::move(why)});
    QPluginLoader loader(QString::fromStdString(file));
    // With lazy binding a missing symbol would end the process in the middle of a call.
    loader.setLoadHints(QLibrary::ResolveAllSymbolsHint | QLibrary::PreventUnloadHint);
    MetadataReading reading = inspect(loader, file);
    if (!reading.problem.empty())
        return tl::unexpected(PluginFault{std::move(reading.problem)});

    const auto instance = construct(loader, file);
    if (!instance)
        return tl::unexpected(instance.error());
    LoadedPlugin plugin;
    if (reading.metadata.kind == PluginKind::Controller)
        plugin.controller = qobject_cast<ControllerPlugin *>(*instance);
    else
        plugin.locker = qobject_cast<LockerPlugin *>(*instance);
    if (!plugin.controller && !plugin.locker)
        return tl::unexpected(PluginFault{notImplemented(
            reading.metadata.kind == PluginKind::Controller ? QONTROLLER_CONTROLLER_PLUGIN_IID
                                                            : QONTROLLER_LOCKER_PLUGIN_IID)});
    return plugin;
}

} // namespace qontroller
