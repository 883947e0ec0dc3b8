#include <whisper.h>
