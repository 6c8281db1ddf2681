"""Where kits come from: a name, a file, a PDF; all kits there are; a journal to begin with one."""
