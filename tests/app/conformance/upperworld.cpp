// SPDX-License-Identifier: LGPL-3.0-or-later
// The world of the fixture upper: text files, and their upper-case copies. It is started thousands
// of times, so it is a program that starts quickly.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> filesOf(const char *folder)
{
    std::vector<fs::path> files;
    for (const auto &entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".txt" && entry.path().filename() != ".txt")
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

/// Ends the program, well, if there is none.
fs::path chosen(const char *folder, unsigned long number)
{
    const auto files = filesOf(folder);
    if (files.empty())
        std::exit(0);
    return files[number % files.size()];
}

void write(const fs::path &file, const std::string &text)
{
    std::ofstream(file, std::ios::binary) << text;
}

void replace(const fs::path &file, const std::string &text)
{
    write("source/.new", text);
    fs::rename("source/.new", file);
}

/// A line for each: its name, a tab, and its lines with a bar behind each.
void show(const char *folder, int (*letter)(int))
{
    for (const fs::path &file : filesOf(folder)) {
        std::ifstream input(file, std::ios::binary);
        std::string text;
        for (std::string line; std::getline(input, line) && !input.eof();)
            text += line + '|';
        std::ranges::transform(text, text.begin(),
                               [letter](unsigned char c) { return static_cast<char>(letter(c)); });
        std::cout << file.filename().string() << '\t' << text << '\n';
    }
}

int run(const std::string &what, const std::string &number)
{
    const unsigned long choice = std::strtoul(number.c_str(), nullptr, 10);
    if (what == "make") {
        fs::create_directory("source");
        fs::create_directory("target");
    } else if (what == "create")
        replace("source/n" + number + ".txt", "made " + number + '\n');
    else if (what == "modify")
        replace(chosen("source", choice), "modified " + number + '\n');
    else if (what == "delete")
        fs::remove(chosen("source", choice));
    else if (what == "desired")
        show("source", std::toupper);
    else if (what == "actual")
        show("target", [](int c) { return c; });
    else if (what == "spoil")
        write(chosen("target", choice), "spoilt\n");
    else if (what == "garbage")
        write("source/.garbage", "no text of ours " + number);
    else if (what == "away")
        fs::rename("source", "elsewhere");
    else if (what == "back")
        fs::rename("elsewhere", "source");
    else
        return 2;
    return std::cout.flush() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        return run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "");
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
