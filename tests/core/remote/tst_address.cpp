// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/address.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller::remote;

/// How a person writes where a host is.
class AddressTest final : public QObject
{
    Q_OBJECT

private slots:
    void isRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Address>("address");
        QTest::addColumn<QByteArray>("label");
        using Kind = Address::Kind;
        const auto row = [](const char *text, Address address, const char *label) {
            QTest::newRow(text) << QByteArray(text) << address << QByteArray(label);
        };
        row("photos", {.kind = Kind::Named, .host = "photos"}, "photos");
        row("photos@2", {.kind = Kind::Named, .host = "photos@2"}, "photos@2");
        row("/run/qontroller/photos/control.sock", {.path = "/run/qontroller/photos/control.sock"},
            "photos");
        row("./x.sock", {.path = "./x.sock"}, "x.sock");
        row("unix:x.sock", {.path = "x.sock"}, "x.sock");
        row("unix:/a:1", {.path = "/a:1"}, "a:1");
        row("/a:1/control.sock", {.path = "/a:1/control.sock"}, "a:1");
        row("ssh://db1", {.kind = Kind::Ssh, .machine = "db1"}, "db1");
        row("ssh://db1/", {.kind = Kind::Ssh, .machine = "db1"}, "db1");
        row("ssh://anna@db1:2222/photos",
            {.kind = Kind::Ssh, .user = "anna", .machine = "db1", .port = 2222, .host = "photos"},
            "db1/photos");
        row("ssh://[::1]:2222", {.kind = Kind::Ssh, .machine = "::1", .port = 2222}, "::1");
        row("db1:7000", {.kind = Kind::Tls, .machine = "db1", .port = 7000}, "db1:7000");
        row("[::1]:7000", {.kind = Kind::Tls, .machine = "::1", .port = 7000}, "[::1]:7000");
        row("ssh://db1,name=PRODUCTION,colour=#cc0000",
            {.kind = Kind::Ssh, .machine = "db1", .name = "PRODUCTION", .colour = "#cc0000"},
            "db1");
        row("ssh://db1,colour=#CC0000,name=two words",
            {.kind = Kind::Ssh, .machine = "db1", .name = "two words", .colour = "#CC0000"}, "db1");
        row("/a,b/control.sock,name=x", {.path = "/a,b/control.sock", .name = "x"}, "a,b");
    }
    void isRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(Address, address);
        QFETCH(QByteArray, label);
        const auto read = parseAddress(text.toStdString());
        QVERIFY2(read.has_value(), read ? "" : read.error().c_str());
        QVERIFY(*read == address);
        QCOMPARE(QByteArray::fromStdString(read->label()), label);
        const auto again = parseAddress(read->fullText());
        QVERIFY2(again && *again == address, read->fullText().c_str());
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("what");
        const auto row = [](const char *text, const char *what) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(what);
        };
        const char *right = "write a path, unix:PATH, ssh://[USER@]MACHINE[:PORT][/NAME], "
                            "MACHINE:PORT or the name of a host here";
        row("", right);
        row("http://db1", right);
        row("-x", right);
        row("a;b", right);
        row("-x:7000", right);
        row("unix:", "a path is missing, as in unix:/run/qontroller/photos/control.sock");
        row("ssh://", "behind ssh:// stands the name or the address of a machine, as in "
                      "ssh://server");
        row("ssh://-oProxyCommand=x", "behind ssh:// stands the name or the address of a machine, "
                                      "as in ssh://server");
        row("ssh://-l@db1", "before the @ stands the name of a user, as in ssh://anna@server");
        row("ssh://db1/../x", "behind the machine stands the name of a host, as in "
                              "ssh://server/photos");
        row("ssh://db1/$(id)", "behind the machine stands the name of a host, as in "
                               "ssh://server/photos");
        row("ssh://db1:0", "a port is a number from 1 to 65535");
        row("db1:70000", "a port is a number from 1 to 65535");
        row("db1:", "a port is a number from 1 to 65535");
        row("db1:7000,colour=red", "a colour is written #RRGGBB, as in ,colour=#cc0000");
        row("db1:7000,name=", "a name is missing behind ,name=");
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, what);
        const auto read = parseAddress(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(QByteArray::fromStdString(read.error()),
                 '"' + text + "\" is no address of a host: " + what);
    }
};

QONTROLLER_GUILESS_TEST(AddressTest)
#include "tst_address.moc"
