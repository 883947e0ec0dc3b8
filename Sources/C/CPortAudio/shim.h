#include <portaudio.h>
#include <pa_linux_alsa.h>
