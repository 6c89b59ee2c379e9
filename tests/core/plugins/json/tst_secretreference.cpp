// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/json/parameters.h"
#include "core/plugins/json/secretreference.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/stat.h>

using namespace qontroller;

namespace {

QJsonObject parsed(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

const QByteArray Schema = R"({"type": "object", "properties": {
    "user": {"type": "string"},
    "password": {"type": "string", "format": "password", "minLength": 6},
    "keys": {"type": "array", "writeOnly": true, "items": {"type": "string"}},
    "free": {"type": "object"},
    "variables": {"type": "object", "additionalProperties":
        {"type": "string", "format": "may-be-secret"}}}})";

QString sentence(const JsonProblems &problems)
{
    return problems.empty() ? QString() : QString::fromStdString(problems.front().sentence());
}

} // namespace

class SecretReferenceTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qunsetenv("CREDENTIALS_DIRECTORY");
        qunsetenv("TEST_SECRET");
    }

    void isWrittenAsItIsRead()
    {
        using From = SecretReference::From;
        for (const SecretReference &each :
             {SecretReference{From::Environment, "A"}, SecretReference{From::File, "/a"},
              SecretReference{From::Credential, "a"}})
            QVERIFY(referenceIn(toJson(each)).value() == each);
        QCOMPARE(toJson({From::File, "/a"}), (QJsonObject{{"fromFile", "/a"}}));
    }

    void anythingButAnObjectIsTheValueItself()
    {
        for (const QJsonValue &value : {QJsonValue("a"), QJsonValue(1), QJsonValue(QJsonArray{})})
            QVERIFY(!referenceIn(value).value());
    }

    void anotherObjectIsAProblem_data()
    {
        QTest::addColumn<QByteArray>("json");
        for (const QByteArray json :
             {R"({})", R"({"fromEnv": 1})", R"({"fromEnv": ""})", R"({"fromenv": "A"})",
              R"({"fromEnv": "A", "fromFile": "/a"})", R"({"fromFile": "/a\u0000b"})"})
            QTest::newRow(json) << json;
    }
    void anotherObjectIsAProblem()
    {
        QFETCH(QByteArray, json);
        QCOMPARE(referenceIn(parsed(json)).error(),
                 std::string(R"(must be text, {"fromEnv": "VARIABLE"}, {"fromFile": "/path"} or )"
                             R"({"fromCredential": "NAME"}, but is another object)"));
    }

    void readsAFileWithoutItsLineBreak()
    {
        write("hunter2\n\n", 0400);
        QCOMPARE(read(fromFile()), "hunter2\n");
    }

    void readsACredential()
    {
        write("hunter2", 0440); // as systemd makes them where it sets an access control list
        qputenv("CREDENTIALS_DIRECTORY", m_folder->path().toUtf8());
        QCOMPARE(read(R"({"fromCredential": "secret"})"), "hunter2");
    }

    void saysWhatIsWrongWithAVariable()
    {
        QCOMPARE(problem(R"({"fromEnv": "TEST_SECRET"})"),
                 "password.fromEnv: names the variable TEST_SECRET, which is not in this program's "
                 "environment: set it before the start");
        qputenv("TEST_SECRET", "");
        QCOMPARE(problem(R"({"fromEnv": "TEST_SECRET"})"),
                 "password.fromEnv: names the variable TEST_SECRET, which is empty");
        qputenv("TEST_SECRET", "\xFF");
        QCOMPARE(
            problem(R"({"fromEnv": "TEST_SECRET"})"),
            "password.fromEnv: names the variable TEST_SECRET, which is not UTF-8 text: give UTF-8 "
            "without zero bytes");
        qputenv("TEST_SECRET", QByteArray(65 * 1024, 'x'));
        QCOMPARE(problem(R"({"fromEnv": "TEST_SECRET"})"),
                 "password.fromEnv: names the variable TEST_SECRET, which is longer than 64 KiB");
    }

    void saysWhatIsWrongWithAFile_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *words, const QByteArray &content, int mode = 0600) {
            QTest::newRow(words) << content << mode << words;
        };
        row("can be read by others: chmod go-r", "hunter2", 0644);
        row("can be read by others: chmod go-r", "hunter2", 0640);
        row("can be written by others: chmod go-w", "hunter2", 0620);
        row("is empty", "");
        row("is empty", "\n");
        row("is not UTF-8 text: give UTF-8 without zero bytes", "\xFF\xFE");
        row("is not UTF-8 text: give UTF-8 without zero bytes", QByteArray("a\0b", 3));
        row("is too large (65537 bytes): at most 65536 are read", QByteArray(65537, 'x'));
    }
    void saysWhatIsWrongWithAFile()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, mode);
        QFETCH(QString, words);
        write(content, mode);
        QCOMPARE(problem(fromFile()),
                 "password.fromFile: names the file " + path() + ", which " + words);
    }

    void saysWhatIsNoFile()
    {
        QCOMPARE(problem(fromFile()),
                 "password.fromFile: names the file " + path() + ", which does not exist");
        QCOMPARE(problem(R"({"fromFile": "secret"})"),
                 "password.fromFile: must be an absolute path; {session} stands for the folder of "
                 "the session file");
        QCOMPARE(::mkfifo(path().toUtf8(), 0600), 0); // nothing waits for it
        QCOMPARE(problem(fromFile()), "password.fromFile: names the file " + path()
                                          + ", which is no regular file: remove it");
        QFile::remove(path());
        QVERIFY(QFile::link("/etc/passwd", path()));
        QCOMPARE(problem(fromFile()), "password.fromFile: names the file " + path()
                                          + ", which is a link: put the file itself there");
    }

    void saysWhatIsWrongWithACredential()
    {
        QCOMPARE(problem(R"({"fromCredential": "secret"})"),
                 "password.fromCredential: names the credential secret, but systemd gave this "
                 "program none: add LoadCredential= or LoadCredentialEncrypted= to its service "
                 "unit");
        qputenv("CREDENTIALS_DIRECTORY", m_folder->path().toUtf8());
        QCOMPARE(problem(R"({"fromCredential": "secret"})"),
                 "password.fromCredential: names the credential secret, which does not exist");
        QCOMPARE(problem(R"({"fromCredential": "../secret"})"),
                 "password.fromCredential: must be the name of a credential as the service unit "
                 "has it, without a /");
    }

    void isReadWhereASecretMayBe()
    {
        qputenv("TEST_SECRET", "swordfish");
        const auto read = readParameters(parsed(Schema), parsed(R"({
            "password": {"fromEnv": "TEST_SECRET"}, "keys": ["abcd", {"fromEnv": "TEST_SECRET"}],
            "free": {"fromEnv": "TEST_SECRET"},
            "variables": {"A": "plain text", "B": {"fromEnv": "TEST_SECRET"}}})"));
        QCOMPARE(sentence(read.problems), QString());
        QCOMPARE(read.values, parsed(R"({
            "password": "swordfish", "keys": ["abcd", "swordfish"],
            "free": {"fromEnv": "TEST_SECRET"},
            "variables": {"A": "plain text", "B": "swordfish"}})"));
        QCOMPARE(read.secrets.concealed("swordfish, abcd, plain text"),
                 std::string("••••, ••••, plain text"));
    }

    void whatIsTooShortToBeHiddenIsTold()
    {
        qputenv("TEST_SECRET", "abc");
        const ReadParameters read = readParameters(parsed(Schema), parsed(R"({
            "password": "swordfish", "keys": ["abc", "", "abcd", {"fromEnv": "TEST_SECRET"}],
            "variables": {"A": "abc", "B": {"fromEnv": "TEST_SECRET"}}})"));
        std::vector<std::string> paths;
        for (const JsonPath &path : read.tooShort)
            paths.push_back(path.dotted());
        std::ranges::sort(paths);
        QCOMPARE(paths, (std::vector<std::string>{"keys[0]", "keys[3]", "variables.B"}));
    }

    void isNotReadWhereNoneMayBe()
    {
        const auto read = readParameters(parsed(Schema),
                                         parsed(R"({"user": {"fromEnv": "HOME"}})"));
        QCOMPARE(sentence(read.problems), "user: must be text, but is an object");
    }

    void theSchemaJudgesWhatWasRead()
    {
        qputenv("TEST_SECRET", "short");
        QCOMPARE(problem(R"({"fromEnv": "TEST_SECRET"})"),
                 "password: must be text of at least 6 characters, but is something else, which "
                 "is secret");
    }

    void allThatIsWrongIsNamedOnce()
    {
        const auto read = readParameters(parsed(Schema), parsed(R"({
            "password": {"fromEnv": "TEST_SECRET"}, "user": 1, "keys": [{"from": "x"}, "abcd"]})"));
        std::vector<std::string> paths;
        for (const JsonProblem &problem : read.problems)
            paths.push_back(problem.path.dotted());
        QCOMPARE(paths, (std::vector<std::string>{"keys[0]", "password.fromEnv", "user"}));
    }

private:
    [[nodiscard]] QString path() const { return m_folder->filePath("secret"); }
    [[nodiscard]] QByteArray fromFile() const
    {
        return QJsonDocument(QJsonObject{{"fromFile", path()}}).toJson();
    }
    void write(const QByteArray &content, int mode) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        file.close();
        QCOMPARE(::chmod(path().toUtf8(), static_cast<mode_t>(mode)), 0);
    }
    static ReadParameters asPassword(const QByteArray &reference)
    {
        return readParameters(parsed(Schema), {{"password", parsed(reference)}});
    }
    static QString read(const QByteArray &reference)
    {
        return asPassword(reference).values.value("password").toString();
    }
    static QString problem(const QByteArray &reference)
    {
        return sentence(asPassword(reference).problems);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QONTROLLER_TEST(SecretReferenceTest)
#include "tst_secretreference.moc"
