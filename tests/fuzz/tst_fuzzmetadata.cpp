// SPDX-License-Identifier: LGPL-3.0-or-later
// What plugins say of themselves.
#include "files.h"
#include "fuzz.h"
#include "testprogram.h"

#include "core/plugins/load/pluginmetadata.h"

#include <QtCore/QJsonDocument>

using namespace qontroller;
using namespace qontroller::test;

namespace {

Corpus metadata()
{
    Corpus all;
    for (const char *file :
         {"foldermirror/foldermirror.json", "loadbalancer/loadbalancer.json",
          "process/process.json", "script/script.json", "simulator/simulator.json"})
        all.push_back(contentsOf(QString(PLUGINS "/") + file).toStdString());
    return all;
}

void judge(std::string_view input)
{
    const auto json = QJsonDocument::fromJson(QByteArray(input.data(), qsizetype(input.size())));
    const MetadataReading reading = readMetadata({{"MetaData", json.object()}});
    if (!reading.problem.empty())
        return;
    static_cast<void>(reading.metadata.defaultOptions());
    if (reading.metadata.schema().isEmpty())
        qFatal("a plugin without a schema");
}

} // namespace

class FuzzMetadata : public QObject
{
    Q_OBJECT

private slots:
    void whateverAPluginSaysOfItselfIsJudged() { fuzz(metadata(), 5'000, judge); }
};

QONTROLLER_TEST(FuzzMetadata)
#include "tst_fuzzmetadata.moc"
