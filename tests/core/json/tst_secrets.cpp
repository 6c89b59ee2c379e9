// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/json/secrets.h"

#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace qontroller;

namespace {

QJsonObject parsed(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

const QByteArray Schema = R"({"properties": {
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
        QTEST(isSecret(parsed(schema)), "secret");
    }

    void aValueInASecretOneIsSecret()
    {
        const QJsonObject schema = parsed(Schema);
        QVERIFY(isSecret(schema, JsonPath().key("password")));
        QVERIFY(isSecret(schema, JsonPath().key("keys").index(1)));
        QVERIFY(!isSecret(schema, JsonPath().key("user")));
    }

    void noSecretIsLeftInAText()
    {
        const QJsonObject parameters = parsed(
            R"({"user": "admin", "password": "hunter2", "keys": ["abcd", "ab"]})");
        QCOMPARE(secretsIn(parsed(Schema), parameters)
                     .concealed("admin: hunter2, abcd and ab, hunter2"),
                 std::string("admin: ••••, •••• and ab, ••••"));
    }
};

QTEST_APPLESS_MAIN(SecretsTest)
#include "tst_secrets.moc"
