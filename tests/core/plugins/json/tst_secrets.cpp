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
    void aSchemaSaysWhatIsSecret_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<bool>("secret");
        QTest::newRow("password") << QByteArray(R"({"format": "password"})") << true;
        QTest::newRow("secret") << QByteArray(R"({"format": "secret"})") << true;
        QTest::newRow("written only") << QByteArray(R"({"writeOnly": true})") << true;
        QTest::newRow("another format") << QByteArray(R"({"format": "uri"})") << false;
        QTest::newRow("nothing said") << QByteArray(R"({"type": "string"})") << false;
    }

    void aSchemaSaysWhatIsSecret()
    {
        QFETCH(QByteArray, schema);
        QTEST(isSecret(schemaOf(schema)), "secret");
    }

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
