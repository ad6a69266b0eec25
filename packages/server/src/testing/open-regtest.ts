import type { Blockchain } from '@kassa/contract';
import type { RegtestNode } from '@kassa/sandbox';
import { expect } from 'vitest';
import type { RealChain } from './chain-scenarios.ts';

/** The key of a published test vector (BIP-84): everybody has its private key. */
const testKey =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';

/** Opens a node of Bitcoin's kind as a chain for scenarios. */
export async function openRegtest(
  start: () => Promise<RegtestNode>,
  blockchain: Blockchain,
): Promise<Omit<RealChain, 'payments'>> {
  const node = await start();
  const { url, user, password } = node;
  const sent = new Map<string, unknown>();
  const isPending = (txid: string) =>
    node.rpc('getmempoolentry', [txid]).then(
      () => true,
      () => false,
    );
  return {
    blockchain,
    settings: { network: 'regtest', nodes: [{ url, user, password }], xpub: testKey },
    pay: async (_method, address, amount) => {
      const txid = await node.send(address, amount);
      sent.set(txid, await node.rpc('getrawtransaction', [txid]));
      return txid;
    },
    mine: async (count) => void (await node.mine(count)),
    reorganise: async (depth, txids) => {
      const height = Number(await node.rpc('getblockcount'));
      const first = await node.rpc('getblockhash', [height - depth + 1]);
      await node.invalidate(String(first));
      // Core's nodes put the payments of lost blocks back; bcoin's wait until they are sent again.
      for (const txid of txids) {
        if (await isPending(txid)) continue;
        await node.rpc('sendrawtransaction', [sent.get(txid)]);
        await expect.poll(() => isPending(txid)).toBe(true);
      }
      await node.mine(depth);
    },
    kill: node.kill,
    restart: node.restart,
    stop: node.stop,
  };
}
