// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/api/functions.h"
#include "core/plugins/api/controllerplugin.h"

#include <QtCore/QObject>

#include <filesystem>
#include <fstream>

using namespace qontroller;
namespace fs = std::filesystem;

/// Keeps, for each file in `folder`, a file in `notes` that says how large it is.
class FileSizesPlugin final : public QObject, public ControllerPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QONTROLLER_CONTROLLER_PLUGIN_IID FILE "filesizes.json")
    Q_INTERFACES(qontroller::ControllerPlugin)

public:
    tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters,
                                                      const ControllerContext &) override
    {
        const fs::path folder = parameters["folder"].toString().toStdString();
        const fs::path notes = parameters["notes"].toString().toStdString();
        ControllerParts parts;

        // Which objects are there? Their ids are all that is queued.
        parts.listerWatcher = makeListerWatcher([=](ListSink &sink, std::stop_token) {
            for (const auto &entry : fs::directory_iterator(folder))
                sink.add(entry.path().filename().string());
            return ListResult::complete();
        });

        // What is this object now? Asked just before it is handled.
        auto storage = makeStorage<std::uintmax_t>([=](const Attempt &attempt) {
            std::error_code error;
            const auto size = fs::file_size(folder / attempt.id, error);
            if (error == std::errc::no_such_file_or_directory && fs::is_directory(folder))
                return Fetched<std::uintmax_t>::gone();
            if (error)
                return Fetched<std::uintmax_t>::failed(error.message());
            return Fetched<std::uintmax_t>::found(std::make_shared<const std::uintmax_t>(size));
        });

        // Make the world match: it exists, or it is gone. Called again at any time.
        auto handler = makeHandler<std::uintmax_t>(
            [=](std::uintmax_t size, const Attempt &attempt) {
                std::ofstream note(notes / attempt.id);
                note << size << " bytes\n";
                return note.flush()
                           ? Outcome::done()
                           : Outcome::retry("the note on " + attempt.id + " cannot be written");
            },
            [=](const Attempt &attempt) {
                fs::remove(notes / attempt.id);
                return Outcome::done();
            });

        parts.reconciler = makeReconciler(storage, handler);
        return parts;
    }
};

#include "filesizes.moc"
