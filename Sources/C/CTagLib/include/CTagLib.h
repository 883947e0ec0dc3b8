#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the TagLib that was compiled against, as "major.minor".
const char *standup_taglib_version(void);

#ifdef __cplusplus
}
#endif
