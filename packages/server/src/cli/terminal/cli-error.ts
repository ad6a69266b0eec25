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
