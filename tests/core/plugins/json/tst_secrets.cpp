// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/json/secrets.h"

#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace qontroller;

namespace {

QJsonObject schemaOf(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

const QByteArray SecretSchema = R"({"properties": {
    "user": {"type": "string"},
    "password": {"type": "string", "format": "password"},
    "keys": {"writeOnly": true, "items": {"type": "string"}}}})";

} // namespace

class SecretsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aValueInASecretOneIsSecret()
    {
        const QJsonObject schema = schemaOf(SecretSchema);
        QVERIFY(isSecret(schema, JsonPath().key("password")));
        QVERIFY(isSecret(schema, JsonPath().key("keys").index(1)));
        QVERIFY(!isSecret(schema, JsonPath().key("user")));
    }

    void p13_noSecretIsLeftInAText()
    {
        const QJsonObject parameters = schemaOf(
            R"({"user": "admin", "password": "hunter2", "keys": ["abcd", "ab"]})");
        QCOMPARE(secretsIn(schemaOf(SecretSchema), parameters)
                     .concealed("admin: hunter2, abcd and ab, hunter2"),
                 std::string("admin: ••••, •••• and ab, ••••"));
    }
};

QONTROLLER_TEST(SecretsTest)
#include "tst_secrets.moc"
