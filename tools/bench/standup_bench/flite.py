"""Sentences by flite's voices, with the times of their words as flite itself made them."""
import ctypes
import functools

VOICES = ["slt", "rms"]


@functools.cache
def library():
    flite = ctypes.CDLL("libflite.so.1", mode=ctypes.RTLD_GLOBAL)
    for name in ("flite_synth_text", "utt_relation", "relation_head", "item_next", "utt_wave"):
        getattr(flite, name).restype = ctypes.c_void_p
    flite.ffeature_string.restype = ctypes.c_char_p
    flite.ffeature_float.restype = ctypes.c_float
    flite.flite_init()
    return flite


@functools.cache
def voice(name):
    library()
    for part in ("usenglish", "cmulex"):
        ctypes.CDLL(f"libflite_{part}.so.1", mode=ctypes.RTLD_GLOBAL)
    register = getattr(ctypes.CDLL(f"libflite_cmu_us_{name}.so.1"), f"register_cmu_us_{name}")
    register.restype = ctypes.c_void_p
    return ctypes.c_void_p(register(None))


def spoken(path, name, text):
    """Writes a sentence to a file, and returns its words with their starts and ends in seconds."""
    flite = library()
    utterance = ctypes.c_void_p(flite.flite_synth_text(text.encode(), voice(name)))
    word_of, parts = b"R:SylStructure.parent.parent.", []
    item = flite.relation_head(ctypes.c_void_p(flite.utt_relation(utterance, b"Segment")))
    start = 0.0
    while item:
        segment = ctypes.c_void_p(item)
        end = flite.ffeature_float(segment, b"end")
        word = flite.ffeature_string(segment, word_of + b"name").decode()
        # A pause belongs to no word.
        if word != "0":
            is_first = not parts or flite.ffeature_string(segment, b"p." + word_of + b"name").decode() != word
            if is_first:
                parts.append([word, start, end])
            else:
                parts[-1][2] = end
        start = end
        item = flite.item_next(segment)
    flite.cst_wave_save_riff(ctypes.c_void_p(flite.utt_wave(utterance)), path.encode())
    flite.delete_utterance(utterance)
    return [tuple(part) for part in parts]
