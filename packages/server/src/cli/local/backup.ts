import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { parseConfig } from '../../ground/config/config.ts';
import { copyCluster } from '../../ground/database/embedded/copy-cluster.ts';
import { describeFolder } from '../../ground/database/embedded/folder.ts';
import { CliError, type Terminal } from '../terminal/terminal.ts';
import { withDatabaseUrl } from './open-database.ts';

/**
 * Adds `kassa backup <folder>`, which copies the embedded database and the keys beside it while
 * Kassa runs. The result is an ordinary data folder: `KASSA_DATA=<folder>` opens it.
 */
export function addBackup(terminal: Terminal, program: Command): void {
  program
    .command('backup <folder>')
    .description('Copy the embedded database and its keys while Kassa runs.')
    .action(async (folder: string) => {
      const target = path.resolve(folder);
      await backUp(terminal.environment, target);
      terminal.output.write(
        `✓ The backup is in ${target}. Check it: KASSA_DATA=${target} kassa ledger check\n`,
      );
    });
}

async function backUp(environment: NodeJS.ProcessEnv, target: string): Promise<void> {
  const { databaseUrl, dataFolder } = parseConfig(environment);
  if (databaseUrl !== null) {
    throw new CliError(
      'usage',
      'DATABASE_URL is set, but this command copies only the embedded database: see docs/backup.md.',
    );
  }
  if (existsSync(target)) throw new CliError('usage', `${target} already exists.`);
  // Only a complete copy gets the final name; an interrupted one keeps the draft's name.
  const draft = `${target}.partial-${process.pid}`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const from = describeFolder(path.join(dataFolder, 'postgres'));
  const to = describeFolder(path.join(draft, 'postgres'));
  await withDatabaseUrl(environment, { isCreated: false }, async (url) => {
    await mkdir(to.cluster, { recursive: true, mode: 0o700 });
    await copyCluster(url, from.data, to.data);
    await copyFile(from.passwordFile, to.passwordFile);
  });
  await copyPlainFiles(dataFolder, draft);
  await rename(draft, target);
}

/**
 * Copies the files beside the database: without the keys, the sealed payment details are
 * unreadable.
 */
async function copyPlainFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isFile()) await copyFile(path.join(from, entry.name), path.join(to, entry.name));
  }
}
