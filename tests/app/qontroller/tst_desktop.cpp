// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h"

#include <QtCore/QDataStream>
#include <QtCore/QProcess>
#include <QtCore/QRect>
#include <QtCore/QRegularExpression>
#include <QtCore/QSettings>
#include <QtCore/QTemporaryDir>
#include <QtCore/QXmlStreamReader>
#include <QtGui/QImage>
#include <QtTest/QtTest>

#include <csignal>

#include <sys/stat.h>

namespace {

constexpr int TooLong = 40'000;

/// One run of the real program with a folder of its own.
class Program
{
public:
    Program()
    {
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.insert("TMPDIR", m_folder.path());
        m_environment.insert("XDG_CONFIG_HOME", m_folder.path());
        m_environment.insert("QT_QPA_PLATFORM", "offscreen");
    }
    ~Program()
    {
        if (process.state() == QProcess::NotRunning)
            return;
        process.kill();
        process.waitForFinished();
    }

    void withoutDisplay()
    {
        for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            m_environment.remove(name);
    }
    void start(const QStringList &arguments)
    {
        process.setProcessEnvironment(m_environment);
        process.start(QONTROLLER, arguments);
        process.waitForStarted();
    }
    int wait()
    {
        const bool ended = process.state() == QProcess::NotRunning
                           || process.waitForFinished(TooLong);
        return ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }
    int run(const QStringList &arguments)
    {
        start(arguments);
        return wait();
    }
    [[nodiscard]] QString file(const QString &name) const { return m_folder.filePath(name); }

    QProcess process;

private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
};

/// \a text without marks for keys, and with # for each number.
QString withoutNumbers(QString text)
{
    static const QRegularExpression number("%n|%L?[0-9]|[0-9]+");
    static const QRegularExpression count(" ?\\(.*\\)$");
    return text.remove('&').replace("(s)", "s").replace(number, "#").remove(count);
}

/// All that the window can say, as its translations have it.
QSet<QString> wordsOfTheWindow()
{
    QFile file(RESOURCES "/translations/qontroller_de.ts");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QSet<QString> words;
    for (QXmlStreamReader xml(&file); !xml.atEnd();) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"source")
            words.insert(withoutNumbers(xml.readElementText()));
    }
    return words;
}

/// The beginning of what QWidget::saveGeometry() gives, in any version of Qt's.
struct Geometry
{
    quint32 magic = 0x1D9D0CB;
    quint16 major = 1;
    quint16 minor = 0;
    QRect frame{10, 10, 1100, 700};
    QRect normal{10, 10, 1100, 700};
    qint32 screen = 0;
    quint8 isMaximised = 1;
    quint8 isFullScreen = 0;
};

QByteArray maximised()
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_4_0);
    const Geometry g;
    stream << g.magic << g.major << g.minor << g.frame << g.normal << g.screen << g.isMaximised
           << g.isFullScreen;
    return bytes;
}

/// Whether \a bytes are of this program's own, and of a window that is maximised.
bool isMaximised(const QByteArray &bytes)
{
    QDataStream stream(bytes);
    stream.setVersion(QDataStream::Qt_4_0);
    Geometry g;
    stream >> g.magic >> g.major >> g.minor >> g.frame >> g.normal >> g.screen >> g.isMaximised
        >> g.isFullScreen;
    return stream.status() == QDataStream::Ok && g.magic == Geometry().magic
           && g.major > Geometry().major && g.isMaximised != 0;
}

} // namespace

