// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/filemirror.h"
#include "app/plugins/foldermirror/mirror.h"
#include "app/plugins/foldermirror/remover.h"
#include "core/engine/api/handler.h"
#include "core/engine/api/storage.h"

#include <memory>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// Reads what is at a path of the source, and makes the target match it.
class MirrorHandler final : public Storage<Entry>, public Handler<Entry>
{
public:
    explicit MirrorHandler(std::shared_ptr<Mirror> mirror);

    Fetched<Entry> get(const Attempt &attempt) override;
    Outcome add(const Entry &source, const Attempt &attempt) override;
    Outcome remove(const Attempt &attempt) override;

private:
    [[nodiscard]] Result<Outcome> addAny(const std::string &path, const Entry &source,
                                         const Attempt &attempt);
    [[nodiscard]] Result<Outcome> addFolder(const std::string &path);
    [[nodiscard]] Result<Outcome> addLink(const std::string &path, const Entry &source);
    [[nodiscard]] Result<void> publishLink(const TargetFolder &folder, const std::string &name,
                                           const Entry &source);
    void setLinkTime(const TargetFolder &folder, const std::string &name, const Entry &source);
    [[nodiscard]] bool isInTarget(const std::string &path);
    [[nodiscard]] bool isFolderInTarget(const std::string &path);
    /// It has gone for good.
    void forget(const std::string &path);
    /// An editor may have taken it away for a moment, or somebody a folder that it is in.
    [[nodiscard]] bool mayComeBack(const std::string &path);
    [[nodiscard]] bool hasChangedLately(std::string_view folder) const;

    std::shared_ptr<Mirror> m_mirror;
    Remover m_remover;
    FileMirror m_fileMirror;
};

} // namespace qontroller::foldermirror
