import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Stage } from '../deposits/stage.ts';
import { root } from '../measuring/own-process.ts';

const run = promisify(execFile);
const keySchema = z.object({ key: z.string() });

/** A client of the operator API of one server. */
export interface OperatorClient {
  get: (path: string) => Promise<unknown>;
  /** Sends a text as a CSV file and an object as JSON. */
  post: (path: string, body: object | string) => Promise<unknown>;
}

/** Creates a key of the operator API with the `kassa` command. */
export async function makeOperatorKey({ folder }: Stage): Promise<string> {
  const command = ['packages/server/bin/kassa.mjs', 'keys', 'create', '--json', '--brand', 'kassa'];
  const { stdout } = await run(
    process.execPath,
    [...command, '--name', 'benchmark', '--scopes', 'read', 'audit', 'reconciliation'],
    { cwd: root, env: { ...process.env, KASSA_DATA: folder, KASSA_CONFIG: folder } },
  );
  return keySchema.parse(JSON.parse(stdout)).key;
}

export function openOperatorApi(port: number, key: string): OperatorClient {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://localhost:${port}/operator/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`);
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  };
  return {
    get: (path) => ask(path),
    post: (path, body) => {
      const isFile = typeof body === 'string';
      return ask(path, {
        method: 'POST',
        headers: {
          'content-type': isFile ? 'text/csv' : 'application/json',
          'idempotency-key': uuidv7(),
        },
        body: isFile ? body : JSON.stringify(body),
      });
    },
  };
}
