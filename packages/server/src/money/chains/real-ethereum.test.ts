import { startAnvil } from '@kassa/sandbox';
import { parseEther, parseUnits } from 'viem';
import { testRealChain } from '../../testing/chain-scenarios.ts';

/** The key of a published test vector (BIP-44): everybody has its private key. */
const testKey =
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt';

testRealChain('anvil', async () => {
  const anvil = await startAnvil();
  const { url, chainId, token } = anvil;
  return {
    blockchain: 'ETHEREUM',
    settings: {
      chainId,
      nodes: [{ url }],
      xpub: testKey,
      tokens: { USDT: { contract: token, decimals: 6 } },
    },
    payments: [
      { method: 'usdt_erc20', amount: '25.123456', dust: '0.000005', credited: '20.09' },
      { method: 'ethereum', amount: '0.02', dust: '0.00001', credited: '50.00' },
    ],
    pay: (method, address, amount) =>
      method === 'ethereum'
        ? anvil.send({ to: address, value: parseEther(amount) })
        : anvil.sendToken(address, parseUnits(amount, 6)),
    mine: anvil.mine,
    reorganise: anvil.reorganise,
    kill: anvil.kill,
    restart: anvil.restart,
    stop: anvil.stop,
  };
});
