// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QFile>
#include <QtCore/QString>

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <string>

namespace qontroller::test {

/// An authority that gives certificates, for tests: to hosts at 127.0.0.1 and to clients.
class Authority
{
public:
    explicit Authority(const std::string &name)
        : m_key(EVP_EC_gen("P-256"))
        , m_certificate(make(name, name, m_key, m_key, 3600, true))
    {}
    ~Authority()
    {
        X509_free(m_certificate);
        EVP_PKEY_free(m_key);
    }
    Authority(const Authority &) = delete;
    Authority &operator=(const Authority &) = delete;

    /// Adds its own certificate to \a file.
    void writeTo(const QString &file) const { append(file, m_certificate); }

    /// Writes a certificate for \a name and its key. It is good for \a seconds from now; less than
    /// 0: it was. The name is in \a encoding.
    void give(const std::string &name, const QString &folder, long seconds = 3600,
              int encoding = MBSTRING_UTF8) const
    {
        EVP_PKEY *key = EVP_EC_gen("P-256");
        X509 *certificate = make(name, nameOf(m_certificate), key, m_key, seconds, false, encoding);
        append(folder + "/cert.pem", certificate);
        FILE *file = fopen(qPrintable(folder + "/key.pem"), "w");
        PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
        fclose(file);
        QFile::setPermissions(folder + "/key.pem", QFile::ReadOwner | QFile::WriteOwner);
        X509_free(certificate);
        EVP_PKEY_free(key);
    }

private:
    static std::string nameOf(X509 *certificate)
    {
        char name[256] = "";
        X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, name,
                                  sizeof name);
        return name;
    }
    static void append(const QString &path, X509 *certificate)
    {
        FILE *file = fopen(qPrintable(path), "a");
        PEM_write_X509(file, certificate);
        fclose(file);
    }
    static void addName(X509_NAME *name, const std::string &text, int encoding = MBSTRING_UTF8)
    {
        X509_NAME_add_entry_by_txt(name, "CN", encoding,
                                   reinterpret_cast<const unsigned char *>(text.c_str()), -1, -1,
                                   0);
    }
    static void extend(X509 *certificate, int kind, const char *value)
    {
        X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value);
        X509_add_ext(certificate, extension, -1);
        X509_EXTENSION_free(extension);
    }
    static X509 *make(const std::string &name, const std::string &issuer, EVP_PKEY *key,
                      EVP_PKEY *issuerKey, long seconds, bool isAuthority,
                      int encoding = MBSTRING_UTF8)
    {
        static long serial = 0;
        X509 *certificate = X509_new();
        X509_set_version(certificate, 2);
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), ++serial);
        X509_gmtime_adj(X509_getm_notBefore(certificate), -7200);
        X509_gmtime_adj(X509_getm_notAfter(certificate), seconds);
        addName(X509_get_subject_name(certificate), name, encoding);
        addName(X509_get_issuer_name(certificate), issuer);
        X509_set_pubkey(certificate, key);
        extend(certificate, NID_basic_constraints, isAuthority ? "critical,CA:TRUE" : "CA:FALSE");
        if (!isAuthority)
            extend(certificate, NID_subject_alt_name, "IP:127.0.0.1");
        X509_sign(certificate, issuerKey, EVP_sha256());
        return certificate;
    }

    EVP_PKEY *m_key;
    X509 *m_certificate;
};

} // namespace qontroller::test
