import type { Readable, Writable } from 'node:stream';

/** Where a command is read from and written to; tests bring their own. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  input: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
  output: Writable;
  errors: Writable;
  /** Whether a person sits there and can be asked. */
  isInteractive: boolean;
}
