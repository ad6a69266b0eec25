import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

interface KeySource {
  /** The origin of the running server's operator API. */
  operatorUrl: string;
  /** The product of the demo's brand. */
  product: string;
  /** What the demo's backend does. */
  scopes: readonly string[];
  /** The running server's environment: the key is created in its database. */
  environment: NodeJS.ProcessEnv;
  /** The key of an earlier start. */
  kept: string | undefined;
}

const kassa = path.resolve(import.meta.dirname, '../packages/server/bin/kassa.mjs');

/**
 * Returns the key of a demo's backend to the operator API: the key of an earlier start if it is
 * still valid, else a new one. Null if none can be created; then the demo offers no bonuses and
 * moves no coins.
 */
export async function resolveOperatorKey(source: KeySource): Promise<string | null> {
  const { kept } = source;
  if (kept !== undefined && (await isAccepted(source.operatorUrl, kept))) return kept;
  try {
    return await createKey(source);
  } catch (error) {
    console.error(
      `The site of "${source.product}" has no key to the operator API, so it gives nothing: ${error}`,
    );
    return null;
  }
}

async function isAccepted(operatorUrl: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${operatorUrl}/operator/v1/methods`, { headers }).catch(() => null);
  return response?.ok ?? false;
}

async function createKey({ product, scopes, environment }: KeySource): Promise<string> {
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
