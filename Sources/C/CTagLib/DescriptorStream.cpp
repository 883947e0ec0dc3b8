#include "DescriptorStream.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace {

/// The number of bytes moved at a time.
const StreamOffset blockSize = 1 << 18;

/// Reads bytes; fewer than requested only at the end or after an error.
StreamOffset readAll(int descriptor, char *bytes, StreamOffset count, StreamOffset offset, int &error) {
    StreamOffset done = 0;
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

TagLib::ByteVector DescriptorStream::readBlock(StreamLength count) {
    const StreamOffset left = std::max(length() - position_, StreamOffset(0));
    const StreamOffset wanted = std::min(static_cast<StreamOffset>(count), left);
    TagLib::ByteVector data(static_cast<unsigned>(wanted), 0);
    const StreamOffset done = readAll(descriptor_, data.data(), wanted, position_, error_);
    data.resize(static_cast<unsigned>(done));
    position_ += done;
    return data;
}

void DescriptorStream::writeBlock(const TagLib::ByteVector &data) {
    write(data.data(), data.size(), position_);
    position_ += data.size();
}

void DescriptorStream::insert(const TagLib::ByteVector &data, StreamStart start, StreamLength replace) {
    const StreamOffset offset = static_cast<StreamOffset>(start);
    move(offset + static_cast<StreamOffset>(replace), offset + data.size());
    write(data.data(), data.size(), offset);
    position_ = offset + data.size();
}

void DescriptorStream::removeBlock(StreamStart start, StreamLength length) {
    const StreamOffset offset = static_cast<StreamOffset>(start);
    move(offset + static_cast<StreamOffset>(length), offset);
}

void DescriptorStream::seek(StreamOffset offset, Position origin) {
    const StreamOffset start = origin == Beginning ? 0 : origin == Current ? position_ : length();
    position_ = std::max(start + offset, StreamOffset(0));
}

StreamOffset DescriptorStream::length() {
    struct stat status;
    if (fstat(descriptor_, &status) == 0) return status.st_size;
    if (!error_) error_ = errno;
    return 0;
}

void DescriptorStream::truncate(StreamOffset length) {
    if (ftruncate(descriptor_, length) != 0 && !error_) error_ = errno;
}

void DescriptorStream::write(const char *bytes, size_t count, StreamOffset offset) {
    size_t done = 0;
    while (done < count && !error_) {
        const ssize_t result = pwrite(descriptor_, bytes + done, count - done, offset + static_cast<StreamOffset>(done));
        if (result >= 0) {
            done += static_cast<size_t>(result);
        } else if (errno != EINTR) {
            error_ = errno;
        }
    }
}

void DescriptorStream::move(StreamOffset from, StreamOffset to) {
    const StreamOffset end = length();
    from = std::min(from, end);
    if (from == to) return;
    std::vector<char> block(blockSize);
    // Copies towards the front from the start, and towards the back from the end, because the ranges overlap.
    for (StreamOffset done = 0; done < end - from && !error_;) {
        const StreamOffset count = std::min(blockSize, end - from - done);
        const StreamOffset offset = to < from ? done : end - from - done - count;
        const StreamOffset got = readAll(descriptor_, block.data(), count, from + offset, error_);
        write(block.data(), static_cast<size_t>(got), to + offset);
        done += count;
    }
    if (to < from && !error_) truncate(to + end - from);
}
