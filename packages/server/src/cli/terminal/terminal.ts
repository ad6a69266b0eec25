import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';

/** Where a command is read from and written to; tests bring their own. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  input: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
  output: Writable;
  errors: Writable;
  /** Whether a person sits there and can be asked. */
  isInteractive: boolean;
}

/**
 * Asks before something is done.
 * @throws CliError usage where nobody can be asked, refused where the answer isn't yes
 */
export async function confirm(terminal: Terminal, question: string): Promise<void> {
  if (!terminal.isInteractive) {
    throw new CliError('usage', 'Nobody is there to confirm this: say --yes to do it unasked.');
  }
  const reader = createInterface({ input: terminal.input, output: terminal.output });
  try {
    const answer = await ask(reader, `${question}\nGo on? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('refused', 'Nothing was done.');
  } finally {
    reader.close();
  }
}

/** Reads a value that must stand in no history: unseen from a person, else the first line of input. */
export async function askSecret(terminal: Terminal, name: string): Promise<string> {
  if (!terminal.isInteractive) return readFirstLine(terminal);
  terminal.errors.write(`${name} (not shown): `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: terminal.input, output: silent, terminal: true });
  try {
    return await ask(reader, '');
  } finally {
    reader.close();
    terminal.errors.write('\n');
  }
}

/** An answer; none at all where the question was broken off (Ctrl-C, Ctrl-D). */
async function ask(reader: Interface, question: string): Promise<string> {
  const isOver = new AbortController();
  const brokenOff = once(reader, 'close', { signal: isOver.signal }).then(
    () => '',
    () => '',
  );
  try {
    return await Promise.race([reader.question(question), brokenOff]);
  } finally {
    isOver.abort();
  }
}

async function readFirstLine({ input }: Terminal): Promise<string> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  return text.split('\n')[0]?.trim() ?? '';
}

/** What `kassa` ends with. */
export const exitCodes = {
  done: 0,
  /** The server refused, or a check found something. */
  refused: 1,
  /** The command was written wrong, or something that it needs isn't set. */
  usage: 2,
  /** The server can't be reached or failed: nothing is known of what it did. */
  unreachable: 3,
} as const;

/** Ends the command with a message and an exit code. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(kind: keyof typeof exitCodes, message: string) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCodes[kind];
  }
}
