import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type DataKey, parseDataKeys } from './data-key.ts';

const fileName = 'data-keys';

/**
 * The keys of the settings, else those of a file in the data folder, made on the first start. Keys
 * that stand beside one process only are of no use to the others that share a database.
 * @throws with a message for the operator: a live brand on a shared database without keys, a file
 * that is unreadable.
 */
export async function loadDataKeys(
  config: { dataKeys: readonly DataKey[] | null; dataFolder: string; databaseUrl: string | null },
  brands: ReadonlyMap<string, { id: string; isLive: boolean }>,
): Promise<readonly DataKey[]> {
  if (config.dataKeys !== null) return config.dataKeys;
  const live = [...brands.values()].find(({ isLive }) => isLive);
  if (config.databaseUrl !== null && live !== undefined) {
    throw new Error(
      `KASSA_DATA_KEYS is not set, and "${live.id}" is a live brand on an external database: ` +
        'payment details need keys that all server processes share. Make one ' +
        `with: node -e "console.log('k1:'+crypto.randomBytes(32).toString('base64'))"`,
    );
  }
  const file = path.join(config.dataFolder, fileName);
  return (await readKeyFile(file)) ?? makeKeyFile(file);
}

async function readKeyFile(file: string): Promise<readonly DataKey[] | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const parsed = parseDataKeys(text.trim());
  if ('problem' in parsed) throw new Error(`${file}: ${parsed.problem}`);
  return parsed.keys;
}

/** Made whole beside its place and linked into it: of two processes that start, one wins. */
async function makeKeyFile(file: string): Promise<readonly DataKey[]> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const keys = await readKeyFile(file);
  if (keys === null) throw new Error(`${file} is gone again.`);
  return keys;
}
