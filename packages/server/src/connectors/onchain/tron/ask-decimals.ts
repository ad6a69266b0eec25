import { ChainError } from '../../chain-rail.ts';
import type { NodeAccess } from '../node-access.ts';
import { buildAskNode } from './ask-node.ts';
import { constantCallSchema } from './schemas.ts';

/** Nobody, whom a call that changes nothing may come from. */
const nobody = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

/**
 * Builds a function that asks a node how many decimals a token's contract tells (TRC-20), by
 * wallet/triggerconstantcontract. Written from tronprotocol/documentation-en, docs/api/http/
 * smart-contract/triggerconstantcontract.md: no live node of TRON stood behind its tests.
 */
export function buildAskDecimals(
  node: NodeAccess,
  timeoutMs: number,
): (contract: string) => Promise<number | null> {
  const ask = buildAskNode(node, timeoutMs);
  const call = 'triggerconstantcontract';
  return async (contract) => {
    const answer = await ask(call, {
      owner_address: nobody,
      contract_address: contract,
      function_selector: 'decimals()',
      // Addresses and messages are texts, not hex.
      visible: true,
    });
    const { data } = constantCallSchema.safeParse(answer);
    if (!data) throw new ChainError('malformed', `${call}: the answer is wrong`);
    const { result, transaction, constant_result: words } = data;
    if (result.result !== true) {
      if (/contract is not exist/i.test(result.message)) return null;
      // Nodes may have such calls switched off (`vm.supportConstant`).
      throw new ChainError('unavailable', `${call}: the node refuses the call`);
    }
    if (transaction.ret.some(({ ret }) => ret === 'FAILED')) return null;
    return readDecimals(words[0] ?? '');
  };
}

/** A number of 32 bytes; null if it is none, or can't be meant. */
function readDecimals(word: string): number | null {
  if (!/^[0-9a-f]{64}$/.test(word)) return null;
  const decimals = BigInt(`0x${word}`);
  return decimals > 255n ? null : Number(decimals);
}
