#include "CTagLib.h"

#include <cerrno>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <taglib/chapterframe.h>
#include <taglib/flacfile.h>
#include <taglib/id3v2tag.h>
#include <taglib/mpegfile.h>
#include <taglib/opusfile.h>
#include <taglib/tableofcontentsframe.h>
#include <taglib/textidentificationframe.h>
#include <taglib/tpropertymap.h>
#include <taglib/vorbisfile.h>
#include <taglib/xiphcomment.h>

#include "DescriptorStream.h"

namespace {

struct Chapter {
    uint32_t start;
    uint32_t end;
    std::string name;
};

TagLib::String text(const std::string &value) {
    return TagLib::String(value, TagLib::String::UTF8);
}

}

struct standup_tags {
    std::vector<std::pair<std::string, std::string>> values;
    std::vector<Chapter> chapters;
};

standup_tags *standup_tags_create(void) {
    return new (std::nothrow) standup_tags;
}

void standup_tags_destroy(standup_tags *tags) {
    delete tags;
}

void standup_tags_add(standup_tags *tags, const char *key, const char *value) {
    if (tags) tags->values.emplace_back(key, value);
}

void standup_tags_add_chapter(standup_tags *tags, uint32_t start, uint32_t end, const char *name) {
    if (tags) tags->chapters.push_back({start, end, name});
}

namespace {

void fill(TagLib::Ogg::XiphComment *comment, const standup_tags &tags) {
    for (const auto &[key, value] : tags.values) comment->addField(text(key), text(value), false);
}

/// The byte offset of a chapter that is located by time only.
const unsigned noOffset = 0xFFFFFFFF;

void fill(TagLib::ID3v2::Tag *tag, const standup_tags &tags) {
    TagLib::PropertyMap properties;
    for (const auto &[key, value] : tags.values) properties.insert(text(key), TagLib::StringList(text(value)));
    tag->setProperties(properties);

    TagLib::ByteVectorList contents;
    for (size_t index = 0; index < tags.chapters.size(); index++) {
        const Chapter &chapter = tags.chapters[index];
        const std::string name = "chp" + std::to_string(index);
        const TagLib::ByteVector id(name.c_str(), static_cast<unsigned>(name.size()));
        TagLib::ID3v2::FrameList title;
        auto *caption = new TagLib::ID3v2::TextIdentificationFrame("TIT2", TagLib::String::UTF8);
        caption->setText(text(chapter.name));
        title.append(caption);
        tag->addFrame(
            new TagLib::ID3v2::ChapterFrame(id, chapter.start, chapter.end, noOffset, noOffset, title));
        // A table of contents has at most 255 entries; later chapters exist outside it.
        if (index < 255) contents.append(id);
    }
    if (contents.isEmpty()) return;
    auto *table = new TagLib::ID3v2::TableOfContentsFrame(TagLib::ByteVector("toc", 3), contents);
    table->setIsTopLevel(true);
    table->setIsOrdered(true);
    tag->addFrame(table);
}

/// A file with ID3v2 tags, whose audio properties are not read.
template <class File> File open(TagLib::IOStream *stream) {
#if TAGLIB_MAJOR_VERSION >= 2
    return File(stream, false);
#else
    return File(stream, TagLib::ID3v2::FrameFactory::instance(), false);
#endif
}

bool save(TagLib::IOStream *stream, const standup_tags &tags, standup_tag_kind kind) {
    switch (kind) {
    case STANDUP_TAGS_FLAC: {
        auto file = open<TagLib::FLAC::File>(stream);
        if (!file.isValid()) return false;
        fill(file.xiphComment(true), tags);
        return file.save();
    }
    case STANDUP_TAGS_VORBIS: {
        TagLib::Ogg::Vorbis::File file(stream, false);
        if (!file.isValid() || !file.tag()) return false;
        fill(file.tag(), tags);
        return file.save();
    }
    case STANDUP_TAGS_OPUS: {
        TagLib::Ogg::Opus::File file(stream, false);
        if (!file.isValid() || !file.tag()) return false;
        fill(file.tag(), tags);
        return file.save();
    }
    case STANDUP_TAGS_MP3: {
        auto file = open<TagLib::MPEG::File>(stream);
        fill(file.ID3v2Tag(true), tags);
        return file.save(TagLib::MPEG::File::ID3v2);
    }
    }
    return false;
}

}

int standup_tags_save(const standup_tags *tags, int descriptor, standup_tag_kind kind) {
    if (!tags) return ENOMEM;
    try {
        DescriptorStream stream(descriptor);
        const bool saved = save(&stream, *tags, kind);
        if (stream.error()) return stream.error();
        return saved ? 0 : -1;
    } catch (const std::bad_alloc &) {
        return ENOMEM;
    } catch (...) {
        return -1;
    }
}
