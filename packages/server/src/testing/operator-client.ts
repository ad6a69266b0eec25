import { v7 as uuidv7 } from 'uuid';
import { requestEndpoint } from '../cli/request-endpoint.ts';
import { createKey } from '../operator/keys/keys.ts';
import { type Scope, scopeNames } from '../operator/scopes.ts';
import type { Reply, TestServer } from './test-server.ts';

/** An operator with an API key who calls the server over HTTP. */
export interface OperatorClient {
  keyId: string;
  key: string;
  /** Calls an endpoint by its name. */
  ask: (name: string, fields?: Record<string, unknown>, idempotencyKey?: string) => Promise<Reply>;
  /** Calls an endpoint that responds with a file. */
  download: (name: string, fields?: Record<string, unknown>) => Promise<string>;
}

/**
 * Creates a key and returns a client that uses it; by default with every scope of brand `kassa`.
 */
export async function createOperator(
  server: TestServer,
  {
    brandId = 'kassa',
    name = 'test desk',
    scopes = scopeNames,
    expiresAt = null,
  }: { brandId?: string; name?: string; scopes?: readonly Scope[]; expiresAt?: Date | null } = {},
): Promise<OperatorClient> {
  const { core } = server;
  const { id, text } = await core.db.transaction().execute((tx) =>
    createKey(tx, {
      brandId,
      name,
      scopes,
      expiresAt,
      createdBy: 'a test',
      createdByKey: null,
      now: core.now(),
    }),
  );
  return operatorWith(server, id, text);
}

/** Returns a client that uses an existing key. */
export function operatorWith(
  { operatorUrl: url }: Pick<TestServer, 'operatorUrl'>,
  keyId: string,
  key: string,
): OperatorClient {
  return {
    keyId,
    key,
    ask: async (name, fields = {}, idempotencyKey = uuidv7()) => {
      const response = await requestEndpoint({ url, key }, name, fields, idempotencyKey);
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return {
        status: response.status,
        body: isJson ? await response.json() : await response.text(),
      };
    },
    download: async (name, fields = {}) => {
      const response = await requestEndpoint({ url, key }, name, fields, uuidv7());
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return response.text();
    },
  };
}
