// SPDX-License-Identifier: CC0-1.0
#include "core/engine/api/functions.h"
#include "core/plugins/api/controllerplugin.h"
#include "core/plugins/api/parameterreader.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>
#include <QtCore/QObject>

#include <filesystem>

using namespace qontroller;
namespace fs = std::filesystem;

/// What NAME.txt.sha256 says about NAME.txt, as sha256sum writes it.
using Checksum = QByteArray;

class ChecksumsPlugin final : public QObject, public ControllerPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QONTROLLER_CONTROLLER_PLUGIN_IID FILE "checksums.json")
    Q_INTERFACES(qontroller::ControllerPlugin)

public:
    tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters,
                                                      const ControllerContext &context) override
    {
        fs::path folder;
        ParameterReader read(parameters, context.schema);
        read.field("folder", folder);
        if (auto problem = read.problem())
            return tl::unexpected(*std::move(problem));
        folder = fs::absolute(folder);
        ControllerParts parts;

        // Which texts are there, and of which is only a checksum left?
        parts.listerWatcher = makeListerWatcher([=](ListSink &sink, std::stop_token) {
            for (const fs::directory_entry &entry : fs::directory_iterator(folder)) {
                const fs::path name = entry.path().filename();
                if (!entry.is_regular_file())
                    continue;
                if (name.extension() == ".txt")
                    sink.add(name.string());
                else if (name.extension() == ".sha256" && name.stem().extension() == ".txt")
                    sink.addLeftover(name.stem().string());
            }
            return ListResult::complete();
        });

        // What is right for this text now? Asked just before it is handled.
        auto storage = makeStorage<Checksum>([=](const Attempt &attempt) {
            const fs::path path = folder / attempt.id;
            if (!fs::is_regular_file(path) && fs::is_directory(folder))
                return Fetched<Checksum>::gone(); // and not when the whole folder is away
            QFile text(path);
            QCryptographicHash hash(QCryptographicHash::Sha256);
            if (!text.open(QFile::ReadOnly) || !hash.addData(&text))
                return Fetched<Checksum>::failed("the text cannot be read: "
                                                 + text.errorString().toStdString());
            return Fetched<Checksum>::found(std::make_shared<const Checksum>(
                hash.result().toHex() + "  " + QByteArray::fromStdString(attempt.id) + '\n'));
        });

        // Make the world match: the text is there, or it is gone. Called again at any time.
        auto handler = makeHandler<Checksum>(
            [=](const Checksum &checksum, const Attempt &attempt) {
                QFile file(folder / (attempt.id + ".sha256"));
                if (file.open(QFile::ReadOnly) && file.readAll() == checksum)
                    return Outcome::done();
                file.close();
                if (!file.open(QFile::WriteOnly) || file.write(checksum) < 0 || !file.flush())
                    return Outcome::retry("the checksum cannot be written: "
                                          + file.errorString().toStdString());
                return Outcome::done();
            },
            [=](const Attempt &attempt) {
                fs::remove(folder / (attempt.id + ".sha256"));
                return Outcome::done();
            });

        parts.reconciler = makeReconciler(storage, handler);
        return parts;
    }
};

#include "checksums.moc"
