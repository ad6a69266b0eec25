import type { Command } from 'commander';
import { migrate } from '../../ground/database/migrate.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withDatabaseUrl } from './open-database.ts';

/** Adds `kassa migrate`, which migrates the schema before the servers of a new release start. */
export function addMigrate(terminal: Terminal, program: Command): void {
  program
    .command('migrate')
    .description(
      'Migrate the database to the newest schema; running servers of the previous release continue.',
    )
    .action(async () => {
      await withDatabaseUrl(terminal.environment, { isCreated: true }, migrate);
      terminal.output.write('✓ The schema is up to date.\n');
    });
}
