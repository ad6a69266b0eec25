import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A key of the ring that payment details are sealed with. */
export interface DataKey {
  /** Stands in every text sealed with it, so that the ring knows which key opens it. */
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

const keyBytes = 32;

/**
 * Reads a ring of keys as `KASSA_DATA_KEYS` spells it: `<id>:<base64 of 32 bytes>`, comma-separated.
 * What is wrong is said without quoting a key.
 */
export function parseDataKeys(text: string): { keys: DataKey[] } | { problem: string } {
  const keys: DataKey[] = [];
  for (const [index, entry] of text.split(',').entries()) {
    const place = `key ${index + 1}`;
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):(.*)$/.exec(entry.trim()) ?? [];
    if (id === undefined || encoded === undefined) {
      return { problem: `must be a list of <id>:<base64 of 32 bytes>, and ${place} is none` };
    }
    const secret = Buffer.from(encoded, 'base64');
    // Node skips what isn't base64; what it read must spell the same text.
    if (secret.length !== keyBytes || secret.toString('base64') !== encoded) {
      return { problem: `${place} ("${id}") must be the base64 of exactly ${keyBytes} bytes` };
    }
    if (keys.some((other) => other.id === id)) return { problem: `"${id}" stands there twice` };
    if (keys.some((other) => other.secret.equals(secret))) {
      return { problem: `${place} ("${id}") is the same key as another one` };
    }
    keys.push({ id, secret });
  }
  return { keys };
}

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
