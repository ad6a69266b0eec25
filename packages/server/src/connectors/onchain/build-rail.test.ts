import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import type { ChainRail } from '../chain-rail.ts';
import { factory } from './connector.ts';

const seed = hex.decode('000102030405060708090a0b0c0d0e0f');
const write = (version: number) =>
  HDKey.fromMasterSeed(seed, { public: version, private: 0 }).publicExtendedKey;
const xpub = write(0x0488b21e);
const nodes = [
  { url: 'https://user-key.example.com/v1/secret-in-the-path' },
  { url: 'http://10.0.0.7:8332', user: 'ann', password: 'secret-password' },
];
const contract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

function buildRail(chains: object): ChainRail {
  const built = factory.build({ chains });
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  const [rail] = built.rails ?? [];
  if (rail === undefined) throw new Error('no rail was built');
  return rail;
}

test('a rail has its nodes in order, and tells of their hosts alone', () => {
  const { sources } = buildRail({ BITCOIN: { nodes, xpub } });
  expect(sources.map(({ host }) => host)).toEqual(['user-key.example.com', '10.0.0.7:8332']);
});

test('a rail has its own coin and its tokens, with their dust', () => {
  const { coins, chainId, blockchain } = buildRail({
    ETHEREUM: {
      nodes,
      xpub,
      chainId: 31337,
      tokens: { USDT: { contract, decimals: 6 } },
      dust: { USDT: '0.5' },
    },
  });
  expect({ chainId, blockchain }).toEqual({ chainId: 31337, blockchain: 'ETHEREUM' });
  const eth = { contract: null, shownContract: null, decimals: 18, dust: '0.0002' };
  expect(Object.fromEntries(coins)).toEqual({
    ETH: { currency: 'ETH', ...eth },
    USDT: {
      currency: 'USDT',
      contract: contract.toLowerCase(),
      shownContract: contract,
      decimals: 6,
      dust: '0.5',
    },
  });
});

describe('the prefix of a key decides', () => {
  test.each([
    [0x0488b21e, {}, /^1/],
    [0x049d7cb2, {}, /^3/],
    [0x04b24746, {}, /^bc1q/],
    [0x0488b21e, { script: 'p2tr' }, /^bc1p/],
    [0x043587cf, { network: 'regtest', script: 'p2wpkh' }, /^bcrt1q/],
  ])('%i with %j', (version, part, shape) => {
    const rail = buildRail({ BITCOIN: { nodes, xpub: write(version), ...part } });
    expect(rail.derive(0).address).toMatch(shape);
  });
});

describe('the id of a key', () => {
  const idOf = (part: object) => buildRail({ BITCOIN: { nodes, ...part } }).keyId;

  test('is short, and the same however the key is written', () => {
    expect(idOf({ xpub })).toMatch(/^[0-9a-f]{16}$/);
    expect(idOf({ xpub, script: 'p2wpkh' })).toBe(idOf({ xpub: write(0x04b24746) }));
  });

  test('is another one for another script, network, key or contract', () => {
    const other = HDKey.fromMasterSeed(hex.decode('ff'.repeat(16))).publicExtendedKey;
    const factoryOf = (initCodeHash: string) => ({
      ETHEREUM: { nodes, depositContract: { factory: contract, initCodeHash } },
    });
    const ids = [
      idOf({ xpub }),
      idOf({ xpub: other }),
      idOf({ xpub, script: 'p2tr' }),
      idOf({ xpub: write(0x043587cf), network: 'test' }),
      idOf({ xpub: write(0x043587cf), network: 'regtest' }),
      buildRail({ ETHEREUM: { nodes, xpub } }).keyId,
      buildRail(factoryOf(`0x${'ab'.repeat(32)}`)).keyId,
      buildRail(factoryOf(`0x${'cd'.repeat(32)}`)).keyId,
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('players of TON share an address, and each has a comment', () => {
  const address = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
  const rail = buildRail({
    TON: { nodes, address, tokens: { USDT: { contract: address, decimals: 6 } } },
  });
  const [first, second] = [rail.derive(0), rail.derive(1)];
  expect(first).toMatchObject({
    address: expect.stringMatching(/^UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id/),
    target: '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
  });
  expect(second).toEqual({ ...first, memo: expect.not.stringMatching(first.memo ?? '') });
  const typed = ` ${first.memo?.toLowerCase()} `;
  expect(rail.readMemo?.(typed)).toBe(first.memo);
  expect(rail.coins.get('USDT')).toMatchObject({ contract: first.target, shownContract: address });
});

test("money of test networks is worth nothing, and only TON's has comments", () => {
  const address = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
  const test = { xpub: write(0x043587cf), script: 'p2wpkh' };
  const rails = [
    { BITCOIN: { nodes, xpub } },
    { ETHEREUM: { nodes, xpub } },
    { BINANCE_SMART_CHAIN: { nodes, xpub } },
    { TRON: { nodes, xpub } },
    { TON: { nodes, address } },
    { BITCOIN: { nodes, ...test, network: 'test' } },
    { LITECOIN: { nodes, ...test, network: 'regtest' } },
    { ETHEREUM: { nodes, xpub, chainId: 31337 } },
    { BINANCE_SMART_CHAIN: { nodes, xpub, chainId: 97 } },
    { TRON: { nodes, xpub, network: 'test' } },
    { TON: { nodes, address, network: 'test' } },
  ].map(buildRail);
  expect(rails.map(({ isTest }) => isTest)).toEqual(rails.map((_, index) => index >= 5));
  const withComments = rails.filter(({ readMemo }) => readMemo !== null);
  expect(withComments.map(({ blockchain }) => blockchain)).toEqual(['TON', 'TON']);
});

test('a chain counts as lagging after its own time, or as set, or never', () => {
  const stallOf = (part: object) => buildRail({ BITCOIN: { nodes, xpub, ...part } }).stallMs;
  expect(stallOf({})).toBe(180 * 60_000);
  expect(stallOf({ stallMinutes: 5 })).toBe(300_000);
  expect(stallOf({ stallMinutes: 0 })).toBeNull();
  const regtest = { network: 'regtest', xpub: write(0x043587cf) };
  expect(stallOf(regtest)).toBeNull();
});
