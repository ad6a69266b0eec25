import * as z from 'zod/mini';
import { ChainRefusal } from '../chain-driver.ts';
import type { NodeDriver } from './node-driver.ts';

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});

const heightSchema = z.pipe(z.string(), z.transform(Number));
const transactionSchema = z.object({
  hash: z.string(),
  to: z.nullable(z.string()),
  value: z.pipe(
    z.string(),
    z.transform((text) => BigInt(text)),
  ),
  input: z.string(),
});
const blockSchema = z.object({
  number: heightSchema,
  hash: z.string(),
  timestamp: heightSchema,
  transactions: z.array(transactionSchema),
});

export type AnvilTransaction = z.infer<typeof transactionSchema>;
export type AnvilBlock = z.infer<typeof blockSchema>;

/** Calls Anvil's JSON-RPC. */
export type CallAnvil = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Builds a client; what the node refuses becomes a {@link ChainRefusal} in the node's words. */
export function buildCallAnvil(forward: NodeDriver['forward']): CallAnvil {
  return async (method, ...params) => {
    const { text } = await forward(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { result, error } = answerSchema.parse(JSON.parse(text));
    if (error) throw new ChainRefusal(`Anvil refuses: ${error.message}`);
    return result;
  };
}

/** Reads a block with its transactions; `pending` is what the next block would hold. */
export async function readBlock(call: CallAnvil, height: number | 'pending'): Promise<AnvilBlock> {
  const tag = height === 'pending' ? height : toHex(height);
  return blockSchema.parse(await call('eth_getBlockByNumber', tag, true));
}

export async function readHeight(call: CallAnvil): Promise<number> {
  return heightSchema.parse(await call('eth_blockNumber'));
}

export function toHex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
