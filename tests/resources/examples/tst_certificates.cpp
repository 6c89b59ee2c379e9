// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-certificates in the real program, against an authority of openssl's.
#include "example.h"
#include "testprogram.h"

#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// The example with an authority, and a reload that writes a line into the file `reloads`.
class CertificatesExample final
{
public:
    CertificatesExample()
        : copy("script-certificates")
    {
        shell(R"(mkdir -p live ca/issued && touch ca/index reloads
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
                -subj '/CN=Our authority' -keyout ca/key.pem -out ca/cert.pem)");
        copy.write("reload", "#!/bin/sh\necho once >>reloads\n");
    }
    QByteArray shell(const QString &text) const { return copy.must("sh", {"-euc", text}); }
    [[nodiscard]] QByteArray both(const QString &name) const
    {
        return contentsOf(copy.file("live/" + name + "/both.pem"));
    }
    [[nodiscard]] QByteArray key(const QString &name) const
    {
        return contentsOf(copy.file("live/" + name + "/key.pem"));
    }
    /// The names of what is served for \a name, which has to be the authority's and for its key.
    [[nodiscard]] QByteArray servedNames(const QString &name) const
    {
        return shell(QStringLiteral(R"sh(cd 'live/%1'
            openssl verify -CAfile ../../ca/cert.pem both.pem >/dev/null
            openssl pkey -in both.pem -pubout >public
            openssl x509 -in both.pem -noout -pubkey | cmp - public >&2
            rm public
            openssl x509 -in both.pem -noout -ext subjectAltName | sed 1d | tr -d ' \n')sh")
                         .arg(name));
    }
    [[nodiscard]] int reloads() const { return int(contentsOf(copy.file("reloads")).count('\n')); }

    Example copy;
};

} // namespace

class CertificatesExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("flock", "jq", "openssl"); }

    void keepsACertificateForEachLine()
    {
        const CertificatesExample example;
        const auto write = [&](const QByteArray &text) {
            example.copy.write("certificates", text);
        };
        write("\xEF\xBB\xBFwww.example.org example.org\t*.example.org \r\n# a comment\n\n"
              "  mail.example.org\n");
        ServerProcess server;
        QVERIFY2(example.copy.run(server) == 0, server.log());
        QCOMPARE(server.summary()["known"].toInt(), 3); // afterBurst is one
        QCOMPARE(example.servedNames("www.example.org"),
                 QByteArray("DNS:*.example.org,DNS:example.org,DNS:www.example.org"));
        QCOMPARE(example.servedNames("mail.example.org"), QByteArray("DNS:mail.example.org"));
        QVERIFY2(server.log().contains("renewed: mail.example.org: until 20"), server.log());
        QCOMPARE(example.reloads(), 1);
        QCOMPARE(example.shell("find live -type f -printf '%m %f\n' | sort -u"),
                 QByteArray("600 both.pem\n600 key.pem\n"));

        // Another name asks for a certificate, not for a key; what is in order stays.
        const QByteArray key = example.key("www.example.org");
        const QByteArray mail = example.both("mail.example.org");
        write("mail.example.org\nwww.example.org shop.example.org\n");
        ServerProcess other;
        QVERIFY2(example.copy.run(other) == 0, other.log());
        QCOMPARE(example.servedNames("www.example.org"),
                 QByteArray("DNS:shop.example.org,DNS:www.example.org"));
        QCOMPARE(example.key("www.example.org"), key);
        QCOMPARE(example.both("mail.example.org"), mail);
        QCOMPARE(other.log().count("renewed: "), 1);

        // Deleted while nothing ran, once before there was a certificate.
        example.copy.write("live/half.example.org/key.pem.part", "");
        write("mail.example.org\n");
        ServerProcess later;
        QVERIFY2(example.copy.run(later) == 0, later.log());
        QCOMPARE(entriesOf(example.copy.file("live")), QStringList{"mail.example.org"});

        // Nothing is concluded from a file, or a folder, that is away.
        const auto runWithout = [&](const QString &name, const QByteArray &words) {
            example.shell("mv " + name + " away");
            ServerProcess without;
            without.start({example.copy.file("session.json")});
            const bool said = without.waitForLog(words);
            without.signal(SIGTERM);
            without.wait();
            return said && !QFile::exists(example.copy.file(name));
        };
        QVERIFY(runWithout("certificates", "certificates: No such file"));
        example.shell("mv away certificates");
        QVERIFY(runWithout("live", "find: "));
        QCOMPARE(contentsOf(example.copy.file("away/mail.example.org/both.pem")), mail);
    }

    void reloadsOnlyWhenSomethingHasChanged()
    {
        const CertificatesExample example;
        example.copy.replaceInSession(R"("1h")", R"("1s")");
        example.copy.write("certificates", "a.example.org\nb.example.org\n");
        ServerProcess server;
        server.start({example.copy.file("session.json"), "--json", "--status-interval", "100ms"});
        const auto lists = [&] {
            static_cast<void>(server.waitForOutput("status")); // reads what is new
            const QByteArray last = server.outputLines().constLast();
            return QJsonDocument::fromJson(last)["controllers"][0]["listsComplete"].toInt();
        };
        QTRY_COMPARE(example.reloads(), 1);
        const int listsBefore = lists();
        QTRY_VERIFY(lists() >= listsBefore + 3);
        QCOMPARE(example.reloads(), 1);
        // This one was cut short when all was in place and nobody was told.
        example.copy.write("live/a.example.org/request", "");
        QTRY_COMPARE(example.reloads(), 2);
        example.copy.write("certificates", "a.example.org\n");
        QTRY_COMPARE(example.reloads(), 3);
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(entriesOf(example.copy.file("live/a.example.org")),
                 (QStringList{"both.pem", "key.pem"}));
        QCOMPARE(example.reloads(), 3);
    }

    void parksALineThatIsWrong()
    {
        const CertificatesExample example;
        example.copy.write("certificates",
                           "../x\n-x.example.org\n'$(touch\n$(touch x)\n*.example.org\n"
                           "www.example.org Big.example.org\na.example.org\na.example.org b\n"
                           "x.example.net\nwell.example.org\n");
        ServerProcess server;
        QCOMPARE(example.copy.run(server), 3);
        QCOMPARE(server.summary()["known"].toInt(), 10);
        QCOMPARE(server.summary()["parked"].toInt(), 8);
        for (const char *words :
             {"../x: a name of a host has", "is not Big.example.org",
              "a.example.org: several lines begin with this name", "put a name without * first",
              "x.example.net: this authority signs for example.org alone"})
            QVERIFY2(server.log().contains(words), server.log());
        QCOMPARE(example.servedNames("well.example.org"), QByteArray("DNS:well.example.org"));
        QCOMPARE(entriesOf(example.copy.file("live")),
                 (QStringList{"well.example.org", "x.example.net"}));
        QVERIFY(!QFile::exists(example.copy.file("x")));
    }

    void looksAgainAtALineThatIsPutRight()
    {
        const CertificatesExample example;
        example.copy.replaceInSession(R"("1h")", R"("1s", "parkedRetryInterval": "1h")");
        example.copy.write("certificates", "www.example.org example.net\n");
        ServerProcess server;
        server.start({example.copy.file("session.json")});
        QVERIFY2(server.waitForLog("parked: www.example.org: this authority signs"), server.log());
        example.copy.write("certificates", "www.example.org\n");
        QVERIFY2(server.waitForLog("renewed: www.example.org"), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void renewsWhenAThirdOfTheLifeIsLeft_data()
    {
        QTest::addColumn<int>("lived");
        QTest::addColumn<int>("left");
        QTest::addColumn<bool>("renewed");
        QTest::newRow("more than a third") << 59 << 31 << false;
        QTest::newRow("less than a third") << 61 << 29 << true;
        QTest::newRow("nothing") << 91 << -1 << true;
    }
    void renewsWhenAThirdOfTheLifeIsLeft()
    {
        QFETCH(int, lived);
        QFETCH(int, left);
        QFETCH(bool, renewed);
        const CertificatesExample example;
        example.copy.write("certificates", "www.example.org\n");
        example.shell(QStringLiteral(R"sh(mkdir live/www.example.org && cd live/www.example.org
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem
            openssl req -new -key key.pem -subj / -addext subjectAltName=DNS:www.example.org \
                -out ../../asked
            CA=../../ca openssl ca -config ../../ca.cnf -batch -notext \
                -in ../../asked -out both.pem \
                -startdate "$(date -u -d '%1 days ago' +%Y%m%d%H%M%SZ)" \
                -enddate "$(date -u -d '%2 days' +%Y%m%d%H%M%SZ)"
            cat key.pem >>both.pem)sh")
                          .arg(lived)
                          .arg(left));
        const QByteArray before = example.both("www.example.org");
        ServerProcess server;
        QVERIFY2(example.copy.run(server) == 0, server.log());
        QCOMPARE(example.both("www.example.org") != before, renewed);
        QCOMPARE(server.log().contains("renewed: www.example.org: until"), renewed);
        QCOMPARE(example.servedNames("www.example.org"), QByteArray("DNS:www.example.org"));
    }

    void renewsByItselfAtTheMomentThatItHasSaid()
    {
        const CertificatesExample example;
        example.copy.replaceInSession("90 days", "9 seconds"); // the next list comes in an hour
        example.copy.write("certificates", "www.example.org\n");
        ServerProcess server;
        server.start({example.copy.file("session.json"), "--log-level", "debug"});
        QVERIFY2(server.waitForLog("renewed: www.example.org", 2), server.log());
        QTRY_VERIFY(example.reloads() >= 2);
        // No list has looked since then whether the folder is away, and no other takes its place.
        example.shell("mv live away");
        QVERIFY2(server.waitForLog("mkdir: cannot create"), server.log());
        QVERIFY(!QFile::exists(example.copy.file("live")));
        QCOMPARE(server.end(), 128 + SIGTERM);
        const QByteArray lives = example.shell(R"sh(
            for one in $(ls -tr ca/issued/*.pem); do
                openssl x509 -in "$one" -noout -startdate | cut -d = -f 2 | date -f - +%s
            done)sh");
        const QList<QByteArray> times = lives.trimmed().split('\n');
        QVERIFY2(times.size() >= 2, lives);
        for (qsizetype i = 1; i < times.size(); ++i) // after two thirds of nine seconds
            QVERIFY2(times[i].toLongLong() - times[i - 1].toLongLong() >= 6, lives);
    }

    void keepsWhatIsServedWhenTheAuthorityDoesNotSign()
    {
        const CertificatesExample example;
        example.copy.replaceInSession(R"("1m")", R"("10ms")");
        example.copy.write("certificates", "a.example.org\nb.example.org\nc.example.org\n");
        ServerProcess server;
        QVERIFY2(example.copy.run(server) == 0, server.log());
        const QByteArray before = example.both("a.example.org");

        // It is away for one, and has mixed up another.
        example.shell("mv sign real-sign");
        example.copy.write("sign", R"(#!/bin/sh
case $1 in
*/a.*) echo "too many certificates already" >&2; exit 1 ;;
*/b.*) openssl x509 -in live/c.example.org/both.pem -out "$2" ;;
*) exec ./real-sign "$@" ;;
esac
)");
        example.shell("chmod +x sign");
        example.copy.write("certificates", "a.example.org a1.example.org\n"
                                           "b.example.org b1.example.org\n"
                                           "c.example.org c1.example.org\n");
        ServerProcess later;
        QCOMPARE(example.copy.run(later), 3);
        QCOMPARE(later.summary()["failed"].toInt(), 1);
        QCOMPARE(later.summary()["parked"].toInt(), 1);
        QCOMPARE(later.summary()["retries"].toInt(), 2);
        QVERIFY2(later.log().contains("a.example.org: too many certificates already"), later.log());
        QVERIFY2(later.log().contains("b.example.org: ./sign has written no certificate for this"),
                 later.log());
        QCOMPARE(example.both("a.example.org"), before);
        QCOMPARE(example.servedNames("b.example.org"), QByteArray("DNS:b.example.org"));
        QCOMPARE(example.servedNames("c.example.org"),
                 QByteArray("DNS:c.example.org,DNS:c1.example.org"));
    }

    void makesAKeyThatIsEmptyAnew()
    {
        const CertificatesExample example;
        example.copy.replaceInSession(R"("1m")", R"("10ms")");
        example.copy.write("certificates", "a.example.org\nb.example.org\n");
        example.copy.write("live/a.example.org/key.pem", "");
        example.copy.write("live/b.example.org/key.pem", "no key\n");
        ServerProcess server;
        QCOMPARE(example.copy.run(server), 3);
        QCOMPARE(server.summary()["failed"].toInt(), 1);
        QVERIFY2(server.log().contains("b.example.org/key.pem cannot be read as a key: put it "),
                 server.log());
        QCOMPARE(example.servedNames("a.example.org"), QByteArray("DNS:a.example.org"));
        QCOMPARE(example.key("b.example.org"), QByteArray("no key\n"));

        example.shell("rm live/b.example.org/key.pem"); // as the sentence says
        ServerProcess later;
        QVERIFY2(example.copy.run(later) == 0, later.log());
        QCOMPARE(example.servedNames("b.example.org"), QByteArray("DNS:b.example.org"));
    }

    void recoversFromAFullDisk()
    {
        const QStringList starter = withOwnMounts();
        if (starter.isEmpty())
            QSKIP("this machine mounts no file system for a test");
        const CertificatesExample example;
        const QByteArray said = example.copy.must(starter.first(),
                                                  starter.mid(1) + QStringList{"sh", "-euc", R"sh(
                mount -t tmpfs -o size=64k none live
                export LIVE=live CA=ca DOMAIN=example.org LIFETIME='90 days'
                export QONTROLLER_ID=www.example.org
                mkdir live/$QONTROLLER_ID
                cat /dev/zero >live/filler 2>/dev/null || true
                once() {
                    status=0
                    echo $QONTROLLER_ID | ./add 3>/dev/null 2>said || status=$?
                    echo "$status $(tail -n 1 said)"
                }
                once
                find live -name key.pem
                rm live/filler
                once
                if openssl x509 -in live/$QONTROLLER_ID/both.pem -noout; then echo served; fi)sh"});
        QVERIFY2(said.startsWith("1 the new key cannot be read back: is the disk of live full?\n"
                                 "until 20"),
                 said);
        QVERIFY2(said.endsWith("\nserved\n"), said);
    }

    void refusesAChainThatCannotBeRead()
    {
        const CertificatesExample example;
        example.copy.replaceInSession(R"("1m")", R"("10ms")");
        example.copy.replaceInSession(R"("maxRetries": 2)", R"("maxRetries": 0)");
        example.copy.write("certificates", "a.example.org\n");
        ServerProcess server;
        QVERIFY2(example.copy.run(server) == 0, server.log());
        const QByteArray before = example.both("a.example.org");

        example.shell("mv sign real-sign");
        const auto refuses = [&](const QByteArray &then, const QByteArray &words) {
            example.copy.write("certificates", "a.example.org a1.example.org\n");
            example.copy.write("sign", "#!/bin/sh\n./real-sign \"$@\" || exit\n" + then + '\n');
            example.shell("chmod +x sign");
            ServerProcess later;
            const int status = example.copy.run(later);
            if (status == 3 && later.summary()["failed"].toInt() == 1 && later.log().contains(words)
                && example.both("a.example.org") == before)
                return QByteArray();
            return "status " + QByteArray::number(status) + later.log();
        };
        const QByteArray noCertificate = "printf '%s\\n' '-----BEGIN CERTIFICATE-----' "
                                         "PGh0bWw+aGk8L2h0bWw+Cg== '-----END CERTIFICATE-----'";
        const QByteArray nothing = "./sign has written nothing: is the disk";
        const QByteArray unreadable = "./sign has written what is no chain of certificates";
        for (const auto &[then, words] :
             {std::pair<QByteArray, QByteArray>{": >\"$2\"", nothing},
              {"rm \"$2\"", nothing},
              {"echo '<html>' >\"$2\"", unreadable},
              {"openssl x509 -in \"$2\" -outform DER -out \"$2\"", unreadable},
              {noCertificate + " >>\"$2\"", unreadable}}) {
            const QByteArray wrong = refuses(then, words);
            QVERIFY2(wrong.isEmpty(), wrong);
        }

        // A last line without an end is none, and what is in place with such a block is renewed.
        example.copy.write("sign", "#!/bin/sh\n./real-sign \"$@\" || exit\n"
                                   "text=$(cat \"$2\")\nprintf %s \"$text\" >\"$2\"\n");
        example.copy.write("certificates", "a.example.org\n");
        example.shell(noCertificate + " >>live/a.example.org/both.pem");
        for (const bool renewed : {true, false}) {
            ServerProcess later;
            QVERIFY2(example.copy.run(later) == 0, later.log());
            QCOMPARE(later.log().contains("renewed: a.example.org"), renewed);
        }
        QCOMPARE(example.servedNames("a.example.org"), QByteArray("DNS:a.example.org"));
        QVERIFY(!example.both("a.example.org").contains("PGh0bWw"));
    }

    void refusesACertificateThatIsOverOrSoonIs_data()
    {
        QTest::addColumn<QByteArray>("lifetime");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("over") << QByteArray("-1 day")
                              << QByteArray("set the clock right, here or at the authority");
        // As by authorities that let each begin before now, for clocks that are behind.
        QTest::newRow("backdated")
            << QByteArray("1 hour") << QByteArray("of that less than a third is left");
    }

    void refusesACertificateThatIsOverOrSoonIs()
    {
        QFETCH(QByteArray, lifetime);
        QFETCH(QByteArray, said);
        const CertificatesExample example;
        example.copy.replaceInSession(R"("1m")", R"("10ms")");
        example.copy.replaceInSession("90 days", lifetime);
        example.copy.must("sed", {"-i", "s/-enddate/-startdate 20200101000000Z -enddate/", "sign"});
        example.copy.write("certificates", "www.example.org\n");
        ServerProcess server;
        QCOMPARE(example.copy.run(server), 3);
        QVERIFY2(server.log().contains(said), server.log());
        QVERIFY(!QFile::exists(example.copy.file("live/www.example.org/both.pem")));
    }

    void triesAReloadThatHasFailedAgain()
    {
        const CertificatesExample example;
        example.copy.replaceInSession(R"("1m")", R"("10ms")");
        example.copy.write("certificates", "a.example.org\nb.example.org\n");
        example.copy.write("reload", "#!/bin/sh\necho 'the web server is away' >&2\nexit 1\n");
        ServerProcess server;
        QCOMPARE(example.copy.run(server), 3);
        QCOMPARE(server.summary()["failed"].toInt(), 1);
        QVERIFY2(server.log().contains("afterBurst: the web server is away"), server.log());
        QCOMPARE(example.servedNames("a.example.org"), QByteArray("DNS:a.example.org"));
        QCOMPARE(example.servedNames("b.example.org"), QByteArray("DNS:b.example.org"));

        example.copy.write("reload", "#!/bin/sh\necho once >>reloads\n");
        ServerProcess later;
        QVERIFY2(example.copy.run(later) == 0, later.log());
        QCOMPARE(example.reloads(), 1);
        QVERIFY2(!later.log().contains("renewed"), later.log());
    }
};

QONTROLLER_GUILESS_TEST(CertificatesExampleTest)
#include "tst_certificates.moc"
