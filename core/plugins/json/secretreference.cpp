// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/json/secretreference.h"

#include "core/base/files/ownfiles.h"
#include "core/plugins/json/schemasentences.h"
#include "core/plugins/json/secrets.h"

#include <QtCore/QJsonArray>
#include <QtCore/QUtf8StringView>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace qontroller {

namespace {

using From = SecretReference::From;

constexpr std::size_t LongestSecret = std::size_t{64} * 1024; ///< bytes
constexpr const char *CredentialsFolder = "CREDENTIALS_DIRECTORY";

struct Form
{
    From from;
    const char *key;
};
constexpr std::array Forms{Form{From::Environment, "fromEnv"}, Form{From::File, "fromFile"},
                           Form{From::Credential, "fromCredential"}};

const char *keyOf(From from)
{
    return Forms.at(static_cast<std::size_t>(from)).key;
}

using Text = tl::expected<std::string, std::string>; ///< the error is the end of a sentence

Text fromEnvironment(const std::string &name)
{
    const char *const value = std::getenv(name.c_str()); // NOLINT(concurrency-mt-unsafe)
    if (!value)
        return tl::unexpected(
            "names the variable " + name
            + ", which is not in this program's environment: set it before the start");
    return std::string(value);
}

/// \a what names it in the sentence.
Text fromFile(const std::string &what, const std::string &file, SecretReaders readers)
{
    auto content = readSecretFile(file, LongestSecret, readers);
    if (!content)
        return tl::unexpected("names " + what + ", which " + content.error());
    if (!*content)
        return tl::unexpected("names " + what + ", which does not exist");
    if ((*content)->ends_with('\n'))
        (*content)->pop_back();
    return **std::move(content);
}

Text fromCredential(const std::string &name)
{
    if (name.find('/') != std::string::npos || name == "." || name == "..")
        return tl::unexpected(std::string(
            "must be the name of a credential as the service unit has it, without a /"));
    const char *const folder = std::getenv(CredentialsFolder); // NOLINT(concurrency-mt-unsafe)
    if (!folder || *folder == '\0')
        return tl::unexpected("names the credential " + name
                              + ", but systemd gave this program none: add LoadCredential= or "
                                "LoadCredentialEncrypted= to its service unit");
    return fromFile("the credential " + name, std::string(folder) + '/' + name,
                    SecretReaders::Group);
}

Text find(const SecretReference &reference)
{
    switch (reference.from) {
    case From::Environment: return fromEnvironment(reference.name);
    case From::Credential: return fromCredential(reference.name);
    case From::File: break;
    }
    if (!reference.name.starts_with('/'))
        return tl::unexpected(std::string("must be an absolute path; {session} stands for the "
                                          "folder of the session file"));
    return fromFile("the file " + reference.name, reference.name, SecretReaders::None);
}

std::string nameOf(const SecretReference &reference)
{
    switch (reference.from) {
    case From::Environment: return "the variable " + reference.name;
    case From::File: return "the file " + reference.name;
    case From::Credential: break;
    }
    return "the credential " + reference.name;
}

/// Why \a text of \a reference cannot be a secret; empty if it can.
std::string whyNotSecret(const SecretReference &reference, std::string_view text)
{
    const auto names = [&](const char *what) { return "names " + nameOf(reference) + what; };
    if (text.empty())
        return names(", which is empty");
    if (text.size() > LongestSecret)
        return names(", which is longer than 64 KiB");
    const QUtf8StringView bytes(text.data(), static_cast<qsizetype>(text.size()));
    if (!bytes.isValidUtf8() || text.find('\0') != std::string_view::npos)
        return names(", which is not UTF-8 text: give UTF-8 without zero bytes");
    return {};
}

QJsonValue replaced(const QJsonValue &value, const JsonPath &path, const QJsonObject &schema,
                    ReadSecrets &read);

void take(const std::string &secret, const JsonPath &path, ReadSecrets &read)
{
    read.secrets.add(secret);
    const bool isTold = std::ranges::find(read.tooShort, path) != read.tooShort.end();
    if (!secret.empty() && secret.size() < Concealer::Shortest && !isTold)
        read.tooShort.push_back(path);
}

QJsonValue readAt(const QJsonValue &value, const JsonPath &path, ReadSecrets &read)
{
    const auto reference = referenceIn(value);
    if (reference && !*reference)
        return value;
    if (!reference) {
        read.problems.push_back({path, reference.error()});
        return QString();
    }
    const auto secret = readSecret(**reference);
    if (!secret) {
        read.problems.push_back(std::move(below(path, {secret.error()}).front()));
        return QString();
    }
    take(*secret, path, read);
    return QString::fromStdString(*secret);
}

QJsonObject replaced(QJsonObject object, const JsonPath &path, const QJsonObject &schema,
                     ReadSecrets &read)
{
    for (auto it = object.begin(); it != object.end(); ++it)
        it.value() = replaced(it.value(), path.key(it.key().toStdString()), schema, read);
    return object;
}

QJsonValue replaced(const QJsonValue &value, const JsonPath &path, const QJsonObject &schema,
                    ReadSecrets &read)
{
    if (takesReference(schema, path))
        return readAt(value, path, read);
    if (value.isObject())
        return replaced(value.toObject(), path, schema, read);
    if (!value.isArray())
        return value;
    QJsonArray list;
    for (const QJsonValue &each : value.toArray())
        list.append(
            replaced(each, path.index(static_cast<std::size_t>(list.size())), schema, read));
    return list;
}

} // namespace

tl::expected<std::optional<SecretReference>, std::string> referenceIn(const QJsonValue &value)
{
    if (!value.isObject())
        return std::nullopt;
    const QJsonObject object = value.toObject();
    for (const Form &form : Forms) {
        const QJsonValue name = object.value(QLatin1String(form.key));
        if (object.size() == 1 && name.isString() && !name.toString().isEmpty()
            && !name.toString().contains(QChar(u'\0')))
            return SecretReference{form.from, name.toString().toStdString()};
    }
    return tl::unexpected(
        std::string(R"(must be text, {"fromEnv": "VARIABLE"}, {"fromFile": "/path"} or )"
                    R"({"fromCredential": "NAME"}, but is another object)"));
}

QJsonObject toJson(const SecretReference &reference)
{
    return {{QLatin1String(keyOf(reference.from)), QString::fromStdString(reference.name)}};
}

tl::expected<std::string, JsonProblem> readSecret(const SecretReference &reference)
{
    const auto problem = [&](std::string text) {
        return tl::unexpected(JsonProblem{JsonPath().key(keyOf(reference.from)), std::move(text)});
    };
    Text text = find(reference);
    if (!text)
        return problem(std::move(text.error()));
    if (std::string why = whyNotSecret(reference, *text); !why.empty())
        return problem(std::move(why));
    return std::move(*text);
}

std::string tooShortSentence(const JsonPath &path)
{
    return "the secret of " + path.dotted() + " has fewer than "
           + std::to_string(Concealer::Shortest)
           + " bytes, so texts that repeat it show it: choose a longer one";
}

ReadSecrets readSecrets(const QJsonObject &schema, const QJsonObject &parameters)
{
    ReadSecrets read;
    read.values = replaced(parameters, {}, schema, read);
    visitSecrets(schema, read.values, [&read](const std::string &secret, const JsonPath &path) {
        take(secret, path, read);
    });
    return read;
}

} // namespace qontroller
