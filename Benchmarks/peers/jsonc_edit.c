// The edit `cornerRadius = 12.5` on every StarView as a json-c program does it, and a walk over every value.
//
//   jsonc_edit edit IN OUT       parse, edit, write; the tree is left to the system at the end (as fast as json-c gets)
//   jsonc_edit edit-free IN OUT  the same, and the tree is freed, as an ordinary program would
//   jsonc_edit walk IN           parse and visit every value
//
// It checks no types and no duplicate keys or ids, and runs no hooks.
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/stat.h>

// `json_tokener_new` stops at 32 levels, which a scene of 1,000,000 objects comes close to.
enum { maximum_depth = 4096 };

static void fail(const char *what) {
  fprintf(stderr, "jsonc_edit: %s\n", what);
  exit(1);
}

static json_object *parse(const char *path) {
  int fd = open(path, O_RDONLY);
  struct stat status;
  if (fd < 0 || fstat(fd, &status) != 0) fail("cannot open the scene");
  size_t size = (size_t)status.st_size, filled = 0;
  char *bytes = malloc(size);
  if (!bytes) fail("no memory");
  while (filled < size) {
    ssize_t got = read(fd, bytes + filled, size - filled);
    if (got <= 0) fail("cannot read the scene");
    filled += (size_t)got;
  }
  close(fd);
  json_tokener *tokener = json_tokener_new_ex(maximum_depth);
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
  json_object *scene = json_tokener_parse_ex(tokener, bytes, (int)size);
  if (!scene) fail(json_tokener_error_desc(json_tokener_get_error(tokener)));
  json_tokener_free(tokener);
  free(bytes);
  return scene;
}

static size_t edited;

static void edit(json_object *objects) {
  size_t count = json_object_array_length(objects);
  for (size_t i = 0; i < count; i++) {
    json_object *object = json_object_array_get_idx(objects, i), *member;
    if (json_object_object_get_ex(object, "class", &member) && strcmp(json_object_get_string(member), "StarView") == 0 &&
        json_object_object_get_ex(object, "attributes", &member)) {
      json_object_object_add(member, "cornerRadius", json_object_new_double(12.5));
      edited++;
    }
    if (json_object_object_get_ex(object, "children", &member)) edit(member);
  }
}

static size_t visited;
static double sum;

static void walk(json_object *value) {
  visited++;
  switch (json_object_get_type(value)) {
  case json_type_object: {
    json_object_object_foreach(value, key, member) {
      sum += key[0];
      walk(member);
    }
    break;
  }
  case json_type_array:
    for (size_t i = 0; i < json_object_array_length(value); i++) walk(json_object_array_get_idx(value, i));
    break;
  case json_type_string: sum += json_object_get_string_len(value); break;
  case json_type_null: break;
  default: sum += json_object_get_double(value);
  }
}

int main(int argc, char **argv) {
  int frees = argc == 4 && strcmp(argv[1], "edit-free") == 0;
  if (frees || (argc == 4 && strcmp(argv[1], "edit") == 0)) {
    json_object *scene = parse(argv[2]), *objects;
    if (!json_object_object_get_ex(scene, "objects", &objects)) fail("the scene has no objects");
    edit(objects);
    int fd = open(argv[3], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || json_object_to_fd(fd, scene, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE) != 0 || close(fd) != 0)
      fail("cannot write");
    printf("%zu edited\n", edited);
    if (frees) json_object_put(scene);
  } else if (argc == 3 && strcmp(argv[1], "walk") == 0) {
    walk(parse(argv[2]));
    printf("%zu values, %g\n", visited, sum);
  } else {
    fail("edit IN OUT | edit-free IN OUT | walk IN");
  }
  fflush(stdout);
  _exit(0);
}
