import * as z from 'zod/mini';

/** How a node's JSON-RPC is reached. */
export interface RpcAccess {
  url: string;
  user: string;
  password: string;
}

/** The result is for the caller to check; decimals in it are floats. */
export type CallRpc = (method: string, params?: readonly unknown[]) => Promise<unknown>;

const replySchema = z.object({
  result: z.optional(z.unknown()),
  error: z.nullish(z.object({ code: z.number(), message: z.string() })),
});

/** More than any call takes here: mining some hundred blocks. */
const timeoutMs = 60_000;

/**
 * Returns a function that calls a node on this machine, which this package has started itself.
 * @throws with the node's message if it refuses the call.
 */
export function connectRpc({ url, user, password }: RpcAccess): CallRpc {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return async (method, params = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const reply = replySchema.parse(await response.json());
    if (reply.error) throw new Error(`${method}: ${reply.error.message} (${reply.error.code})`);
    return reply.result;
  };
}
