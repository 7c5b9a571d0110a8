// libedit in calls of fixed arguments, since Swift cannot call `el_set` and `history`, which take any.
#ifndef INSPECTOR_LINE_EDIT_H
#define INSPECTOR_LINE_EDIT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct line_edit line_edit;

typedef enum {
  /// A line was typed.
  LINE_EDIT_LINE,
  /// The input is at its end, or Ctrl-D was typed in an empty line.
  LINE_EDIT_END,
  /// Ctrl-C was typed; the line is given up.
  LINE_EDIT_INTERRUPTED,
} line_edit_result;

/// What the editor asks of its owner, all with the owner's `context`.
typedef struct {
  void *context;
  /// Tab: may call `line_edit_replace` and `line_edit_show`. The texts are UTF-8 and end with the call.
  void (*complete)(void *context, const char *before, const char *after);
  /// Something called `line_edit_wake`: may call `line_edit_show`.
  void (*woken)(void *context);
  /// The text at the right of the line, to be shown as long as the line stays as it is; NULL for none.
  const char *(*hint)(void *context, const char *line);
} line_edit_calls;

/// An editor on descriptors 0 and 1, which are a terminal; NULL where there is no memory. One at a time.
line_edit *line_edit_make(const char *program, line_edit_calls calls);
void line_edit_free(line_edit *edit);

/// Reads the user's `~/.editrc`.
void line_edit_source(line_edit *edit);

/// Reads a line, without its line break. In the prompt, text between bytes 1 takes no columns.
line_edit_result line_edit_read(line_edit *edit, const char *prompt, const char **line);

/// Gives the line that is being read another prompt, to be seen when it is redrawn.
void line_edit_set_prompt(line_edit *edit, const char *prompt);

/// Puts `text` in the place of the last `count` characters before the cursor.
void line_edit_replace(line_edit *edit, int count, const char *text);

/// Shows whole lines, and below them again the line that is being typed; above them it stays where `keeps_line` says so.
void line_edit_show(line_edit *edit, const char *lines, bool keeps_line);
void line_edit_beep(line_edit *edit);

/// How many columns and rows the terminal has.
void line_edit_size(int *columns, int *rows);

/// Has `woken` called while a line is read. From any thread, at any time.
void line_edit_wake(void);

/// Takes Ctrl-C from now on: it gives up a line that is read. `interrupted` is called at each, in the signal's handler.
/// Ctrl-\ does nothing from then on.
void line_edit_catch_interrupts(void (*interrupted)(void *context), void *context);

/// Has the next line not given up by a Ctrl-C of before.
void line_edit_forget_interrupt(void);

// The lines that were read before.
bool line_edit_history_load(line_edit *edit, const char *path);
void line_edit_history_add(line_edit *edit, const char *line);
/// Appends the last line to a file; 0, or the system's error code.
int line_edit_history_append(line_edit *edit, const char *path);

#endif
