import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';

/** The input and output of a command; tests pass their own. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  input: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
  output: Writable;
  errors: Writable;
  /** Whether a person uses the terminal and can be asked. */
  isInteractive: boolean;
}

/**
 * Asks for a confirmation.
 * @throws CliError usage if no person can be asked, refused if the answer isn't yes
 */
export async function confirm(terminal: Terminal, question: string): Promise<void> {
  if (!terminal.isInteractive) {
    throw new CliError(
      'usage',
      'This needs a confirmation, and the terminal is not interactive: add --yes.',
    );
  }
  const reader = createInterface({ input: terminal.input, output: terminal.output });
  try {
    const answer = await ask(reader, `${question}\nContinue? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('refused', 'Nothing was done.');
  } finally {
    reader.close();
  }
}

/**
 * Reads a value that must not be stored in a history: typed invisibly by a person, or else the
 * first line of input.
 */
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

/** Returns the answer; empty if the question was aborted (Ctrl-C, Ctrl-D). */
async function ask(reader: Interface, question: string): Promise<string> {
  const isOver = new AbortController();
  const aborted = once(reader, 'close', { signal: isOver.signal }).then(
    () => '',
    () => '',
  );
  try {
    return await Promise.race([reader.question(question), aborted]);
  } finally {
    isOver.abort();
  }
}

async function readFirstLine({ input }: Terminal): Promise<string> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  return text.split('\n')[0]?.trim() ?? '';
}

/** The exit codes of `kassa`. */
export const exitCodes = {
  done: 0,
  /** The server rejected the request, or a check found a problem. */
  refused: 1,
  /** The command is invalid, or a required setting is missing. */
  usage: 2,
  /** The server can't be reached or failed: it is unknown what it did. */
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
