// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <memory>
#include <string>

struct ssl_st;

namespace qontroller::remote {

/// Which of the files of the other side's authorities has its certificate.
enum class Trust : unsigned char {
    None,
    Viewer,
    Operator, ///< for a client: the host itself
};

/// What this side shows of itself, as PEM.
struct OwnCertificate
{
    std::string certificates; ///< its own, and those of the authorities between it and the root
    std::string key;
};

/// Reads `cert.pem` and `key.pem` (nobody else may read it) of \a folder, which belong together.
/// The error is a sentence. Thread-safe.
[[nodiscard]] tl::expected<OwnCertificate, std::string> readOwnCertificate(
    const std::string &folder);

/// The certificate of this side, and whom it trusts, from the files of a folder. A file of
/// authorities has certificates of authorities, or of single others. Read once. Thread-safe.
class Certificates final
{
public:
    /// `cert.pem`, `key.pem` (nobody else may read it), `operators.pem`, and `viewers.pem` if there
    /// is one. The error is a sentence.
    [[nodiscard]] static tl::expected<Certificates, std::string> ofHost(const std::string &folder);
    /// `cert.pem`, `key.pem` and `hosts.pem`.
    [[nodiscard]] static tl::expected<Certificates, std::string> ofClient(
        const std::string &folder);
    Certificates(Certificates &&) noexcept;
    ~Certificates();

    struct CloseSsl
    {
        void operator()(ssl_st *ssl) const;
    };
    using Ssl = std::unique_ptr<ssl_st, CloseSsl>;
    /// For one connection through \a socket, which is not owned. A client asks for \a machine,
    /// whose name has to be in the host's certificate; a host leaves it empty.
    [[nodiscard]] Ssl begin(int socket, const std::string &machine) const;

    /// Of the other side, once the two have shaken hands.
    [[nodiscard]] Trust trustOf(ssl_st *ssl) const;
    /// What its certificate calls it: the common name.
    [[nodiscard]] static std::string nameOf(ssl_st *ssl);
    /// Why the two could not shake hands, as far as it is known: the end of a sentence.
    [[nodiscard]] static std::string whyNot(ssl_st *ssl);

private:
    class Private;
    explicit Certificates(std::unique_ptr<Private> priv);
    std::unique_ptr<Private> d;
};

} // namespace qontroller::remote
