#define _GNU_SOURCE
#include "line_edit.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

struct line_edit {
  EditLine *editor;
  History *history;
  line_edit_calls calls;
  char *prompt;
  /// The hint that is shown, and one that waits to be.
  char hint[512];
  /// Whether libedit itself asks for characters, as in a search: nothing may then come between.
  bool is_searching;
  bool is_given_up;
  /// Bytes that are handed out before those of the terminal.
  const char *injected;
};

enum { HISTORY_SIZE = 10000, HISTORY_BYTES = 4 << 20 };
/// What a key would send that no terminal has: redraws the line.
#define REDRAW "\033[9999~"

// MARK: signals

static int wake_pipe[2] = {-1, -1};
static volatile sig_atomic_t interrupts, resizes, continuations;
static void (*on_interrupt)(void *context);
static void *interrupt_context;

static void wake(void) {
  int code = errno;
  // Where the pipe is full, its reader is woken anyway.
  if (wake_pipe[1] >= 0 && write(wake_pipe[1], "", 1) < 0) errno = code;
  errno = code;
}

static void on_signal(int number) {
  switch (number) {
    case SIGINT:
      interrupts = 1;
      on_interrupt(interrupt_context);
      break;
    case SIGWINCH: resizes = 1; break;
    case SIGCONT: continuations = 1; break;
  }
  wake();
}

static void catch_signal(int number) {
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  // Programs that start others from a thread pool leave signals blocked in them.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, number);
  sigprocmask(SIG_UNBLOCK, &signals, NULL);
}

static void make_pipe(void) {
  if (wake_pipe[0] < 0 && pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) < 0) wake_pipe[0] = wake_pipe[1] = -1;
}

void line_edit_catch_interrupts(void (*interrupted)(void *context), void *context) {
  make_pipe();
  on_interrupt = interrupted;
  interrupt_context = context;
  catch_signal(SIGINT);
  // Ctrl-\ ends a program at once, and lies beside Ctrl-C.
  signal(SIGQUIT, SIG_IGN);
}

void line_edit_forget_interrupt(void) { interrupts = 0; }

void line_edit_wake(void) { wake(); }

// MARK: what is typed

static void redraw(line_edit *edit) { el_set(edit->editor, EL_REFRESH); }

/// Begins a line of its own where the one that is typed stands.
static void clear_line(void) {
  fputs("\r\033[J", stdout);
  fflush(stdout);
}

static void answer_wake(line_edit *edit) {
  char bytes[64];
  while (read(wake_pipe[0], bytes, sizeof bytes) > 0) {}
  if (resizes || continuations) {
    if (continuations) {
      // The program that stopped this one and let it go on has set the terminal for itself.
      el_set(edit->editor, EL_PREP_TERM, 0);
      el_set(edit->editor, EL_PREP_TERM, 1);
    }
    resizes = continuations = 0;
    clear_line();
    el_resize(edit->editor);
    redraw(edit);
  }
  if (edit->calls.woken) edit->calls.woken(edit->calls.context);
}

/// Waits for a byte: 1, 0 at the end of the input, -1 where the line is given up.
static int next_byte(line_edit *edit, char *byte) {
  while (true) {
    if (edit->injected && *edit->injected) {
      *byte = *edit->injected++;
      return 1;
    }
    if (interrupts) {
      interrupts = 0;
      edit->is_given_up = true;
      return -1;
    }
    struct pollfd watched[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = wake_pipe[0], .events = POLLIN}};
    if (poll(watched, 2, -1) < 0) continue;
    if (watched[1].revents) answer_wake(edit);
    if (!watched[0].revents) continue;
    ssize_t count = read(STDIN_FILENO, byte, 1);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    return count > 0 ? 1 : 0;
  }
}

static bool is_idle(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  return poll(&input, 1, 0) == 0;
}

/// Has the hint shown that fits the line, once nothing more is typed.
static void update_hint(line_edit *edit) {
  if (!edit->calls.hint || edit->is_searching || (edit->injected && *edit->injected) || !is_idle()) return;
  const LineInfo *line = el_line(edit->editor);
  size_t length = (size_t)(line->lastchar - line->buffer);
  char *text = strndup(line->buffer, length);
  if (!text) return;
  const char *hint = edit->calls.hint(edit->calls.context, text);
  if (!hint) hint = "";
  if (strncmp(hint, edit->hint, sizeof edit->hint - 1) != 0) {
    snprintf(edit->hint, sizeof edit->hint, "%s", hint);
    edit->injected = REDRAW;
  }
  free(text);
}

