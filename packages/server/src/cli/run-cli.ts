import { CommanderError } from 'commander';
import { buildProgram } from './build-program.ts';
import { plainLines } from './terminal/print.ts';
import { CliError, exitCodes, type Terminal } from './terminal/terminal.ts';

/** Runs one command and returns the exit code. Never throws. */
export async function runCli(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await buildProgram(terminal).parseAsync([...words], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has already printed the problem. It throws for requested help as well.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    }
    terminal.errors.write(`${plainLines(describe(error))}\n`);
    return error instanceof CliError ? error.exitCode : exitCodes.refused;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `\n  because: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
