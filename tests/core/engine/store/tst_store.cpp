// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/store/store.h"
#include "files.h"
#include "programs.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <csignal>
#include <sys/resource.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr std::array Old{"CREATE TABLE word (text TEXT PRIMARY KEY)"};
constexpr std::array New{Old[0], "ALTER TABLE word ADD COLUMN count INTEGER NOT NULL DEFAULT 1"};

void add(Rows &rows, const std::string &word)
{
    rows.run("INSERT INTO word (text) VALUES (?)", word);
}

std::vector<std::string> wordsOf(Store &store)
{
    std::vector<std::string> words;
    const auto read = store.transact([&](Rows &rows) {
        rows.each("SELECT text FROM word ORDER BY text",
                  [&](SQLite::Statement &row) { words.push_back(row.getColumn(0).getString()); });
    });
    return read ? words : std::vector<std::string>{read.error().message};
}

using Words = std::vector<std::string>;

} // namespace

class StoreTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString path() const { return m_folder.filePath("words.sqlite"); }
    [[nodiscard]] auto open(std::span<const char *const> steps = Old) const
    {
        return Store::open(path().toStdString(), steps);
    }
    /// What is said when the file cannot be opened, without its path.
    [[nodiscard]] std::string refusal(std::span<const char *const> steps = Old) const
    {
        const auto store = open(steps);
        if (store)
            return "it was opened";
        const std::string start = path().toStdString() + ": ";
        const std::string &message = store.error().message;
        return message.starts_with(start) ? message.substr(start.size()) : message;
    }

