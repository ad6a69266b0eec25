import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

interface KeySource {
  /** The origin of the running server's operator API. */
  operatorUrl: string;
  /** The product of the demo's brand. */
  product: string;
  /** The running server's environment: the key is created in its database. */
  environment: NodeJS.ProcessEnv;
  /** The key of an earlier start. */
  kept: string | undefined;
}

const kassa = path.resolve(import.meta.dirname, '../packages/server/bin/kassa.mjs');

/**
 * Returns the demo backend's key to the operator API, for offering bonuses: the key of an earlier
 * start if it is still valid, else a new one. Null if none can be created; then the demo has no
 * bonuses.
 */
export async function resolveOperatorKey(source: KeySource): Promise<string | null> {
  const { kept } = source;
  if (kept !== undefined && (await isAccepted(source.operatorUrl, kept))) return kept;
  try {
    return await createKey(source);
  } catch (error) {
    console.error(`The demo has no key to the operator API, and therefore no bonuses: ${error}`);
    return null;
  }
}

async function isAccepted(operatorUrl: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${operatorUrl}/operator/v1/methods`, { headers }).catch(() => null);
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
