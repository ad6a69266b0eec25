import { runKassa } from './run-kassa.ts';
import { stack } from './stack.ts';

/** An operator of a brand, with a key of their own. */
export interface Operator {
  /** Orders an act. */
  act: (path: string, act: object) => Promise<void>;
  /** Reads JSON. */
  read: (path: string) => Promise<unknown>;
  /** Reads a file. */
  readFile: (path: string) => Promise<Buffer>;
}

/** Creates a key of a brand, and returns what its operator can do with it. */
export async function openOperator(brand: string, scopes: readonly string[]): Promise<Operator> {
  const create = ['keys', 'create', '--brand', brand, '--name', 'journey'];
  const output = await runKassa([...create, '--scopes', ...scopes, '--json']);
  const { key }: { key: string } = JSON.parse(output);
  const authorization = `Bearer ${key}`;

  async function ask(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${stack.operatorUrl}/operator/v1${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  return {
    act: async (path, act) => {
      const headers = {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      };
      await ask(path, { method: 'POST', headers, body: JSON.stringify(act) });
    },
    read: async (path) => (await ask(path, { headers: { authorization } })).json(),
    readFile: async (path) => {
      const response = await ask(path, { headers: { authorization } });
      return Buffer.from(await response.arrayBuffer());
    },
  };
}
