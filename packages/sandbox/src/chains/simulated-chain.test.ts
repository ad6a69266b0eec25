import { describe, expect, it } from 'vitest';
import { makeDataFolder } from '../testing/sandbox-client.ts';
import { Chains } from './chains.ts';
import { firstHeight } from './simulated-chain.ts';

const address = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx';
const order = { address, currency: 'BTC', units: 25_000n, memo: null, fails: false };

function open(dataFolder = makeDataFolder(), blockMs = 1e6) {
  const chains = new Chains({ dataFolder, blockMs, restMs: 0, isMinedByItself: false });
  const driver = chains.driver('BITCOIN');
  const chain = chains.simulated('BITCOIN');
  if (chain === undefined) throw new Error('Bitcoin is simulated');
  return { chains, driver, chain, dataFolder };
}

describe('a simulated chain', () => {
  it('mines what waits into one block, and links its blocks', async () => {
    const { driver, chain, chains } = open();
    const first = await driver.send(order);
    const second = await driver.send(order);
    expect(chain.pending().map(({ id }) => id)).toEqual([first, second]);
    await driver.mine(3);
    expect(chain.pending()).toEqual([]);
    expect(chain.tip.height).toBe(firstHeight + 3);
    expect(chain.find(second)?.block?.height).toBe(firstHeight + 1);
    for (let height = 1; height <= chain.tip.height; height += 1) {
      expect(chain.at(height)?.parentHash).toBe(chain.at(height - 1)?.hash);
    }
    await chains.close();
  });

  it('lists the newest blocks first, with their payments as people write them', async () => {
    const { driver, chains } = open();
    const txid = await driver.send(order);
    await driver.mine(2);
    const { blocks } = await driver.overview();
    const to = '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2';
    expect(blocks.map(({ height }) => height).slice(0, 2)).toEqual([102, 101]);
    expect(blocks[1]?.payments).toEqual([{ txid, to, amount: '0.00025 BTC', note: null }]);
    await chains.close();
  });

  it.each([
    ['again', 'in the new branch', 0],
    ['pending', 'waiting', 1],
    ['never', 'gone', 0],
  ] as const)('a reorganisation leaves its payments as "%s" says', async (fate, where, waiting) => {
    const { driver, chain, chains } = open();
    const txid = await driver.send(order);
    await driver.mine(2);
    const old = chain.at(firstHeight + 1);
    await driver.reorganise(2, fate);
    expect(chain.tip.height).toBe(firstHeight + 3);
    expect(chain.at(firstHeight + 1)?.hash).not.toBe(old?.hash);
    expect(chain.at(firstHeight + 1)?.parentHash).toBe(old?.parentHash);
    const placed = chain.find(txid);
    const found = placed?.block ? 'in the new branch' : placed ? 'waiting' : 'gone';
    expect([found, chain.pending().length]).toEqual([where, waiting]);
    await chains.close();
  });

  it('spends the money of a payment that never happened elsewhere', async () => {
    const { driver, chain, chains } = open();
    await driver.send(order);
    await driver.mine(1);
    const [lost] = chain.tip.transactions;
    await driver.reorganise(1, 'never');
    const [other] = chain.at(firstHeight + 1)?.transactions ?? [];
    expect(other?.spends).toBe(lost?.spends);
    expect(other?.to).toBe(`0014${lost?.sender}`);
    await chains.close();
  });

  it('keeps its first blocks', async () => {
    const { driver, chains } = open();
    await expect(driver.reorganise(1, 'again')).rejects.toThrow('There is no block to drop yet');
    await driver.mine(2);
    await expect(driver.reorganise(3, 'again')).rejects.toThrow('Only 2 blocks can be dropped');
    await chains.close();
  });

  it('replaces a waiting payment by one that spends the same money', async () => {
    const { driver, chain, chains } = open();
    const txid = await driver.send(order);
    const [old] = chain.pending();
    const dearer = await driver.replace(txid, false);
    expect(chain.find(txid)).toBeUndefined();
    expect(chain.pending()).toEqual([
      { ...old, id: dearer, feeRate: 4, sentAt: expect.any(Number) },
    ]);
    const back = await driver.replace(dearer, true);
    expect(chain.pending()).toMatchObject([{ id: back, to: `0014${old?.sender}`, feeRate: 8 }]);
    await driver.mine(1);
    await expect(driver.replace(back, false)).rejects.toThrow('Only a payment that waits');
    await chains.close();
  });

  it('is the same after a restart', async () => {
    const { driver, chain, chains, dataFolder } = open();
    await driver.send(order);
    await driver.mine(2);
    await driver.reorganise(1, 'again');
    await driver.send(order);
    await driver.setMiner(true);
    await chains.close();
    const again = open(dataFolder);
    expect(again.chain.newest(10)).toEqual(chain.newest(10));
    expect(again.chain.pending()).toEqual(chain.pending());
    expect(again.chain.isMinerOn).toBe(true);
    await again.chains.close();
  });

  it('mines by itself until payments are settled, and no further', async () => {
    const { driver, chain, chains } = open(makeDataFolder(), 1);
    await driver.setMiner(true);
    await driver.send(order);
    await expect.poll(() => chain.hasUnsettled(24)).toBe(false);
    expect(chain.tip.height).toBe(firstHeight + 25);
    await chains.close();
  });
});

describe('an address', () => {
  const send = (blockchain: Parameters<Chains['driver']>[0], to: string) => {
    const { chains } = open();
    const driver = chains.driver(blockchain);
    const { currency } = driver.fact.coins[0];
    return driver.send({ ...order, address: to, currency }).finally(() => chains.close());
  };

  it.each([
    ['BITCOIN', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['BITCOIN', '2N2JD6wb56AfK4tfmM6PwdVmoYk2dCKf4Br'],
    ['BITCOIN', 'bcrt1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqvg32hk'],
    ['LITECOIN', 'rltc1qcr8te4kr609gcawutmrza0j4xv80jy8z8dz7lc'],
    ['DOGECOIN', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['ETHEREUM', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['TRON', 'TEGXiCSHLK3aQoHUc8uhV2gfPDp3mjiAAr'],
    ['TON', 'UQDSf4e_N8bfpbpqblcP4xqbTXd2KCZpoMFEFrwd4qKDnY4L'],
    ['TON', '0:d27f87bf37c6dfa5ba6a6e570fe31a9b4d7776282669a0c14416bc1de2a2839d'],
  ] as const)('of %s is read: %s', async (blockchain, to) => {
    expect(await send(blockchain, to)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['BITCOIN', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'main network'],
    ['LITECOIN', 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez', 'main network'],
    ['BITCOIN', 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgy', 'no address of Bitcoin'],
    ['BITCOIN', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'no address of Bitcoin'],
    ['ETHEREUM', '0x9858', 'no address of Ethereum'],
    ['TRON', 'TEGXiCSHLK3aQoHUc8uhV2gfPDp3mjiAAs', 'no address of TRON'],
    ['TON', 'UQDSf4e_N8bfpbpqblcP4xqbTXd2KCZpoMFEFrwd4qKDnY4M', 'no address of TON'],
  ] as const)(
    'that isn’t of a test chain of %s is refused: %s',
    async (blockchain, to, problem) => {
      await expect(send(blockchain, to)).rejects.toThrow(problem);
    },
  );
});
