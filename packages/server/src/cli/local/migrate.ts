import type { Command } from 'commander';
import { migrate } from '../../ground/database/migrate.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withDatabaseUrl } from './open-database.ts';

/** `kassa migrate`: brings the schema up to date, before the servers of a new release start. */
export function addMigrate(terminal: Terminal, program: Command): void {
  program
    .command('migrate')
    .description('Bring the database to the newest schema; older servers go on on it.')
    .action(async () => {
      await withDatabaseUrl(terminal.environment, { isMade: true }, migrate);
      terminal.output.write('✓ The schema is up to date.\n');
    });
}