/// A search takes characters until one that is no text and no search again.
static void note_search(line_edit *edit, wchar_t character) {
  if (character == 0x12 || character == 0x13) {
    edit->is_searching = true;
  } else if (character < 0x20 && character != 0x08) {
    edit->is_searching = false;
  }
}

/// Has the line drawn without its hint before it ends, so that what stays on the screen is what was typed.
static bool drop_hint(line_edit *edit) {
  if (!edit->hint[0] || (edit->injected && *edit->injected)) return false;
  edit->hint[0] = 0;
  edit->injected = REDRAW "\r";
  return true;
}

static int next_character(EditLine *editor, wchar_t *character) {
  line_edit *edit = NULL;
  el_get(editor, EL_CLIENTDATA, &edit);
  update_hint(edit);
  char bytes[MB_LEN_MAX + 1];
  mbstate_t state = {0};
  for (int length = 0; length < MB_LEN_MAX;) {
    int count = next_byte(edit, bytes);
    if (count <= 0) return count;
    length++;
    size_t result = mbrtowc(character, bytes, 1, &state);
    if (result == (size_t)-2) continue;
    if (result == (size_t)-1) break;
    bool ends = !edit->is_searching && (*character == '\r' || *character == '\n');
    note_search(edit, *character);
    return ends && drop_hint(edit) ? next_character(editor, character) : 1;
  }
  // What is no UTF-8 is left out.
  *character = L'\uFFFD';
  return 1;
}

static unsigned char on_tab(EditLine *editor, int key) {
  (void)key;
  line_edit *edit = NULL;
  el_get(editor, EL_CLIENTDATA, &edit);
  const LineInfo *line = el_line(editor);
  char *before = strndup(line->buffer, (size_t)(line->cursor - line->buffer));
  char *after = strndup(line->cursor, (size_t)(line->lastchar - line->cursor));
  if (before && after) edit->calls.complete(edit->calls.context, before, after);
  free(before);
  free(after);
  return CC_REFRESH;
}

static unsigned char on_redraw(EditLine *editor, int key) {
  (void)editor;
  (void)key;
  return CC_REFRESH;
}

static char *prompt(EditLine *editor) {
  line_edit *edit = NULL;
  el_get(editor, EL_CLIENTDATA, &edit);
  return edit->prompt ? edit->prompt : "";
}

static char *right_prompt(EditLine *editor) {
  line_edit *edit = NULL;
  el_get(editor, EL_CLIENTDATA, &edit);
  return edit->hint;
}

// MARK: the editor

line_edit *line_edit_make(const char *program, line_edit_calls calls) {
  setlocale(LC_CTYPE, "");
  // Scenes are UTF-8, and so is whatever is typed.
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
  make_pipe();
  line_edit *edit = calloc(1, sizeof *edit);
  if (!edit) return NULL;
  edit->calls = calls;
  edit->editor = el_init(program, stdin, stdout, stderr);
  edit->history = history_init();
  if (!edit->editor || !edit->history || wake_pipe[0] < 0) {
    line_edit_free(edit);
    return NULL;
  }
  HistEvent event;
  history(edit->history, &event, H_SETSIZE, HISTORY_SIZE);
  history(edit->history, &event, H_SETUNIQUE, 1);
  EditLine *editor = edit->editor;
  el_set(editor, EL_CLIENTDATA, edit);
  el_set(editor, EL_SIGNAL, 0);
  el_set(editor, EL_PROMPT_ESC, prompt, '\1');
  el_set(editor, EL_RPROMPT_ESC, right_prompt, '\1');
  // What is typed ahead of a command's end outlives a Ctrl-C that cancels the command.
  el_set(editor, EL_SETTY, "-x", "+noflsh", NULL);
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_HIST, history, edit->history);
  el_set(editor, EL_GETCFN, next_character);
  el_set(editor, EL_ADDFN, "inspector-complete", "completes what is typed", on_tab);
  el_set(editor, EL_ADDFN, "inspector-redraw", "draws the line again", on_redraw);
  el_set(editor, EL_BIND, "^I", "inspector-complete", NULL);
  el_set(editor, EL_BIND, REDRAW, "inspector-redraw", NULL);
  el_set(editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
  // Words, and what keys for places send on usual terminals.
  el_set(editor, EL_BIND, "\033[1;5C", "em-next-word", NULL);
  el_set(editor, EL_BIND, "\033[1;5D", "ed-prev-word", NULL);
  el_set(editor, EL_BIND, "\033[3~", "ed-delete-next-char", NULL);
  el_set(editor, EL_BIND, "\033[H", "ed-move-to-beg", NULL);
  el_set(editor, EL_BIND, "\033[F", "ed-move-to-end", NULL);
  catch_signal(SIGWINCH);
  catch_signal(SIGCONT);
  return edit;
}

