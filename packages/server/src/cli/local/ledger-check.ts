import type { Command } from 'commander';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { plainJson } from '../terminal/print.ts';
import { CliError, type Terminal } from '../terminal/terminal.ts';
import { withDatabase } from './open-database.ts';

/**
 * Adds `kassa ledger check`, which checks the ledger in the database itself, also beside a running
 * server.
 */
export function addLedgerCheck(terminal: Terminal, ledger: Command): void {
  ledger
    .command('check')
    .description('Check the ledger of the live database: sums, balances, deposits, withdrawals.')
    .option('--json', 'the problems as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const problems = await withDatabase(terminal.environment, checkLedger);
      if (json) terminal.output.write(`${plainJson({ problems })}\n`);
      else if (problems.length === 0) terminal.output.write('✓ The ledger is balanced.\n');
      if (problems.length === 0) return;
      const lines = problems.map(({ rule, subject }) => `✗ ${rule}: violated by ${subject}`);
      throw new CliError('refused', lines.join('\n'));
    });
}
