import type { Command } from 'commander';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { plainJson } from '../terminal/print.ts';
import { CliError, type Terminal } from '../terminal/terminal.ts';
import { withDatabase } from './open-database.ts';

/** `kassa ledger check`: proves the books of the database itself, beside a running server too. */
export function addLedgerCheck(terminal: Terminal, ledger: Command): void {
  ledger
    .command('check')
    .description('Prove the books on the live database: sums, balances, deposits, withdrawals.')
    .option('--json', 'what is wrong as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const problems = await withDatabase(terminal.environment, checkLedger);
      if (json) terminal.output.write(`${plainJson({ problems })}\n`);
      else if (problems.length === 0) terminal.output.write('✓ The books are balanced.\n');
      if (problems.length === 0) return;
      const lines = problems.map(({ rule, subject }) => `✗ ${rule}: not so for ${subject}`);
      throw new CliError('refused', lines.join('\n'));
    });
}
