import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A key of the key ring that seals payment details. */
export interface DataKey {
  /** Part of every text sealed with this key, so that the ring finds the key to open it. */
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

const keyBytes = 32;

/**
 * Parses a key ring in the format of `KASSA_DATA_KEYS`: `<id>:<base64 of 32 bytes>`, separated by
 * commas. A problem is described without quoting a key.
 */
export function parseDataKeys(text: string): { keys: DataKey[] } | { problem: string } {
  const keys: DataKey[] = [];
  for (const [index, entry] of text.split(',').entries()) {
    const place = `key ${index + 1}`;
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):(.*)$/.exec(entry.trim()) ?? [];
    if (id === undefined || encoded === undefined) {
      return {
        problem: `must be a list of <id>:<base64 of 32 bytes>, and ${place} has another format`,
      };
    }
    const secret = Buffer.from(encoded, 'base64');
    // Node ignores characters outside base64, so encoding the bytes again must give the same text.
    if (secret.length !== keyBytes || secret.toString('base64') !== encoded) {
      return { problem: `${place} ("${id}") must be the base64 of exactly ${keyBytes} bytes` };
    }
    if (keys.some((other) => other.id === id)) return { problem: `the id "${id}" is used twice` };
    if (keys.some((other) => other.secret.equals(secret))) {
      return { problem: `${place} ("${id}") is the same key as another one` };
    }
    keys.push({ id, secret });
  }
  return { keys };
}

const fileName = 'data-keys';

/**
 * Returns the keys of the settings, or those of a file in the data folder, which is created on the
 * first start. A key file works for one process only: others on the same database could not read
 * it.
 * @throws with a message for the operator if a live brand uses an external database without keys in
 *   the settings, or the file is unreadable.
 */
export async function loadDataKeys(
  config: { dataKeys: readonly DataKey[] | null; dataFolder: string; databaseUrl: string | null },
  brands: ReadonlyMap<string, { id: string; isLive: boolean }>,
): Promise<readonly DataKey[]> {
  if (config.dataKeys !== null) return config.dataKeys;
  const missing = findMissingKeys(config, brands);
  if (missing !== null) throw new Error(missing);
  const file = path.join(config.dataFolder, fileName);
  return (await readKeyFile(file)) ?? makeKeyFile(file);
}

/**
 * Returns what to do if a live brand uses an external database without keys in the settings; null
 * if nothing is missing.
 */
export function findMissingKeys(
  config: { dataKeys: readonly DataKey[] | null; databaseUrl: string | null },
  brands: ReadonlyMap<string, { id: string; isLive: boolean }>,
): string | null {
  const live = [...brands.values()].find(({ isLive }) => isLive);
  if (config.dataKeys !== null || config.databaseUrl === null || live === undefined) return null;
  return (
    `KASSA_DATA_KEYS is not set, and "${live.id}" is a live brand on an external database: ` +
    'payment details need keys that all server processes share. Create one ' +
    `with: node -e "console.log('k1:'+crypto.randomBytes(32).toString('base64'))"`
  );
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

/** Writes the file beside its place and links it there: of two concurrent starts, one wins. */
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
  if (keys === null) throw new Error(`${file} was deleted while it was being created.`);
  return keys;
}
