#include "DescriptorStream.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace {

/// The number of bytes moved at a time.
const long blockSize = 1 << 18;

/// Reads bytes; fewer than requested only at the end or after an error.
long readAll(int descriptor, char *bytes, long count, long offset, int &error) {
    long done = 0;
    while (done < count) {
        const ssize_t result = pread(descriptor, bytes + done, count - done, offset + done);
        if (result == 0) break;
        if (result > 0) {
            done += result;
        } else if (errno != EINTR) {
            if (!error) error = errno;
            break;
        }
    }
    return done;
}

}

TagLib::ByteVector DescriptorStream::readBlock(unsigned long count) {
    const long wanted = std::min(static_cast<long>(count), std::max(length() - position_, 0L));
    TagLib::ByteVector data(static_cast<unsigned>(wanted), 0);
    const long done = readAll(descriptor_, data.data(), wanted, position_, error_);
    data.resize(static_cast<unsigned>(done));
    position_ += done;
    return data;
}

void DescriptorStream::writeBlock(const TagLib::ByteVector &data) {
    write(data.data(), data.size(), position_);
    position_ += data.size();
}

void DescriptorStream::insert(const TagLib::ByteVector &data, unsigned long start, unsigned long replace) {
    move(static_cast<long>(start + replace), static_cast<long>(start + data.size()));
    write(data.data(), data.size(), static_cast<long>(start));
    position_ = static_cast<long>(start + data.size());
}

void DescriptorStream::removeBlock(unsigned long start, unsigned long length) {
    move(static_cast<long>(start + length), static_cast<long>(start));
}

void DescriptorStream::seek(long offset, Position origin) {
    const long start = origin == Beginning ? 0 : origin == Current ? position_ : length();
    position_ = std::max(start + offset, 0L);
}

long DescriptorStream::length() {
    struct stat status;
    if (fstat(descriptor_, &status) == 0) return status.st_size;
    if (!error_) error_ = errno;
    return 0;
}

void DescriptorStream::truncate(long length) {
    if (ftruncate(descriptor_, length) != 0 && !error_) error_ = errno;
}

void DescriptorStream::write(const char *bytes, unsigned long count, long offset) {
    unsigned long done = 0;
    while (done < count && !error_) {
        const ssize_t result = pwrite(descriptor_, bytes + done, count - done, offset + static_cast<long>(done));
        if (result >= 0) {
            done += static_cast<unsigned long>(result);
        } else if (errno != EINTR) {
            error_ = errno;
        }
    }
}

void DescriptorStream::move(long from, long to) {
    const long end = length();
    from = std::min(from, end);
    if (from == to) return;
    std::vector<char> block(blockSize);
    // Copies towards the front from the start, and towards the back from the end, because the ranges overlap.
    for (long done = 0; done < end - from && !error_;) {
        const long count = std::min(blockSize, end - from - done);
        const long offset = to < from ? done : end - from - done - count;
        const long got = readAll(descriptor_, block.data(), count, from + offset, error_);
        write(block.data(), static_cast<unsigned long>(got), to + offset);
        done += count;
    }
    if (to < from && !error_) truncate(to + end - from);
}
