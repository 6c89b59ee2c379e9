// SPDX-License-Identifier: LGPL-3.0-or-later
// Session files, as people write them.
#include "files.h"
#include "fuzz.h"
#include "testprogram.h"

#include "app/session/sessionfile.h"
#include "app/session/sessionfolder.h"

#include <QtCore/QDirIterator>

using namespace qontroller;
using namespace qontroller::test;

namespace {

Corpus sessions()
{
    Corpus all{R"({"version":1,"controllers":[]})"};
    QDirIterator files(EXAMPLES, {"*.json"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        all.push_back(contentsOf(files.next()).toStdString());
    return all;
}

void readSessionInput(std::string_view input)
{
    const QByteArray text(input.data(), qsizetype(input.size()));
    const SessionReading reading = readSessionText(text, "/srv/session.json");
    for (const std::string &each : sentences("/srv/session.json", reading.problems)) {
        if (!each.starts_with("/srv/session.json: "))
            qFatal("a sentence without its file: %s", each.c_str());
    }
    for (const SessionController &each : reading.session.controllers) {
        static_cast<void>(withSessionFolder(each));
        static_cast<void>(findWrongPlaceholders(each));
    }
    if (!reading.problems.empty())
        return;
    Session known = reading.session;
    for (SessionController &each : known.controllers)
        each.folder.clear();
    const auto again = parseSession(writeSession(known));
    if (!again || *again != known)
        qFatal("a session is not what was written");
}

} // namespace

class FuzzSession : public QObject
{
    Q_OBJECT

private slots:
    void whateverAPersonWritesIsReadOrRefused()
    {
        QVERIFY(sessions().size() > 5);
        fuzz(sessions(), 20'000, readSessionInput);
    }
};

QONTROLLER_TEST(FuzzSession)
#include "tst_fuzzsession.moc"
