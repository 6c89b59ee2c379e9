// SPDX-License-Identifier: LGPL-3.0-or-later
// folder-mirror killed with SIGKILL again and again while its source changes.
#include "folders.h"
#include "killablechild.h"
#include "sealedfile.h"
#include "testprogram.h"

#include "app/plugins/foldermirror/pathcodec.h"
#include "app/plugins/foldermirror/safetree.h"
#include "app/plugins/foldermirror/temporaryfile.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QtTest>

#include <atomic>
#include <filesystem>
#include <random>
#include <thread>

using namespace qontroller;
using namespace qontroller::foldermirror;
using namespace qontroller::test;

namespace {

constexpr int Kills = 200;
constexpr int Folders = 8;
constexpr int Files = 15; // in each folder

/// Changes the source as careful programs do: a file appears complete, by a rename.
class Mutator
{
public:
    explicit Mutator(const TestFolder &folder)
        : m_folder(folder)
    {}

    void fill()
    {
        for (int folder = 0; folder < Folders; ++folder) {
            for (int file = 0; file < Files; ++file)
                replace(pathOf(folder, file));
        }
    }

    void change()
    {
        const std::string path = pathOf(static_cast<int>(m_random() % Folders),
                                        static_cast<int>(m_random() % Files));
        switch (m_random() % 12) {
        case 0: std::filesystem::remove(path); break;
        case 1:
            std::filesystem::remove(path);
            makeLink(path, "../dangling" + std::to_string(m_random() % 3));
            break;
        case 2: swapFolders(); break;
        default: replace(path);
        }
    }

private:
    [[nodiscard]] std::string pathOf(int folder, int file) const
    {
        return m_folder.path("source/d" + std::to_string(folder) + "/f" + std::to_string(file));
    }

    void replace(const std::string &path)
    {
        const bool isLarge = m_random() % 10 == 0;
        const std::string payload(m_random() % (isLarge ? 3'000'000 : 50'000),
                                  static_cast<char>('a' + m_random() % 26));
        const std::string fresh = m_folder.path("fresh");
        writeFile(fresh, sealed(payload));
        makeFolder(path.substr(0, path.rfind('/')));
        moveTo(fresh, path);
    }

    void swapFolders()
    {
        const std::string a = m_folder.path("source/d" + std::to_string(m_random() % Folders));
        const std::string b = m_folder.path("source/d" + std::to_string(m_random() % Folders));
        if (a == b)
            return;
        moveTo(a, m_folder.path("swap"));
        moveTo(b, a);
        moveTo(m_folder.path("swap"), b);
    }

    const TestFolder &m_folder;
    std::mt19937 m_random{7};
};

/// Reads everything in the target over and over.
class Observer
{
public:
    explicit Observer(const std::string &root)
        : m_tree(root)
    {}

    void look()
    {
        for (int folder = 0; folder < Folders; ++folder) {
            const auto fd = m_tree.openDirectory("d" + std::to_string(folder));
            if (!fd)
                continue;
            FolderReader reader(fd->get());
            while (const char *name = reader.next())
                lookAt("d" + std::to_string(folder) + '/' + name, name);
        }
    }

    int torn = 0;
    int whole = 0;
    int temporary = 0;

private:
    void lookAt(const std::string &path, const char *name)
    {
        if (TemporaryNames::isTemporary(name)) {
            ++temporary;
            return;
        }
        const auto file = m_tree.openFile(path);
        if (!file)
            return; // a link, or gone
        const std::string content = readFile("/proc/self/fd/" + std::to_string(file->get()));
        ++(isWhole(content) ? whole : torn);
    }

    SafeTree m_tree;
};

} // namespace

class KilledTest final : public QObject
{
    Q_OBJECT

private slots:
    void neverShowsHalfAFileAndConvergesAfterTwoHundredKills()
    {
        const TestFolder folder;
        const std::string source = folder.path("source");
        const std::string target = folder.path("target");
        Mutator mutator(folder);
        mutator.fill();
        Observer observer(target);
        std::atomic<bool> enough = false;
        std::thread mutating([&] {
            while (!enough) {
                mutator.change();
                ::poll(nullptr, 0, 2);
            }
        });
        std::thread observing([&] {
            while (!enough)
                observer.look();
        });

        QElapsedTimer start;
        start.start();
        int begin = 0; // ms until one has begun to copy: longer with a sanitizer
        {
            KillableChild child({FOLDERMIRROR_CHILD, source, target});
            QVERIFY(waitFor([&] { return exists(target + "/d0"); }));
            begin = static_cast<int>(start.elapsed());
            QVERIFY(child.kill());
        }
        std::mt19937 random(11);
        int killed = 0;
        int leftBehind = 0;
        for (int i = 0; i < Kills; ++i) {
            KillableChild child({FOLDERMIRROR_CHILD, source, target});
            const int moment = begin / 2 + static_cast<int>(random() % (2 * begin + 20));
            ::poll(nullptr, 0, moment); // a random one, not a wait
            killed += child.kill();
            leftBehind += temporaryFilesIn(target);
        }
        enough = true;
        mutating.join();
        observing.join();
        qInfo("%d kills, %d whole files seen, %d temporary ones seen, %d left behind in all",
              killed, observer.whole, observer.temporary, leftBehind);
        QCOMPARE(killed, Kills);
        QCOMPARE(observer.torn, 0);
        QVERIFY(observer.whole > 1000);
        QVERIFY(leftBehind > 0); // the kills did hit copies

        QElapsedTimer timer;
        timer.start();
        const KillableChild last({FOLDERMIRROR_CHILD, source, target});
        QVERIFY2(waitFor([&] { return firstDifference(source, target).empty(); }),
                 firstDifference(source, target).c_str());
        QVERIFY(waitFor([&] { return temporaryFilesIn(target) == 0; }));
        qInfo("equal %lld ms after the last start", timer.elapsed());
    }
};

QONTROLLER_GUILESS_TEST(KilledTest)
#include "tst_killed.moc"
