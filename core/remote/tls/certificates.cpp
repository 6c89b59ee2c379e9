// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/tls/certificates.h"

#include "core/base/files/ownfiles.h"
#include "core/base/text/text.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace qontroller::remote {

namespace {

/// Of a common name, in bytes.
constexpr std::size_t LongestName = 256;

template<auto Free>
struct Freed
{
    template<class T>
    void operator()(T *thing) const
    {
        Free(thing);
    }
};
using Context = std::unique_ptr<SSL_CTX, Freed<&SSL_CTX_free>>;
using Store = std::unique_ptr<X509_STORE, Freed<&X509_STORE_free>>;
using Certificate = std::unique_ptr<X509, Freed<&X509_free>>;
using Check = std::unique_ptr<X509_STORE_CTX, Freed<&X509_STORE_CTX_free>>;
using Memory = std::unique_ptr<BIO, Freed<&BIO_free_all>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<&EVP_PKEY_free>>;

constexpr std::size_t LongestFile = 1U << 20U;

tl::unexpected<std::string> wrong(const std::string &file, const std::string &what)
{
    ::ERR_clear_error();
    return tl::unexpected(file + ' ' + what);
}

Memory memoryOf(const std::string &text)
{
    return Memory(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

tl::expected<std::string, std::string> readCertificateFile(const std::string &file)
{
    auto text = readOwnFile(file, LongestFile);
    if (!text)
        return wrong(file, text.error());
    if (!*text)
        return wrong(file, "is missing: it has certificates, each between BEGIN CERTIFICATE and "
                           "END CERTIFICATE");
    return **std::move(text);
}

/// The certificates that stand in \a text, that of \a file.
tl::expected<std::vector<Certificate>, std::string> parseAll(const std::string &text,
                                                             const std::string &file)
{
    std::vector<Certificate> all;
    const Memory memory = memoryOf(text);
    while (X509 *one = ::PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr))
        all.emplace_back(one);
    ::ERR_clear_error(); // there is no other end than an error
    if (all.empty())
        return wrong(file, "has no certificate: each stands between BEGIN CERTIFICATE and END "
                           "CERTIFICATE");
    return all;
}

tl::expected<Store, std::string> readStore(const std::string &file)
{
    const auto text = readCertificateFile(file);
    if (!text)
        return tl::unexpected(text.error());
    const auto all = parseAll(*text, file);
    if (!all)
        return tl::unexpected(all.error());
    Store store(::X509_STORE_new());
    // A certificate in it need not be an authority's.
    ::X509_STORE_set_flags(store.get(), X509_V_FLAG_PARTIAL_CHAIN);
    for (const Certificate &each : *all)
        ::X509_STORE_add_cert(store.get(), each.get());
    return store;
}

/// Reads the two files of \a folder, and gives \a context what is in them.
tl::expected<OwnCertificate, std::string> useOwn(SSL_CTX *context, const std::string &folder)
{
    const std::string certificateFile = folder + "/cert.pem";
    auto certificates = readCertificateFile(certificateFile);
    if (!certificates)
        return tl::unexpected(std::move(certificates.error()));
    const auto chain = parseAll(*certificates, certificateFile);
    if (!chain)
        return tl::unexpected(chain.error());
    const std::string keyFile = folder + "/key.pem";
    auto text = readSecretFile(keyFile, LongestFile);
    if (!text)
        return wrong(keyFile, text.error());
    if (!*text)
        return wrong(keyFile, "is missing: it has the key of cert.pem");
    const Key key(::PEM_read_bio_PrivateKey(memoryOf(**text).get(), nullptr, nullptr,
                                            const_cast<char *>("")));
    if (!key)
        return wrong(keyFile, "has no key that can be read: it must be PEM, without a password");
    if (::SSL_CTX_use_certificate(context, chain->front().get()) != 1)
        return wrong(certificateFile, "has a certificate that cannot be used");
    for (std::size_t i = 1; i < chain->size(); ++i)
        ::SSL_CTX_add1_chain_cert(context, (*chain)[i].get());
    if (::SSL_CTX_use_PrivateKey(context, key.get()) != 1)
        return wrong(keyFile, "is not the key of cert.pem");
    return OwnCertificate{*std::move(certificates), **std::move(text)};
}

/// gRPC's clients in other languages ask for HTTP/2 by its name.
int chooseProtocol(SSL *, const unsigned char **chosen, unsigned char *size,
                   const unsigned char *offered, unsigned offeredSize, void *)
{
    static constexpr std::array<unsigned char, 3> Http2{2, 'h', '2'};
    unsigned char *found = nullptr;
    if (::SSL_select_next_proto(&found, size, Http2.data(), Http2.size(), offered, offeredSize)
        != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

Context newContext(const SSL_METHOD *method)
{
    Context context(::SSL_CTX_new(method));
    ::SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    ::SSL_CTX_set_mode(context.get(),
                       SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    ::SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    ::SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    ::SSL_CTX_set_options(context.get(), SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
    ::X509_STORE_set_flags(::SSL_CTX_get_cert_store(context.get()), X509_V_FLAG_PARTIAL_CHAIN);
    return context;
}

void addAll(SSL_CTX *context, X509_STORE *trusted)
{
    STACK_OF(X509) *all = ::X509_STORE_get1_all_certs(trusted);
    for (int i = 0; i < sk_X509_num(all); ++i)
        ::X509_STORE_add_cert(::SSL_CTX_get_cert_store(context), sk_X509_value(all, i));
    sk_X509_pop_free(all, X509_free);
}

bool isAddress(const std::string &machine)
{
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return ::inet_pton(AF_INET, machine.c_str(), bytes.data()) == 1
           || ::inet_pton(AF_INET6, machine.c_str(), bytes.data()) == 1;
}

} // namespace

tl::expected<OwnCertificate, std::string> readOwnCertificate(const std::string &folder)
{
    const Context context(::SSL_CTX_new(::TLS_server_method()));
    return useOwn(context.get(), folder);
}

class Certificates::Private
{
public:
    Context context;
    bool isClient = false;
    Store operators;
    Store viewers; ///< null: none are known
};

Certificates::Certificates(std::unique_ptr<Private> priv)
    : d(std::move(priv))
{}

Certificates::Certificates(Certificates &&) noexcept = default;
Certificates::~Certificates() = default;

tl::expected<Certificates, std::string> Certificates::ofHost(const std::string &folder)
{
    auto priv = std::make_unique<Private>();
    priv->context = newContext(::TLS_server_method());
    ::SSL_CTX_set_alpn_select_cb(priv->context.get(), chooseProtocol, nullptr);
    if (auto own = useOwn(priv->context.get(), folder); !own)
        return tl::unexpected(std::move(own.error()));
    auto operators = readStore(folder + "/operators.pem");
    if (!operators)
        return tl::unexpected(std::move(operators.error()));
    priv->operators = *std::move(operators);
    addAll(priv->context.get(), priv->operators.get());
    const std::string viewersFile = folder + "/viewers.pem";
    if (const auto there = readOwnFile(viewersFile, LongestFile); !there || *there) {
        auto viewers = readStore(viewersFile);
        if (!viewers)
            return tl::unexpected(std::move(viewers.error()));
        priv->viewers = *std::move(viewers);
        addAll(priv->context.get(), priv->viewers.get());
    }
    return Certificates(std::move(priv));
}

tl::expected<Certificates, std::string> Certificates::ofClient(const std::string &folder)
{
    auto priv = std::make_unique<Private>();
    priv->isClient = true;
    priv->context = newContext(::TLS_client_method());
    if (auto own = useOwn(priv->context.get(), folder); !own)
        return tl::unexpected(std::move(own.error()));
    auto hosts = readStore(folder + "/hosts.pem");
    if (!hosts)
        return tl::unexpected(std::move(hosts.error()));
    priv->operators = *std::move(hosts);
    addAll(priv->context.get(), priv->operators.get());
    return Certificates(std::move(priv));
}

void Certificates::CloseSsl::operator()(ssl_st *ssl) const
{
    ::SSL_free(ssl);
}

Certificates::Ssl Certificates::begin(int socket, const std::string &machine) const
{
    Ssl ssl(::SSL_new(d->context.get()));
    ::SSL_set_fd(ssl.get(), socket);
    if (!d->isClient) {
        ::SSL_set_accept_state(ssl.get());
        return ssl;
    }
    ::SSL_set_connect_state(ssl.get());
    if (isAddress(machine)) {
        ::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(ssl.get()), machine.c_str());
    } else {
        ::SSL_set1_host(ssl.get(), machine.c_str());
        ::SSL_set_tlsext_host_name(ssl.get(), machine.c_str());
    }
    return ssl;
}

Trust Certificates::trustOf(ssl_st *ssl) const
{
    const Certificate theirs(::SSL_get1_peer_certificate(ssl));
    if (!theirs)
        return Trust::None;
    const auto isIn = [&](const Store &store) {
        if (!store)
            return false;
        const Check check(::X509_STORE_CTX_new());
        return ::X509_STORE_CTX_init(check.get(), store.get(), theirs.get(),
                                     ::SSL_get_peer_cert_chain(ssl))
                   == 1
               && ::X509_STORE_CTX_set_default(check.get(),
                                               d->isClient ? "ssl_server" : "ssl_client")
                      == 1
               && ::X509_verify_cert(check.get()) == 1;
    };
    const Trust trust = isIn(d->operators) ? Trust::Operator
                        : isIn(d->viewers) ? Trust::Viewer
                                           : Trust::None;
    ::ERR_clear_error();
    return trust;
}

std::string Certificates::nameOf(ssl_st *ssl)
{
    const Certificate theirs(::SSL_get1_peer_certificate(ssl));
    if (!theirs)
        return {};
    const X509_NAME *subject = ::X509_get_subject_name(theirs.get());
    const int place = ::X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
    if (place < 0)
        return {};
    unsigned char *utf8 = nullptr;
    const int size = ::ASN1_STRING_to_UTF8(&utf8, ::X509_NAME_ENTRY_get_data(
                                                      ::X509_NAME_get_entry(subject, place)));
    const std::unique_ptr<unsigned char, void (*)(unsigned char *)> owner(utf8,
                                                                          [](unsigned char *text) {
                                                                              OPENSSL_free(text);
                                                                          });
    ::ERR_clear_error();
    const auto *text = reinterpret_cast<const char *>(utf8);
    return size > 0 ? cutText(std::string_view(text, static_cast<std::size_t>(size)), LongestName)
                    : std::string();
}

std::string Certificates::whyNot(ssl_st *ssl)
{
    const long verified = ::SSL_get_verify_result(ssl);
    const unsigned long error = ::ERR_peek_last_error();
    const char *reason = ::ERR_reason_error_string(error);
    ::ERR_clear_error();
    if (verified != X509_V_OK)
        return ::X509_verify_cert_error_string(verified);
    return reason ? reason : "the connection ended";
}

} // namespace qontroller::remote
