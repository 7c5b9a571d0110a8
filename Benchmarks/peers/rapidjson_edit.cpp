// The edit `cornerRadius = 12.5` on every StarView as a RapidJSON DOM program does it, and a walk over every value.
//
//   rapidjson_edit edit IN OUT   parse, edit, write; the tree is left to the system at the end
//   rapidjson_edit walk IN       parse and visit every value
//
// It uses RapidJSON's default flags, which are the fastest: neither UTF-8 nor duplicate keys are checked, and the last digit of a long
// number may change.
#if defined(__SSE2__)
#define RAPIDJSON_SSE2
#elif defined(__ARM_NEON)
#define RAPIDJSON_NEON
#endif
#include <rapidjson/document.h>
#include <rapidjson/filewritestream.h>
#include <rapidjson/writer.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using rapidjson::Value;

[[noreturn]] static void fail(const char *what) {
  fprintf(stderr, "rapidjson_edit: %s\n", what);
  exit(1);
}

static void parse(const char *path, rapidjson::Document &scene) {
  int fd = open(path, O_RDONLY);
  struct stat status;
  if (fd < 0 || fstat(fd, &status) != 0) fail("cannot open the scene");
  size_t size = size_t(status.st_size), filled = 0;
  char *bytes = static_cast<char *>(malloc(size + 1));
  if (!bytes) fail("no memory");
  while (filled < size) {
    ssize_t got = read(fd, bytes + filled, size - filled);
    if (got <= 0) fail("cannot read the scene");
    filled += size_t(got);
  }
  bytes[size] = 0;
  close(fd);
  scene.Parse(bytes, size);
  if (scene.HasParseError()) fail("the scene is no JSON");
  free(bytes);
}

static size_t edited;

static void edit(Value &objects, rapidjson::Document::AllocatorType &allocator) {
  for (Value &object : objects.GetArray()) {
    auto name = object.FindMember("class");
    auto attributes = object.FindMember("attributes");
    if (name != object.MemberEnd() && name->value == "StarView" && attributes != object.MemberEnd()) {
      auto radius = attributes->value.FindMember("cornerRadius");
      if (radius != attributes->value.MemberEnd()) radius->value = 12.5;
      else attributes->value.AddMember("cornerRadius", 12.5, allocator);
      edited++;
    }
    auto children = object.FindMember("children");
    if (children != object.MemberEnd()) edit(children->value, allocator);
  }
}

static size_t visited;
static double sum;

static void walk(const Value &value) {
  visited++;
  if (value.IsObject()) {
    for (auto &member : value.GetObject()) {
      sum += member.name.GetStringLength();
      walk(member.value);
    }
  } else if (value.IsArray()) {
    for (auto &element : value.GetArray()) walk(element);
  } else if (value.IsString()) {
    sum += value.GetStringLength();
  } else if (value.IsNumber()) {
    sum += value.GetDouble();
  }
}

int main(int argc, char **argv) {
  rapidjson::Document scene;
  if (argc == 4 && strcmp(argv[1], "edit") == 0) {
    parse(argv[2], scene);
    edit(scene["objects"], scene.GetAllocator());
    FILE *file = fopen(argv[3], "wb");
    if (!file) fail("cannot write");
    static char buffer[1 << 16];
    rapidjson::FileWriteStream stream(file, buffer, sizeof buffer);
    rapidjson::Writer<rapidjson::FileWriteStream> writer(stream);
    if (!scene.Accept(writer) || fclose(file) != 0) fail("cannot write");
    printf("%zu edited\n", edited);
  } else if (argc == 3 && strcmp(argv[1], "walk") == 0) {
    parse(argv[2], scene);
    walk(scene);
    printf("%zu values, %g\n", visited, sum);
  } else {
    fail("edit IN OUT | walk IN");
  }
  fflush(stdout);
  _exit(0);
}
