import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Folder } from './folder.ts';
import { loadPostgresBinaries } from './postgres-binaries.ts';
import { finished, isAlive, spawnAs } from './processes.ts';
import type { Unprivileged } from './unprivileged.ts';

/**
 * Creates the cluster under a name unique to this attempt and then renames it. So an interrupted
 * attempt never looks complete, and of two concurrent starts the first to rename wins.
 */
export async function initialize(folder: Folder, user: Unprivileged): Promise<void> {
  const { initdb } = await loadPostgresBinaries();
  await removeUnfinished(folder);
  const name = `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`;
  ours.add(name);
  const unfinished = path.join(folder.root, name);
  const data = path.join(unfinished, 'data');
  const passwordFile = path.join(unfinished, 'password');
  for (const made of [unfinished, data]) {
    await mkdir(made, { mode: 0o700 });
    await user.own(made);
  }
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await user.own(passwordFile);
  const { code, output } = await finished(
    spawnAs(user, initdb, [
      `--pgdata=${data}`,
      '--username=kassa',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]),
  );
  if (code !== 0) throw new Error(`PostgreSQL could not create its data folder:\n${output}`);
  await rename(unfinished, folder.cluster).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder.cluster)) throw error;
  });
}

/**
 * Attempts of this process. A pid can't identify them: before a restart, another process may have
 * had the same pid.
 */
const ours = new Set<string>();

/** Removes the folders of unfinished attempts whose processes have ended. */
async function removeUnfinished({ root }: Folder): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = Number(/^unfinished-(\d+)-/.exec(name)?.[1] ?? 0);
    if (pid === 0 || ours.has(name)) continue;
    if (pid === process.pid || !isAlive(pid)) {
      await rm(path.join(root, name), { recursive: true, force: true });
    }
  }
}
