// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include <cstdio>
#include <filesystem>

namespace qontroller::test {

bool TestProgram::add(std::string_view source, Run run)
{
    return tests().emplace(std::filesystem::path(source).stem().string(), run).second;
}

int TestProgram::main(int argc, char **argv)
{
    const auto test = argc < 2 ? tests().end() : tests().find(std::string_view(argv[1]));
    if (test != tests().end()) {
        argv[1] = argv[0];
        return test->second(argc - 1, argv + 1);
    }
    std::fprintf(stderr, "%s: the first argument must be one of these tests:\n", argv[0]);
    for (const auto &[name, run] : tests())
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}

std::map<std::string, TestProgram::Run, std::less<>> &TestProgram::tests()
{
    static std::map<std::string, Run, std::less<>> all;
    return all;
}

} // namespace qontroller::test

int main(int argc, char **argv)
{
    return qontroller::test::TestProgram::main(argc, argv);
}
