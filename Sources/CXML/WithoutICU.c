// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Debian's libxml2.a asks ICU for encodings that it does not know itself, and ICU
// brings 31 MB of tables into a static executable. Text reaches libxml2 as UTF-8
// only (see XMLText), so that none of this is ever called. With
// CXML_WITHOUT_ICU, which release builds set, the few functions that libxml2
// names are here, each saying that it knows no encoding.

#if defined(CXML_WITHOUT_ICU)

#include <libxml/xmlversion.h>

#if defined(LIBXML_ICU_ENABLED)

#include <stddef.h>
#include <unicode/ucnv.h>

void UCNV_FROM_U_CALLBACK_STOP(const void *context, UConverterFromUnicodeArgs *arguments,
                               const UChar *units, int32_t length, UChar32 point,
                               UConverterCallbackReason reason, UErrorCode *error) {}

void UCNV_TO_U_CALLBACK_STOP(const void *context, UConverterToUnicodeArgs *arguments,
                             const char *units, int32_t length, UConverterCallbackReason reason,
                             UErrorCode *error) {}

UConverter *ucnv_open(const char *name, UErrorCode *error) {
  *error = U_UNSUPPORTED_ERROR;
  return NULL;
}

void ucnv_close(UConverter *converter) {}

void ucnv_setToUCallBack(UConverter *converter, UConverterToUCallback action, const void *context,
                         UConverterToUCallback *old_action, const void **old_context,
                         UErrorCode *error) {
  *error = U_UNSUPPORTED_ERROR;
}

void ucnv_setFromUCallBack(UConverter *converter, UConverterFromUCallback action,
                           const void *context, UConverterFromUCallback *old_action,
                           const void **old_context, UErrorCode *error) {
  *error = U_UNSUPPORTED_ERROR;
}

void ucnv_convertEx(UConverter *target_converter, UConverter *source_converter, char **target,
                    const char *target_limit, const char **source, const char *source_limit,
                    UChar *pivot_start, UChar **pivot_source, UChar **pivot_target,
                    const UChar *pivot_limit, UBool reset, UBool flush, UErrorCode *error) {
  *error = U_UNSUPPORTED_ERROR;
}

#endif
#endif
