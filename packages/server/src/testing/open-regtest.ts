import type { Blockchain } from '@kassa/contract';
import type { RegtestNode } from '@kassa/sandbox';
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
  return {
    blockchain,
    settings: { network: 'regtest', nodes: [{ url, user, password }], xpub: testKey },
    pay: (_method, address, amount) => node.send(address, amount),
    mine: async (count) => void (await node.mine(count)),
    reorganise: async (depth) => {
      const height = Number(await node.rpc('getblockcount'));
      const first = await node.rpc('getblockhash', [height - depth + 1]);
      await node.invalidate(String(first));
      // The payments of the lost blocks wait again, and are in the first of the new ones.
      await node.mine(depth);
    },
    kill: node.kill,
    restart: node.restart,
    stop: node.stop,
  };
}
