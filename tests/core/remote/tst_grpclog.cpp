// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/remote/wire/grpclog.h"

#include <QtTest/QtTest>

#include <grpc/support/log.h>

#include <utility>
#include <vector>

using namespace qontroller;

namespace {

std::vector<std::pair<LogLevel, std::string>> &taken()
{
    static std::vector<std::pair<LogLevel, std::string>> all;
    return all;
}

} // namespace

class GrpcLogTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatGrpcSaysIsGivenWithItsLevel()
    {
        remote::takeGrpcLog(
            [](LogLevel level, const std::string &text) { taken().emplace_back(level, text); });
        gpr_set_log_verbosity(GPR_LOG_SEVERITY_INFO);
        gpr_log(GPR_ERROR, "no descriptor for %d", 7);
        gpr_log(GPR_INFO, "all well");
        gpr_log(GPR_DEBUG, "too much");
        const std::vector<std::pair<LogLevel, std::string>> expected{{LogLevel::Error,
                                                                      "gRPC: no descriptor for 7"},
                                                                     {LogLevel::Info,
                                                                      "gRPC: all well"}};
        QCOMPARE(taken(), expected);
    }
};

QONTROLLER_TEST(GrpcLogTest)
#include "tst_grpclog.moc"