private slots:
    void cleanup()
    {
        for (const QString &name : entriesOf(m_folder.path()))
            QVERIFY(QFile::remove(m_folder.filePath(name)));
    }

    void keepsWhatWasWritten()
    {
        {
            const auto store = open();
            QVERIFY(store);
            QVERIFY((*store)->transact([](Rows &rows) { add(rows, "one"); }));
            QVERIFY((*store)->transact([](Rows &rows) {
                add(rows, std::string("t\0o", 3));
                add(rows, "\xff");
            }));
        }
        const auto store = open();
        QVERIFY(store);
        QCOMPARE(wordsOf(**store), (Words{"one", std::string("t\0o", 3), "\xff"}));
    }

    void isForItsOwnerAlone()
    {
        const auto store = open();
        QVERIFY(store);
        QCOMPARE(QFile::permissions(path())
                     & ~QFile::Permissions(QFile::ReadUser | QFile::WriteUser),
                 QFile::ReadOwner | QFile::WriteOwner);
    }

    void m14_writesNothingIntoAFileThatIsElsewhereByNow()
    {
        const auto store = open();
        QVERIFY(store);
        const auto addOne = [&] {
            return (*store)->transact([](Rows &rows) { add(rows, "one"); });
        };
        QVERIFY(QFile::rename(path(), path() + "-away"));
        const auto moved = addOne();
        QVERIFY(!moved);
        QVERIFY(moved.error().message.ends_with(
            ": was moved or deleted while this program uses it: end the program, bring the file "
            "back, and start it again"));
        QVERIFY(QFile::copy(path() + "-away", path())); // another file of the same name
        QVERIFY(!addOne());
        QVERIFY(QFile::remove(path()));
        QVERIFY(QFile::rename(path() + "-away", path()));
        QVERIFY(addOne());
    }

    void noticesAnEarlierCopyBesideTheNewestPartOfALaterOne()
    {
        const QTemporaryDir crashed;
        const auto keep = [&](const QString &suffix, const QString &as) {
            QVERIFY(QFile::copy(path() + suffix, crashed.filePath(as)));
        };
        {
            const auto store = open();
            QVERIFY(store && (*store)->transact([](Rows &rows) { add(rows, "one"); }));
            QVERIFY((*store)->settle());
            keep("", "earlier");
            QVERIFY((*store)->transact([](Rows &rows) { add(rows, "two"); }));
            QVERIFY((*store)->settle());
            QVERIFY((*store)->transact([](Rows &rows) { add(rows, "three"); }));
            for (const char *suffix : {"", "-wal", "-end"}) // as a kill leaves them
                keep(suffix, QStringLiteral("words.sqlite") + suffix);
        }
        const auto lacksItsEnd = [&] {
            const auto store = Store::open(crashed.filePath("words.sqlite").toStdString(), Old);
            return store ? (*store)->lacksItsEnd() : std::nullopt;
        };
        QVERIFY(QFile::remove(crashed.filePath("words.sqlite")));
        QVERIFY(QFile::copy(crashed.filePath("earlier"), crashed.filePath("words.sqlite")));
        QCOMPARE(lacksItsEnd(), std::optional(true));
        QCOMPARE(lacksItsEnd(), std::optional(false)); // said once
    }

    void saysThatItsFilesWereTakenAway()
    {
        const auto store = open();
        QVERIFY(store);
        int number = 0;
        const auto addOne = [&]() -> std::string {
            const auto added = (*store)->transact(
                [&](Rows &rows) { add(rows, std::to_string(number++).c_str()); });
            return added ? std::string() : added.error().message;
        };
        QCOMPARE(addOne(), std::string());
        QVERIFY((*store)->settle());
        QCOMPARE(addOne(), std::string()); // `-wal` is empty, and there
        QVERIFY(QFile::rename(path() + "-wal", path() + "-away"));
        QVERIFY(addOne().find("-wal was deleted while this program uses it") != std::string::npos);
        QVERIFY(QFile::rename(path() + "-away", path() + "-wal"));
        QCOMPARE(addOne(), std::string());
        QFile file(path());
        QVERIFY(file.resize(file.size() / 2));
        QVERIFY(addOne().find(": was cut while this program uses it") != std::string::npos);
    }

    void saysThatItsNewestPartWasCut()
    {
        const auto store = open();
        QVERIFY(store);
        const auto addOne = [&](const char *word) -> std::string {
            const auto added = (*store)->transact([&](Rows &rows) { add(rows, word); });
            return added ? std::string() : added.error().message;
        };
        QCOMPARE(addOne("one"), std::string());
        QVERIFY((*store)->settle());
        QCOMPARE(addOne("two"), std::string());
        QVERIFY(QFile::resize(path() + "-wal", 0));
        QVERIFY(addOne("three").find("-wal was cut while this program uses it")
                != std::string::npos);
    }

    void writesNothingOfATransactionThatFails()
    {
        const auto store = open();
        QVERIFY(store);
        const auto failed = (*store)->transact([](Rows &rows) {
            add(rows, "one");
            add(rows, "one");
        });
        QVERIFY(!failed);
        QVERIFY(failed.error().message.find("UNIQUE constraint failed: word.text")
                != std::string::npos);
        QCOMPARE(wordsOf(**store), Words());
    }

    void writesNothingOfATransactionThatThrows()
    {
        const auto store = open();
        QVERIFY(store);
        QVERIFY_THROWS_EXCEPTION(std::logic_error,
                                 static_cast<void>((*store)->transact([](Rows &rows) {
                                     add(rows, "one");
                                     throw std::logic_error("changed my mind");
                                 })));
        QCOMPARE(wordsOf(**store), Words());
    }

    void bringsTablesToTheNextVersion()
    {
        {
            const auto store = open(Old);
            QVERIFY(store);
            QVERIFY((*store)->transact([](Rows &rows) { add(rows, "one"); }));
        }
        const auto store = open(New);
        QVERIFY(store);
        int count = 0;
        QVERIFY((*store)->transact([&](Rows &rows) {
            rows.each("SELECT count FROM word",
                      [&](SQLite::Statement &row) { count = row.getColumn(0).getInt(); });
        }));
        QCOMPARE(count, 1);
    }

    void e30_keepsACopyOfAnEarlierVersion()
    {
        {
            const auto store = open(Old);
            QVERIFY(store);
            QVERIFY((*store)->transact([](Rows &rows) { add(rows, "one"); }));
        }
        const QString copy = path() + ".version-1";
        {
            QFile left(copy); // of an earlier time
            QVERIFY(left.open(QIODevice::WriteOnly));
            left.write("what is in the way");
        }
        QVERIFY(open(New));
        QVERIFY(open(New)); // which is of that version by now
        struct stat status
        {
        };
        QCOMPARE(::stat(copy.toLocal8Bit().constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0600U);
        const auto before = Store::open(copy.toStdString(), Old);
        QVERIFY2(before, before ? "" : before.error().message.c_str());
        QCOMPARE(wordsOf(**before), Words{"one"});
    }

    void aCopyThatCannotBeMadeLeavesTheFileAsItIs()
    {
        {
            const auto store = open(Old);
            QVERIFY(store);
        }
        QVERIFY(QDir().mkpath(path() + ".version-1/full"));
        QVERIFY2(refusal(New).starts_with("is of an earlier version, and cannot be copied"),
                 refusal(New).c_str());
        QVERIFY(QDir(path() + ".version-1").removeRecursively());
        QVERIFY(open(Old));
    }

    void becomesSmallWhenItIsCompacted()
    {
        const auto store = open();
        QVERIFY(store);
        QVERIFY((*store)->transact([](Rows &rows) {
            for (int i = 0; i < 1000; ++i)
                add(rows, std::to_string(i) + std::string(1000, 'x'));
        }));
        QVERIFY((*store)->settle());
        const qint64 full = QFileInfo(path()).size();
        QVERIFY((*store)->transact([](Rows &rows) { rows.run("DELETE FROM word"); }));
        QVERIFY((*store)->compact());
        QVERIFY(QFileInfo(path()).size() < full / 10);
        QVERIFY((*store)->transact([](Rows &rows) { add(rows, "one"); }));
        QCOMPARE(wordsOf(**store), Words{"one"});
    }

    void itsSizeIsThatOfAllThatBelongsToIt()
    {
        const auto store = open();
        QVERIFY(store);
        QVERIFY((*store)->transact([](Rows &rows) { add(rows, "one"); }));
        qint64 all = 0;
        for (const QString &name : entriesOf(m_folder.path()))
            all += QFileInfo(m_folder.filePath(name)).size();
        QCOMPARE((*store)->size(), std::uint64_t(all));
        QCOMPARE((*Store::open(Store::InMemory, Old))->size(), std::uint64_t(0));
    }

    void leavesALaterVersionAlone()
    {
        QVERIFY(open(New));
        QCOMPARE(refusal(Old), "is of version 2, and this program knows up to 1; start the newer "
                               "Qontroller that wrote it");
        QVERIFY(open(New));
    }

    void leavesAnotherProgramsFileAlone()
    {
        must(m_folder.path(), "sqlite3", {path(), "CREATE TABLE theirs (x)"});
        const QByteArray before = contentsOf(path());
        QCOMPARE(refusal(), "is a SQLite file of another program");
        QCOMPARE(contentsOf(path()), before);
    }

    void leavesWhatIsNoStoreAlone()
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(5000, 'x'));
        file.close();
        QCOMPARE(refusal(), "is no store of Qontroller");
        QVERIFY(!open().error().mayPass);
        QCOMPARE(contentsOf(path()), QByteArray(5000, 'x'));
    }

    void m14_saysThatAnotherProgramUsesIt()
    {
        const auto store = open();
        QVERIFY(store);
        QCOMPARE(refusal(), "another program uses it");
        QVERIFY(open().error().mayPass);
        const auto isFree = [this] { // for another process: our own locks stop only those
            const int child = ::fork();
            if (child == 0) {
                const int fd = ::open(path().toUtf8().constData(), O_RDWR | O_CLOEXEC);
                struct flock lock = {};
                lock.l_type = F_WRLCK;
                ::_exit(fd >= 0 && ::fcntl(fd, F_SETLK, &lock) == 0 ? 0 : 1);
            }
            int status = 1;
            return ::waitpid(child, &status, 0) == child && status == 0;
        };
        QVERIFY(!isFree()); // the refused one has not let go what the first one holds
        QVERIFY((*store)->transact([](Rows &rows) { add(rows, "one"); }));
    }

    void followsNoLink()
    {
        QVERIFY(QFile::link("/etc/passwd", path()));
        QCOMPARE(refusal(), "is a link: put the file itself there");
    }

    void believesNoFileThatOthersCanWrite()
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(::chmod(path().toUtf8().constData(), 0666), 0);
        QCOMPARE(refusal(), "can be written by others: chmod go-w");
    }

    void believesNoLinkBesideItself()
    {
        QVERIFY(QFile::link("/etc/passwd", path() + "-wal")); // SQLite would write into it
        QCOMPARE(Store::open(path().toStdString(), Old).error().message,
                 path().toStdString() + "-wal: is a link: put the file itself there");
    }

    // A service that is started again finds room some day.
    void aDiskThatTakesNothingMayPass()
    {
        rlimit limit{};
        ::getrlimit(RLIMIT_FSIZE, &limit);
        const rlimit none{0, limit.rlim_max}; // as a disk that is full
        ::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &none);
        const auto store = open();
        ::setrlimit(RLIMIT_FSIZE, &limit);
        QVERIFY(!store);
        QVERIFY2(store.error().mayPass, store.error().message.c_str());
    }

    void saysThatThereIsNoSuchFolder()
    {
        const auto store = Store::open("/nowhere/words.sqlite", Old);
        QVERIFY(!store);
        QCOMPARE(store.error().message,
                 "/nowhere/words.sqlite: cannot be opened: No such file or directory");
    }
};

QONTROLLER_GUILESS_TEST(StoreTest)
#include "tst_store.moc"
