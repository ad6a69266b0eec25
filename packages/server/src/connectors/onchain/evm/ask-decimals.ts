import type { NodeAccess } from '../node-access.ts';
import { RevertedError } from './explain-error.ts';
import { buildNodeClient } from './node-client.ts';
import { decimalsSchema, decode } from './schemas.ts';

/** The first four bytes of the hash of `decimals()`. */
const decimalsSelector = '0x313ce567';

/** Builds a function that asks a node how many decimals a token's contract tells (ERC-20). */
export function buildAskDecimals(
  access: NodeAccess,
  timeoutMs: number,
): (contract: string) => Promise<number | null> {
  const node = buildNodeClient(access, timeoutMs);
  const method = 'eth_call';
  return async (contract) => {
    try {
      const call = { to: contract, data: decimalsSelector };
      return decode(decimalsSchema, await node.call(method, call, 'latest'), method);
    } catch (error) {
      if (error instanceof RevertedError) return null;
      throw error;
    }
  };
}
