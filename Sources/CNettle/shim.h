#ifndef INSPECTOR_CNETTLE_SHIM_H
#define INSPECTOR_CNETTLE_SHIM_H
#include <stdint.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

/* Version 4 leaves the length of the digest out. */
static inline void inspector_sha256_digest(struct sha256_ctx *context, uint8_t *digest) {
#if NETTLE_VERSION_MAJOR >= 4
  sha256_digest(context, digest);
#else
  sha256_digest(context, SHA256_DIGEST_SIZE, digest);
#endif
}
#endif
