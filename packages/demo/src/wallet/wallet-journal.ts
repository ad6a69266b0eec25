import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** An append-only file: one JSON value per line, on the disk before `append` returns. */
export interface Journal {
  append: (entry: object) => void;
  close: () => void;
}

/**
 * Opens a journal, and passes every entry to `take`, the oldest first. A last line that a crash
 * left incomplete is removed: its write was never confirmed.
 */
export function openJournal(file: string, take: (entry: unknown) => void): Journal {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a+', 0o600);
  const content = readFileSync(file);
  const whole = content.subarray(0, content.lastIndexOf('\n') + 1);
  if (whole.length < content.length) ftruncateSync(descriptor, whole.length);
  for (const line of whole.toString('utf8').split('\n')) {
    if (line !== '') take(JSON.parse(line));
  }
  return {
    append: (entry) => {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
      fsyncSync(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}
