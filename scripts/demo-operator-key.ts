import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

interface KeySource {
  /** Of the server that is running. */
  serverUrl: string;
  /** The demo's brand. */
  product: string;
  /** What the server runs with: the key is made on its database. */
  environment: NodeJS.ProcessEnv;
  /** The key of an earlier start. */
  kept: string | undefined;
}

const kassa = path.resolve(import.meta.dirname, '../packages/server/bin/kassa.mjs');

/**
 * The key by which the demo's backend offers its players bonuses: the one that is kept while the
 * server still takes it, else a new one. Null where none can be made: the demo then has no bonuses.
 */
export async function resolveOperatorKey(source: KeySource): Promise<string | null> {
  const { kept } = source;
  if (kept !== undefined && (await isTaken(source.serverUrl, kept))) return kept;
  try {
    return await createKey(source);
  } catch (error) {
    console.error(`The demo gets no key to the operator API, and so has no bonuses: ${error}`);
    return null;
  }
}

async function isTaken(serverUrl: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${serverUrl}/operator/v1/methods`, { headers }).catch(() => null);
  return response?.ok ?? false;
}

async function createKey({ product, environment }: KeySource): Promise<string> {
  const scopes = ['read', 'players', 'bonuses'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      kassa,
      ...['keys', 'create', '--brand', product, '--name', 'demo host', '--json'],
      ...['--scopes', ...scopes],
    ],
    { env: environment },
  );
  const { key } = JSON.parse(stdout) as { key: string };
  return key;
}
