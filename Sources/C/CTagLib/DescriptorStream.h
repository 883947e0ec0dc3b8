#pragma once

#include <taglib/tiostream.h>

/// A file that is open, as TagLib reads and writes it.
///
/// TagLib's own stream keeps silent about a disk that is full; this one remembers the first error.
class DescriptorStream : public TagLib::IOStream {
public:
    explicit DescriptorStream(int descriptor) : descriptor_(descriptor) {}

    /// The error number of the first thing that failed, 0 while nothing has.
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
    /// Moves what stands from `from` to the end so that it starts at `to`.
    void move(long from, long to);

    int descriptor_;
    int error_ = 0;
    long position_ = 0;
};
