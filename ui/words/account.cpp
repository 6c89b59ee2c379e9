// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/account.h"

#include <QtCore/QByteArray>

#include <pwd.h>
#include <unistd.h>

#include <optional>
#include <vector>

namespace qontroller::ui {

namespace {

constexpr std::size_t LargestEntry = 1 << 16;

struct Account
{
    uid_t uid;
    QString name;
};

/// \a ask is getpwnam_r() or getpwuid_r() of one account.
template<class Ask>
std::optional<Account> accountOf(Ask ask)
{
    passwd entry{};
    passwd *found = nullptr;
    std::vector<char> buffer(LargestEntry);
    if (ask(&entry, buffer.data(), buffer.size(), &found) != 0 || !found)
        return {};
    return Account{entry.pw_uid, QString::fromLocal8Bit(entry.pw_name)};
}

} // namespace

QString accountName()
{
    const uid_t uid = getuid();
    for (const char *variable : {"USER", "LOGNAME"}) {
        const QByteArray name = qgetenv(variable);
        const auto account = accountOf(
            [&](auto... rest) { return getpwnam_r(name.constData(), rest...); });
        if (account && account->uid == uid)
            return QString::fromLocal8Bit(name);
    }
    const auto account = accountOf([&](auto... rest) { return getpwuid_r(uid, rest...); });
    return account ? account->name : QStringLiteral("uid %1").arg(uid);
}

} // namespace qontroller::ui
