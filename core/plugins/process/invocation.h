// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace qontroller {

/// What a child is the leader of, and so what ends together with it.
enum class ChildScope : unsigned char {
    Group,   ///< a process group
    Session, ///< a session: groups that its own children make belong to it, too
};

/// What is run: a program and all that it is given. Plain values.
struct Invocation
{
    std::string program;                  ///< the path of a file
    std::vector<std::string> arguments;   ///< the program's own name first
    std::vector<std::string> environment; ///< all of it, each as NAME=value
    std::string workingDirectory;         ///< empty: that of this process
    ChildScope scope = ChildScope::Group;
};

} // namespace qontroller
