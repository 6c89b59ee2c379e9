// SPDX-License-Identifier: CC0-1.0
#include "addressadapter.h"
#include "core/engine/api/functions.h"
#include "core/members/consist/consistparts.h"
#include "core/plugins/api/controllerplugin.h"

#include <QtCore/QObject>

using namespace qontroller;

/// The folder in which a person says in SERVICE.json what a service should be.
struct Services
{
    QString folder;

    std::vector<std::string> names() const
    {
        std::vector<std::string> names;
        for (const QString &file : QDir(folder).entryList({"*.json"}, QDir::Files))
            names.push_back(file.chopped(5).toStdString());
        mustBeThere();
        return names;
    }
    /// Nothing: it does not exist.
    std::optional<QJsonObject> find(const std::string &service) const
    {
        auto found = readJson(folder + '/' + QString::fromStdString(service) + ".json");
        if (!found)
            mustBeThere();
        return found;
    }
    QJsonObject serversOf(const std::string &service) const
    {
        return find(service).value_or(QJsonObject())["servers"].toObject();
    }
    /// No service is deleted because the whole folder is away.
    void mustBeThere() const
    {
        if (!QDir(folder).exists())
            throw std::runtime_error(folder.toStdString() + " is away");
    }
};

/// "web" of the server "web/one".
std::string serviceOf(std::string_view server)
{
    return std::string(server.substr(0, server.find('/')));
}

class AddressesPlugin final : public QObject, public ControllerPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QONTROLLER_CONTROLLER_PLUGIN_IID FILE "addresses.json")
    Q_INTERFACES(qontroller::ControllerPlugin)

public:
    tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters,
                                                      const ControllerContext &context) override
    {
        const auto folderIn = [&](const char *key) {
            return QFileInfo(parameters[key].toString()).absoluteFilePath();
        };
        const Services services{folderIn("services")};
        const auto provider = std::make_shared<FakeProvider>(folderIn("provider"));
        const auto adapter = std::make_shared<AddressAdapter>(context.controllerName, provider);

        // The employers: which services are there, and what should each be?
        auto employers = makeListerWatcher([=](ListSink &sink, std::stop_token) {
            for (const std::string &service : services.names())
                sink.add(service);
            return ListResult::complete();
        });
        auto storage = makeStorage<QJsonObject>([=](const Attempt &attempt) {
            const auto service = services.find(attempt.id);
            if (!service)
                return Fetched<QJsonObject>::gone();
            return Fetched<QJsonObject>::found(std::make_shared<const QJsonObject>(*service));
        });

        // The employees: which servers are there, and which service does each belong to?
        EmployeeSource servers;
        servers.listerWatcher = makeListerWatcher([=](ListSink &sink, std::stop_token) {
            for (const std::string &service : services.names()) {
                for (const QString &server : services.serversOf(service).keys())
                    sink.add(service + '/' + server.toStdString());
            }
            return ListResult::complete();
        });
        servers.employers = makeOwners([](const ObjectId &server, std::stop_token) {
            return std::vector<ObjectId>{serviceOf(server)};
        });

        // The operations: what a server asks for, what has to be true, and what is done then.
        ConsistOptions options;
        options.employeeKind = "server";
        options.employees = {servers};
        options.preCheck.maxUnavailable = EmployeeShare{1};
        options.operationsOf = [=](std::string_view server) {
            const QString key = QString::fromStdString(std::string(server)).section('/', 1);
            const QJsonObject wanted = services.serversOf(serviceOf(server))[key].toObject();
            const std::string number = std::to_string(wanted["restart"].toInt());
            std::vector<WantedOperation> operations;
            if (wanted.contains("restart"))
                operations.push_back({"restart-" + number, "restart"});
            return operations;
        };
        options.operate["restart"].call = [=](std::string_view server, std::stop_token) {
            provider->note("restart of " + std::string(server));
            return std::nullopt;
        };

        return makeConsistController(adapter, employers, storage, options);
    }
};

#include "addresses.moc"
