#pragma once

#include <taglib/tiostream.h>

/// A TagLib stream on an open file descriptor.
///
/// TagLib's own stream does not report a full disk; this one stores the first error.
class DescriptorStream : public TagLib::IOStream {
public:
    explicit DescriptorStream(int descriptor) : descriptor_(descriptor) {}

    /// The errno of the first failure; 0 if there was none.
    int error() const { return error_; }

    TagLib::FileName name() const override { return ""; }
    TagLib::ByteVector readBlock(unsigned long length) override;
    void writeBlock(const TagLib::ByteVector &data) override;
    void insert(const TagLib::ByteVector &data, unsigned long start, unsigned long replace) override;
    void removeBlock(unsigned long start, unsigned long length) override;
    bool readOnly() const override { return false; }
    bool isOpen() const override { return true; }
    void seek(long offset, Position origin) override;
    long tell() const override { return position_; }
    long length() override;
    void truncate(long length) override;

private:
    void write(const char *bytes, unsigned long count, long offset);
    /// Moves the bytes from `from` to the end of the file to `to`.
    void move(long from, long to);

    int descriptor_;
    int error_ = 0;
    long position_ = 0;
};