void line_edit_free(line_edit *edit) {
  if (!edit) return;
  if (edit->editor) el_end(edit->editor);
  if (edit->history) history_end(edit->history);
  free(edit->prompt);
  free(edit);
}

void line_edit_source(line_edit *edit) { el_source(edit->editor, NULL); }

void line_edit_set_prompt(line_edit *edit, const char *prompt) {
  free(edit->prompt);
  edit->prompt = strdup(prompt);
}

line_edit_result line_edit_read(line_edit *edit, const char *prompt, const char **line) {
  line_edit_set_prompt(edit, prompt);
  edit->is_given_up = edit->is_searching = false;
  edit->hint[0] = 0;
  edit->injected = NULL;
  if (resizes) {
    resizes = 0;
    el_resize(edit->editor);
  }
  // Before the prompt is seen: what is typed then must not be taken as the terminal's own keys.
  el_set(edit->editor, EL_PREP_TERM, 1);
  int count = 0;
  const char *text = el_gets(edit->editor, &count);
  if (edit->is_given_up) {
    fputs("^C\n", stdout);
    fflush(stdout);
    return LINE_EDIT_INTERRUPTED;
  }
  if (!text || count <= 0) return LINE_EDIT_END;
  *line = text;
  return LINE_EDIT_LINE;
}

void line_edit_replace(line_edit *edit, int count, const char *text) {
  if (count > 0) el_deletestr(edit->editor, count);
  if (*text) el_insertstr(edit->editor, text);
}

void line_edit_show(line_edit *edit, const char *lines, bool keeps_line) {
  fputs(keeps_line ? "\r\n" : "\r\033[J", stdout);
  fputs(lines, stdout);
  fflush(stdout);
  redraw(edit);
}

void line_edit_beep(line_edit *edit) { el_beep(edit->editor); }

void line_edit_size(int *columns, int *rows) {
  struct winsize size = {0};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return;
  if (size.ws_col > 0) *columns = size.ws_col;
  if (size.ws_row > 0) *rows = size.ws_row;
}

// MARK: history

/// Whether an open file is a regular one that belongs to the person.
static bool is_own_file(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid();
}

bool line_edit_history_load(line_edit *edit, const char *path) {
  HistEvent event;
  // A pipe that nobody writes would keep us waiting.
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return false;
  bool is_own = is_own_file(descriptor);
  close(descriptor);
  if (!is_own) return false;
  if (history(edit->history, &event, H_LOAD, path) < 0) return false;
  FILE *file = fopen(path, "re");
  if (!file) return true;
  fseek(file, 0, SEEK_END);
  bool is_large = ftell(file) > HISTORY_BYTES;
  fclose(file);
  // What is appended line by line is cut to what is kept, now and then.
  if (is_large) history(edit->history, &event, H_SAVE, path);
  return true;
}

void line_edit_history_add(line_edit *edit, const char *line) {
  HistEvent event;
  history(edit->history, &event, H_ENTER, line);
}

int line_edit_history_append(line_edit *edit, const char *path) {
  int descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600);
  if (descriptor < 0) return errno;
  if (!is_own_file(descriptor)) {
    close(descriptor);
    return EPERM;
  }
  FILE *file = fdopen(descriptor, "a");
  if (!file) {
    int code = errno;
    close(descriptor);
    return code;
  }
  // Several shells share one file.
  flock(descriptor, LOCK_EX);
  fseek(file, 0, SEEK_END);
  HistEvent event;
  int result = history(edit->history, &event, H_NSAVE_FP, (size_t)0, file);
  int code = result < 0 ? EIO : 0;
  if (fclose(file) != 0) code = errno;
  return code;
}
