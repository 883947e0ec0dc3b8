"""Listeners that know at which instant of the monotonic clock each frame is heard."""
import array
import bisect
import ctypes
import statistics
import struct
import threading
import time

RATE = 48_000


class PulseListener:
    """Records what a sink plays, mono, 16 bit.

    PulseAudio tells how far ahead of the ear the sink has rendered, so a frame's instant is that at which it is heard,
    whatever the latency of the recording.
    """

    ADJUST_LATENCY = 0x2000  # the server is to keep the latency that is asked for, not only this stream

    class Format(ctypes.Structure):
        _fields_ = [("format", ctypes.c_int), ("rate", ctypes.c_uint32), ("channels", ctypes.c_uint8)]

    class Attributes(ctypes.Structure):
        _fields_ = [(name, ctypes.c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize")]

    def __init__(self, server, source):
        self.pulse = ctypes.CDLL("libpulse.so.0")
        for name in ("pa_threaded_mainloop_new", "pa_threaded_mainloop_get_api", "pa_context_new", "pa_stream_new",
                     "pa_stream_update_timing_info"):
            getattr(self.pulse, name).restype = ctypes.c_void_p
        self.server, self.source = server, source
        self.sound = bytearray()
        self.offsets = []  # the instant of frame 0, as seen again and again
        self.is_over = threading.Event()

    def call(self, name, *arguments):
        return getattr(self.pulse, name)(*[ctypes.c_void_p(argument) if isinstance(argument, int) and argument > 1 << 31
                                           else argument for argument in arguments])

    def __enter__(self):
        self.loop = self.call("pa_threaded_mainloop_new")
        api = self.call("pa_threaded_mainloop_get_api", self.loop)
        self.context = self.call("pa_context_new", api, b"bench")
        if self.call("pa_context_connect", self.context, self.server.encode(), 0, None) < 0:
            raise RuntimeError("PulseAudio does not answer")
        self.call("pa_threaded_mainloop_start", self.loop)
        ready = 4  # PA_CONTEXT_READY
        self.wait(lambda: self.call("pa_context_get_state", self.context) == ready)
        signed_16_bit = 3
        with self.locked():
            form = self.Format(signed_16_bit, RATE, 1)
            self.stream = self.call("pa_stream_new", self.context, b"listener", ctypes.byref(form), None)
            callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
            self.on_sound = callback(self.take)
            self.call("pa_stream_set_read_callback", self.stream, self.on_sound, None)
            whatever = 0xFFFFFFFF
            attributes = self.Attributes(whatever, whatever, whatever, whatever, 2 * RATE // 100)
            self.call("pa_stream_connect_record", self.stream, self.source.encode(), ctypes.byref(attributes),
                      self.ADJUST_LATENCY)
        ready = 2  # PA_STREAM_READY
        self.wait(lambda: self.call("pa_stream_get_state", self.stream) == ready)
        self.watch = threading.Thread(target=self.watch_clock, daemon=True)
        self.watch.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.watch.join()
        self.call("pa_threaded_mainloop_stop", self.loop)
        with self.locked():
            self.call("pa_stream_disconnect", self.stream)
            self.call("pa_context_disconnect", self.context)
        self.call("pa_threaded_mainloop_free", self.loop)

    def locked(self):
        listener = self

        class Lock:
            def __enter__(self):
                listener.call("pa_threaded_mainloop_lock", listener.loop)

            def __exit__(self, *_):
                listener.call("pa_threaded_mainloop_unlock", listener.loop)

        return Lock()

    def wait(self, condition):
        deadline = time.monotonic() + 5
        while True:
            with self.locked():
                if condition():
                    return
            if time.monotonic() > deadline:
                raise RuntimeError("PulseAudio gives no stream to listen to")
            time.sleep(0.01)

    def take(self, stream, _, __):
        data, size = ctypes.c_void_p(), ctypes.c_size_t()
        while self.call("pa_stream_readable_size", stream) > 0:
            self.call("pa_stream_peek", stream, ctypes.byref(data), ctypes.byref(size))
            if size.value == 0:
                return
            self.sound += ctypes.string_at(data.value, size.value) if data.value else bytes(size.value)
            self.call("pa_stream_drop", stream)

    def watch_clock(self):
        done = threading.Event()
        callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)

        def updated(stream, succeeded, _):
            microseconds = ctypes.c_uint64()
            now = time.monotonic()
            if succeeded and self.call("pa_stream_get_time", stream, ctypes.byref(microseconds)) == 0:
                self.offsets.append(now - microseconds.value / 1e6)
            done.set()

        on_update = callback(updated)
        while not self.is_over.wait(0.1):
            done.clear()
            with self.locked():
                operation = self.call("pa_stream_update_timing_info", self.stream, on_update, None)
                self.call("pa_operation_unref", operation)
            done.wait(5)

    def frames(self):
        """All frames, and the function that gives a frame's instant, in seconds of the monotonic clock."""
        sound = array.array("h")
        sound.frombytes(bytes(self.sound[:len(self.sound) // 2 * 2]))
        start = statistics.median(self.offsets)
        return sound, RATE, lambda frame: start + frame / RATE


class JackListener:
    """Records what a client plays, in JACK's own cycles, with the instants that JACK gives them."""

    def __init__(self):
        self.jack = ctypes.CDLL("libjack.so.0")
        for name in ("jack_client_open", "jack_port_register", "jack_port_get_buffer", "jack_port_name",
                     "jack_port_by_name"):
            getattr(self.jack, name).restype = ctypes.c_void_p
        self.jack.jack_port_get_buffer.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
        self.jack.jack_last_frame_time.restype = ctypes.c_uint32
        self.jack.jack_frames_to_time.restype = self.jack.jack_get_time.restype = ctypes.c_uint64
        self.jack.jack_port_get_latency_range.restype = None
        self.cycles = []  # the first frame's instant in seconds, and the frames

    def __enter__(self):
        no_server = 1
        self.client = ctypes.c_void_p(self.jack.jack_client_open(b"bench", no_server, None))
        if not self.client:
            raise RuntimeError("JACK does not answer")
        is_input = 1
        self.port = ctypes.c_void_p(self.jack.jack_port_register(self.client, b"in", b"32 bit float mono audio", is_input,
                                                                 ctypes.c_ulong(0)))
        self.process = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p)(self.take)
        self.jack.jack_set_process_callback(self.client, self.process, None)
        self.jack.jack_activate(self.client)
        return self

    def __exit__(self, *_):
        self.jack.jack_client_close(self.client)

    def take(self, count, _):
        first = self.jack.jack_last_frame_time(self.client)
        # JACK's clock is not the one that the others read.
        ago = (self.jack.jack_get_time() - self.jack.jack_frames_to_time(self.client, ctypes.c_uint32(first))) / 1e6
        instant = time.monotonic() - ago
        self.cycles.append((instant, ctypes.string_at(self.jack.jack_port_get_buffer(self.port, count), 4 * count)))
        return 0

    def listen_to(self, port):
        """Connects to an output port, and notes how long after its cycle JACK's driver lets it be heard."""
        self.jack.jack_connect(self.client, port.encode(), b"bench:in")

        class Range(ctypes.Structure):
            _fields_ = [("least", ctypes.c_uint32), ("most", ctypes.c_uint32)]

        latency, playback = Range(), 1  # JackPlaybackLatency
        heard = ctypes.c_void_p(self.jack.jack_port_by_name(self.client, b"system:playback_1"))
        self.jack.jack_port_get_latency_range(heard, playback, ctypes.byref(latency))
        self.latency = latency.most / RATE

    def frames(self):
        """All frames, and the function that gives a frame's instant, in seconds of the monotonic clock."""
        sound, starts, instants = array.array("h"), [], []
        for instant, floats in self.cycles:
            starts.append(len(sound))
            instants.append(instant)
            sound.extend(int(max(-1, min(1, value)) * 32767) for value, in struct.iter_unpack("f", floats))

        def instant(frame):
            cycle = max(0, bisect.bisect_right(starts, frame) - 1)
            return instants[cycle] + (frame - starts[cycle]) / RATE + self.latency

        return sound, RATE, instant
