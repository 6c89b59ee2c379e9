// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/concealer.h"
#include "core/plugins/json/jsonpath.h"

#include <QtCore/QJsonObject>
#include <QtCore/QJsonValue>

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// Where a secret is, in the place of the secret: `{"fromEnv": "PASSWORD"}`,
/// `{"fromFile": "/etc/password"}` or `{"fromCredential": "password"}`. A value.
struct SecretReference
{
    enum class From : unsigned char {
        Environment, ///< a variable of this program
        File,        ///< an absolute path
        Credential,  ///< of systemd: a file in $CREDENTIALS_DIRECTORY
    };

    From from = From::Environment;
    std::string name;

    friend bool operator==(const SecretReference &, const SecretReference &) = default;
};

/// What \a value says where a reference is allowed. Nothing: it is no object, so the value itself.
/// The error: it is an object but no reference, as the end of a sentence; it repeats nothing of it.
[[nodiscard]] tl::expected<std::optional<SecretReference>, std::string> referenceIn(
    const QJsonValue &value);

/// As referenceIn() reads it.
[[nodiscard]] QJsonObject toJson(const SecretReference &reference);

/// The secret: text that is not empty, of at most 64 KiB, without the line break at its end. A file
/// must be regular, this user's or root's, and closed to all others. The problem's path begins at
/// the reference. Thread-safe as long as no thread changes the environment.
[[nodiscard]] tl::expected<std::string, JsonProblem> readSecret(const SecretReference &reference);

/// Parameters with what they refer to.
struct ReadSecrets
{
    QJsonObject values;    ///< with empty text where a secret could not be read
    Concealer secrets;     ///< those that were read, and those that stand in the parameters
    JsonProblems problems; ///< one for each reference that is wrong; paths begin at the parameters
    std::vector<JsonPath> tooShort; ///< have fewer than Concealer::Shortest bytes: texts show them
};
/// What to say of a secret at \a path that is among ReadSecrets::tooShort.
[[nodiscard]] std::string tooShortSentence(const JsonPath &path);

/// Reads what \a parameters refer to where takesReference() of \a schema.
[[nodiscard]] ReadSecrets readSecrets(const QJsonObject &schema, const QJsonObject &parameters);

} // namespace qontroller
