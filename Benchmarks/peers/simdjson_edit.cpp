// The edit `cornerRadius = 12.5` on every StarView as a hand-written splice on simdjson On-Demand does it, and a scan of every value.
//
//   simdjson_edit edit IN OUT   find the bytes of each value, write the file with new ones in their place
//   simdjson_edit walk IN       visit every value
//
// It relies on the order of the generated scenes: the class precedes the attributes, and every StarView has a cornerRadius. Strings
// that are not read are not checked, nor are duplicate keys and ids.
#include <simdjson.h>
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

using namespace simdjson;

[[noreturn]] static void fail(const char *what) {
  fprintf(stderr, "simdjson_edit: %s\n", what);
  exit(1);
}

static std::vector<std::string_view> values;  // the texts to replace, in the order of the file

static void edit(ondemand::array objects) {
  for (ondemand::object object : objects) {
    bool isStar = false;
    for (auto field : object) {
      ondemand::raw_json_string key = field.key();
      if (key == "class") {
        isStar = std::string_view(field.value().get_string()) == "StarView";
      } else if (key == "attributes" && isStar) {
        std::string_view token = field.value()["cornerRadius"].raw_json_token();
        while (!token.empty() && token.back() <= ' ') token.remove_suffix(1);
        values.push_back(token);
      } else if (key == "children") {
        edit(field.value().get_array());
      }
    }
  }
}

static size_t visited;
static double sum;

static void walk(ondemand::value value) {
  visited++;
  switch (value.type()) {
  case ondemand::json_type::object:
    for (auto field : value.get_object()) {
      sum += std::string_view(field.unescaped_key()).size();
      walk(field.value());
    }
    break;
  case ondemand::json_type::array:
    for (auto element : value.get_array()) walk(element.value());
    break;
  case ondemand::json_type::string: sum += std::string_view(value.get_string()).size(); break;
  case ondemand::json_type::number: sum += double(value.get_double()); break;
  case ondemand::json_type::boolean: sum += bool(value.get_bool()); break;
  case ondemand::json_type::null: if (!value.is_null()) fail("not null"); break;
  }
}

static void write_all(int fd, std::vector<iovec> &pieces) {
  for (size_t next = 0; next < pieces.size();) {
    ssize_t count = writev(fd, &pieces[next], int(std::min<size_t>(pieces.size() - next, IOV_MAX)));
    if (count < 0) fail("cannot write");
    while (next < pieces.size() && size_t(count) >= pieces[next].iov_len) count -= ssize_t(pieces[next++].iov_len);
    if (count > 0) {
      pieces[next].iov_base = static_cast<char *>(pieces[next].iov_base) + count;
      pieces[next].iov_len -= size_t(count);
    }
  }
}

static void save(const padded_string &json, const char *path) {
  static char text[] = "12.5";
  std::vector<iovec> pieces;
  pieces.reserve(2 * values.size() + 1);
  const char *from = json.data();
  for (std::string_view value : values) {
    pieces.push_back({const_cast<char *>(from), size_t(value.data() - from)});
    pieces.push_back({text, 4});
    from = value.data() + value.size();
  }
  pieces.push_back({const_cast<char *>(from), size_t(json.data() + json.size() - from)});
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd < 0) fail("cannot write");
  write_all(fd, pieces);
  if (close(fd) != 0) fail("cannot write");
}

int main(int argc, char **argv) try {
  bool edits = argc == 4 && strcmp(argv[1], "edit") == 0;
  if (!edits && !(argc == 3 && strcmp(argv[1], "walk") == 0)) fail("edit IN OUT | walk IN");
  padded_string json = padded_string::load(argv[2]);
  ondemand::parser parser;
  ondemand::document scene = parser.iterate(json);
  if (edits) {
    edit(scene["objects"].get_array());
    save(json, argv[3]);
    printf("%zu edited\n", values.size());
  } else {
    walk(scene);
    printf("%zu values, %g\n", visited, sum);
  }
  fflush(stdout);
  _exit(0);
} catch (simdjson_error &error) {
  fail(error.what());
}
