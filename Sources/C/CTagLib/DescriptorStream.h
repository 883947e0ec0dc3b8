#pragma once

#include <taglib/taglib.h>
#include <taglib/tiostream.h>

// TagLib 2 gave the parameters of a stream other types.
#if TAGLIB_MAJOR_VERSION >= 2
using StreamOffset = TagLib::offset_t;
using StreamStart = TagLib::offset_t;
using StreamLength = size_t;
#else
using StreamOffset = long;
using StreamStart = unsigned long;
using StreamLength = unsigned long;
#endif

/// A TagLib stream on an open file descriptor.
///
/// TagLib's own stream does not report a full disk; this one stores the first error.
class DescriptorStream : public TagLib::IOStream {
public:
    explicit DescriptorStream(int descriptor) : descriptor_(descriptor) {}

    /// The errno of the first failure; 0 if there was none.
    int error() const { return error_; }

    TagLib::FileName name() const override { return ""; }
    TagLib::ByteVector readBlock(StreamLength length) override;
    void writeBlock(const TagLib::ByteVector &data) override;
    void insert(const TagLib::ByteVector &data, StreamStart start, StreamLength replace) override;
    void removeBlock(StreamStart start, StreamLength length) override;
    bool readOnly() const override { return false; }
    bool isOpen() const override { return true; }
    void seek(StreamOffset offset, Position origin) override;
    StreamOffset tell() const override { return position_; }
    StreamOffset length() override;
    void truncate(StreamOffset length) override;

private:
    void write(const char *bytes, size_t count, StreamOffset offset);
    /// Moves the bytes from `from` to the end of the file to `to`.
    void move(StreamOffset from, StreamOffset to);

    int descriptor_;
    int error_ = 0;
    StreamOffset position_ = 0;
};