class DesktopTest final : public QObject
{
    Q_OBJECT

private slots:
    void judgesItsCommandLineWithoutADisplay_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("output");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("help") << QStringList{"--help"} << 0 << "Usage: qontroller [OPTION]"
                              << "";
        QTest::newRow("version") << QStringList{"--version"} << 0 << "qontroller "
                                 << "";
        const auto refused = [](const QStringList &arguments, const char *sentence) {
            QTest::newRow(qPrintable(arguments.join(' '))) << arguments << 2 << "" << sentence;
        };
        refused({"--frobnicate"},
                "--frobnicate is not an option of qontroller; see qontroller --help");
        refused({"--screenshot", "w.png"}, "--screenshot needs --after, as in --after 5s");
        refused({"--demo", "--plugin-path", "/no"},
                "--plugin-path: \"/no\" is not a folder: name one that holds plugins");
        refused({"/no/such.json"},
                "/no/such.json: cannot be read (No such file or directory): name a "
                "session file that exists");
        QTest::newRow("all well") << QStringList{"--demo"} << 1 << ""
                                  << "there is no display: start it in a graphical session, or use "
                                     "qontrollerd, which needs none";
    }
    void judgesItsCommandLineWithoutADisplay()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, output);
        QFETCH(QString, sentence);
        Program program;
        program.withoutDisplay();
        QCOMPARE(program.run(arguments), status);
        const QString said = QString::fromUtf8(program.process.readAllStandardOutput());
        QVERIFY2(output.isEmpty() ? said.isEmpty() : said.startsWith(output), qPrintable(said));
        QCOMPARE(QString::fromUtf8(program.process.readAllStandardError()),
                 sentence.isEmpty() ? QString() : "qontroller: " + sentence + '\n');
    }

    void helpThatIsLostIsAnError()
    {
        Program program;
        program.process.setStandardOutputFile("/dev/full");
        QCOMPARE(program.run({"--help"}), 1);
        QCOMPARE(program.process.readAllStandardError(),
                 "qontroller: cannot write the output: No space left on device\n");
    }

    void isSteeredFromATerminal()
    {
        Program program;
        const auto session = [&](const char *name) {
            QFile file(program.file(QString::fromLatin1(name) + ".json"));
            if (file.open(QIODevice::WriteOnly))
                file.write(QByteArray(R"({"version":1,"controllers":[{"name":"NAME",)"
                                      R"("plugin":"simulator","parameters":{"objects":3}}]})")
                               .replace("NAME", name));
            return file.fileName();
        };
        const QString socket = program.file("control.sock");
        program.start({session("one"), "--control", socket});
        const auto ctl = [&socket](const QStringList &arguments) {
            QProcess terminal;
            terminal.start(QONTROLLERCTL, QStringList{"--host", socket} + arguments);
            terminal.waitForFinished(TooLong);
            return terminal.readAllStandardOutput();
        };
        QTRY_VERIFY(ctl({"status", "-o", "json"}).contains(R"("name":"one")"));
        QVERIFY(ctl({"apply", session("two"), "--yes"}).contains("two: start\n"));
        QVERIFY(ctl({"status", "-o", "json"}).contains(R"("name":"two")"));
        QVERIFY(ctl({"session"}).contains("\"two\""));
        QVERIFY(ctl({"plugins"}).contains("simulator"));
        program.process.terminate();
        QCOMPARE(program.wait(), 128 + SIGTERM);
        QVERIFY(!QFile::exists(socket));
    }

    void takesAPictureOfTheDemonstration()
    {
        Program program;
        const QString picture = program.file("window.png");
        QCOMPARE(program.run({"--demo", "--screenshot", picture, "--after", "1500ms"}), 0);
        QFile file(picture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.peek(8), QByteArray("\x89PNG\r\n\x1a\n"));
        QImage image;
        QVERIFY(image.loadFromData(file.readAll(), "PNG"));
        QVERIFY2(image.width() >= 784 && image.height() >= 410, // a smaller window there is not
                 qPrintable(QStringLiteral("%1 × %2").arg(image.width()).arg(image.height())));
        QVERIFY2(coloursOf(image) > 10, "the picture shows something");
        QVERIFY2(image.text("Words").split('\n').contains("Failures"),
                 qPrintable(image.text("Words")));
        QVERIFY(QDir(program.file(".")).entryList({"qontroller-demo-*"}).isEmpty());
    }

    void picturesOfTheReadmeShowWordsThatTheWindowHas_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("the window") << "screenshot.png";
        QTest::newRow("operations") << "operations.png";
    }
    void picturesOfTheReadmeShowWordsThatTheWindowHas()
    {
        QFETCH(QString, name);
        const QSet<QString> known = wordsOfTheWindow();
        QVERIFY(known.size() > 500);
        const QImage image(QStringLiteral(RESOURCES "/") + name);
        const QStringList words = image.text("Words").split('\n', Qt::SkipEmptyParts);
        QVERIFY2(words.size() > 30, "make it anew: cmake --build … --target readme-pictures");
        for (const QString &word : words)
            QVERIFY2(known.contains(withoutNumbers(word)), qPrintable(word));
    }

    void saysThatAPictureCannotBeWritten()
    {
        Program program;
        QCOMPARE(program.run(
                     {"--demo", "--safe-mode", "--screenshot", "/proc/no.png", "--after", "0s"}),
                 1);
        QVERIFY(program.process.readAllStandardError().contains("qontroller: "));
    }

    void drainsAndKeepsTheLayoutAtASignal()
    {
        Program program;
        const QString profile = program.file("profile");
        QVERIFY(QDir().mkdir(profile));
        const QString file = profile + "/window.ini";
        {
            QSettings given(file, QSettings::IniFormat);
            given.setValue("version", 1);
            given.setValue("geometry", maximised());
        }
        program.start({"--demo", "--profile", profile, "--metrics", "127.0.0.1:0"});
        QVERIFY(waitForLog(program, "metrics are served")); // it has signals in its hand
        const auto demo = [&] { return QDir(program.file(".")).entryList({"qontroller-demo-*"}); };
        QTRY_VERIFY(!demo().isEmpty());
        ::kill(static_cast<pid_t>(program.process.processId()), SIGTERM);
        QCOMPARE(program.wait(), 143);
        QVERIFY(demo().isEmpty()); // it has drained
        const QSettings kept(file, QSettings::IniFormat);
        for (const char *key : {"size", "state"}) // which it has not been given
            QVERIFY2(kept.contains(key), key);
        QVERIFY(isMaximised(kept.value("geometry").toByteArray()));
    }

    void refusesAProfileThatOthersCanReplace()
    {
        Program program;
        const QString open = QFileInfo(program.file(".")).canonicalFilePath() + "/open";
        QVERIFY(QDir().mkdir(open));
        QCOMPARE(::chmod(qPrintable(open), 0777), 0);
        const QString profile = open + "/profile";
        for (const QStringList &shown : {QStringList(), QStringList{"--attach", "/no/such"}}) {
            QCOMPARE(program.run(shown + QStringList{"--profile", profile}), 2);
            QCOMPARE(QString::fromUtf8(program.process.readAllStandardError()),
                     "qontroller: --profile: \"" + profile + "\" can be replaced: others can write "
                         + open
                         + " (mode 0777); take that right away, or name a folder elsewhere\n");
        }
    }

    void refusesAPortThatCannotBeUsed()
    {
        Program program;
        QCOMPARE(program.run({"--metrics", "127.0.0.1:99999"}), 2);
        QVERIFY(program.process.readAllStandardError().startsWith("qontroller: --metrics: "));
    }

private:
    static bool waitForLog(Program &program, const QByteArray &text)
    {
        QByteArray log;
        program.process.setReadChannel(QProcess::StandardError);
        while (!log.contains(text) && program.process.waitForReadyRead(TooLong))
            log += program.process.readAllStandardError();
        return log.contains(text);
    }

    static int coloursOf(const QImage &image)
    {
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3)
                colours.insert(image.pixel(x, y));
        }
        return static_cast<int>(colours.size());
    }
};

QONTROLLER_GUILESS_TEST(DesktopTest)
#include "tst_desktop.moc"
