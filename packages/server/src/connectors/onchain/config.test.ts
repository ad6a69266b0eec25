import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { factory } from './connector.ts';

const seed = hex.decode('000102030405060708090a0b0c0d0e0f');
const write = (version: number, isPrivate = false) => {
  const key = HDKey.fromMasterSeed(seed, { public: version, private: version });
  return isPrivate ? key.privateExtendedKey : key.publicExtendedKey;
};
const xpub = write(0x0488b21e);
const zpub = write(0x04b24746);
const tpub = write(0x043587cf);
const xprv = write(0x0488ade4, true);

const nodes = [{ url: 'https://node.example.com' }];
const usdt = { contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 };
const tronUsdt = { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 };
const tonUsdt = { contract: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', decimals: 6 };
const hash = `0x${'ab'.repeat(32)}`;

const valid = {
  BITCOIN: { nodes, xpub: zpub },
  LITECOIN: { nodes, xpub: write(0x01b26ef6) },
  DOGECOIN: { nodes, xpub: write(0x02facafd) },
  ETHEREUM: { nodes, chainId: 1, xpub, tokens: { USDT: usdt } },
  BINANCE_SMART_CHAIN: {
    nodes,
    depositContract: { factory: usdt.contract, initCodeHash: hash },
  },
  TRON: { nodes, xpub, tokens: { USDT: tronUsdt } },
  TON: { nodes, address: tonUsdt.contract, tokens: { USDT: tonUsdt } },
};

type Chain = keyof typeof valid;

function problemsOf(settings: unknown) {
  const built = factory.build(settings);
  return 'problems' in built ? built.problems : [];
}

/** The settings of one chain with a part replaced. */
const alter = (chain: Chain, part: object, rest: object = {}) => ({
  chains: { [chain]: { ...valid[chain], ...part } },
  ...rest,
});

test('valid settings of every chain are accepted', () => {
  const built = factory.build({ chains: valid, lifetimeHours: 48, timeoutMs: 5000 });
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  expect(built.rails?.map(({ blockchain }) => blockchain).sort()).toEqual(
    Object.keys(valid).sort(),
  );
});

describe('a setting that is wrong is named:', () => {
  const other = { url: 'https://other.example.com' };
  test.each<[string, unknown, string, string]>([
    ['no chain', { chains: {} }, 'chains', 'must have at least one'],
    ['no chains', {}, 'chains', ''],
    [
      'an unknown chain',
      { chains: { ...valid, BITCOINS: {} } },
      'chains.BITCOINS',
      'mean "BITCOIN"',
    ],
    [
      'an unknown setting',
      alter('BITCOIN', { scirpt: 'p2tr' }),
      'chains.BITCOIN.scirpt',
      '"script"',
    ],
    ['no node', alter('TON', { nodes: [] }), 'chains.TON.nodes', ''],
    [
      'a node without http',
      alter('TRON', { nodes: [{ url: 'ws://x' }] }),
      'chains.TRON.nodes.0.url',
      'https',
    ],
    [
      'a user in the address of a node',
      alter('BITCOIN', { nodes: [{ url: 'http://ann:secret@x' }] }),
      'chains.BITCOIN.nodes.0.url',
      'must hold no user',
    ],
    [
      'a user without a password',
      alter('BITCOIN', { nodes: [other, { ...nodes[0], user: 'ann' }] }),
      'chains.BITCOIN.nodes.1.password',
      'and user must be set together',
    ],
    ['one node twice', alter('TRON', { nodes: [other, other] }), 'chains.TRON.nodes', 'different'],
    ['no key', alter('BITCOIN', { xpub: undefined }), 'chains.BITCOIN.xpub', ''],
    ['a key that is none', alter('BITCOIN', { xpub: 'xpub' }), 'chains.BITCOIN.xpub', 'extended'],
    [
      'a key of the test network',
      alter('BITCOIN', { xpub: tpub }),
      'chains.BITCOIN.xpub',
      '"main"',
    ],
    [
      'a key of the main network',
      alter('LITECOIN', { network: 'regtest' }),
      'chains.LITECOIN.xpub',
      '"regtest"',
    ],
    [
      'a key of another chain',
      alter('DOGECOIN', { xpub: zpub }),
      'chains.DOGECOIN.xpub',
      'DOGECOIN',
    ],
    ['a key of Bitcoin', alter('ETHEREUM', { xpub: zpub }), 'chains.ETHEREUM.xpub', 'ETHEREUM'],
    [
      'a script that the key excludes',
      alter('BITCOIN', { script: 'p2tr' }),
      'chains.BITCOIN.xpub',
      '"p2wpkh"',
    ],
    [
      'a script of another chain',
      alter('DOGECOIN', { script: 'p2wpkh' }),
      'chains.DOGECOIN.script',
      '"p2pkh"',
    ],
    ['an unknown script', alter('BITCOIN', { script: 'p2sh' }), 'chains.BITCOIN.script', ''],
    ['an unknown network', alter('BITCOIN', { network: 'signet' }), 'chains.BITCOIN.network', ''],
    ['a network that TRON lacks', alter('TRON', { network: 'regtest' }), 'chains.TRON.network', ''],
    [
      'the number of another chain',
      alter('ETHEREUM', { chainId: 56 }),
      'chains.ETHEREUM.chainId',
      'is the number of another chain',
    ],
    ['a chain number of zero', alter('ETHEREUM', { chainId: 0 }), 'chains.ETHEREUM.chainId', ''],
    [
      'neither key nor contract',
      alter('ETHEREUM', { xpub: undefined }),
      'chains.ETHEREUM.xpub',
      'not both',
    ],
    [
      'both key and contract',
      alter('BINANCE_SMART_CHAIN', { xpub }),
      'chains.BINANCE_SMART_CHAIN.xpub',
      'not both',
    ],
    [
      'a factory of another chain',
      alter('TRON', {
        xpub: undefined,
        depositContract: { factory: usdt.contract, initCodeHash: hash },
      }),
      'chains.TRON.depositContract.factory',
      'TRON',
    ],
    [
      'a short hash of code',
      alter('BINANCE_SMART_CHAIN', {
        depositContract: { factory: usdt.contract, initCodeHash: '0xab' },
      }),
      'chains.BINANCE_SMART_CHAIN.depositContract.initCodeHash',
      '64 hex digits',
    ],
    [
      'a contract with a wrong checksum',
      alter('ETHEREUM', {
        tokens: { USDT: { ...usdt, contract: usdt.contract.replace('AC', 'Ac') } },
      }),
      'chains.ETHEREUM.tokens.USDT.contract',
      'checksum',
    ],
    [
      'a contract of another chain',
      alter('TRON', { tokens: { USDT: usdt } }),
      'chains.TRON.tokens.USDT.contract',
      'TRON',
    ],
    [
      'one contract twice',
      alter('ETHEREUM', {
        tokens: { USDT: usdt, USDC: { ...usdt, contract: usdt.contract.toLowerCase() } },
      }),
      'chains.ETHEREUM.tokens.USDC.contract',
      'is that of USDT',
    ],
    [
      "a token by the name of the chain's own coin",
      alter('ETHEREUM', { tokens: { ETH: usdt } }),
      'chains.ETHEREUM.tokens.ETH',
      'own coin',
    ],
    [
      'a token that is no currency',
      alter('ETHEREUM', { tokens: { usdt } }),
      'chains.ETHEREUM.tokens.usdt',
      'upper-case',
    ],
    ...[-1, 19, 6.5, '6'].map((decimals): [string, unknown, string, string] => [
      `decimals of ${JSON.stringify(decimals)}`,
      alter('ETHEREUM', { tokens: { USDT: { ...usdt, decimals } } }),
      'chains.ETHEREUM.tokens.USDT.decimals',
      '',
    ]),
    [
      'tokens of Bitcoin',
      alter('BITCOIN', { tokens: {} }),
      'chains.BITCOIN.tokens',
      'no such setting',
    ],
    [
      'dust of another coin',
      alter('BITCOIN', { dust: { LTC: '1' } }),
      'chains.BITCOIN.dust.LTC',
      '(BTC)',
    ],
    ['negative dust', alter('BITCOIN', { dust: { BTC: '-1' } }), 'chains.BITCOIN.dust.BTC', ''],
    [
      'an address of another chain',
      alter('TON', { address: usdt.contract }),
      'chains.TON.address',
      'TON',
    ],
    [
      'an address with a wrong checksum',
      alter('TON', { address: tonUsdt.contract.replace(/.$/, 'x') }),
      'chains.TON.address',
      'checksum',
    ],
    [
      'an address of the masterchain',
      alter('TON', { address: `-1:${'ab'.repeat(32)}` }),
      'chains.TON.address',
      'masterchain',
    ],
    [
      'an address of the test network',
      alter('TON', { address: 'kQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_ntm' }),
      'chains.TON.address',
      'test network only',
    ],
    ['no address', alter('TON', { address: undefined }), 'chains.TON.address', ''],
    ['an age of no minutes', alter('TON', { stallMinutes: -1 }), 'chains.TON.stallMinutes', ''],
    ['a lifetime of nothing', alter('TON', {}, { lifetimeHours: 0 }), 'lifetimeHours', ''],
    ['a timeout of nothing', alter('TON', {}, { timeoutMs: 0 }), 'timeoutMs', ''],
  ])('%s', (_, settings, path, message) => {
    expect(problemsOf(settings)).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  test('all problems are told at once', () => {
    const settings = {
      chains: {
        BITCOIN: { nodes: [], xpub: 'none' },
        TON: { ...valid.TON, tokens: { USDT: { ...tonUsdt, decimals: 99 } } },
      },
    };
    expect(problemsOf(settings).map(({ path }) => path)).toEqual([
      'chains.BITCOIN.nodes',
      'chains.BITCOIN.xpub',
      'chains.TON.tokens.USDT.decimals',
    ]);
  });
});

describe('a private key is refused first and alone, and never repeated:', () => {
  test.each<[string, unknown, string]>([
    ['as the public one', alter('BITCOIN', { xpub: xprv }), 'chains.BITCOIN.xpub'],
    ['of an account', alter('ETHEREUM', { xpub: xprv }), 'chains.ETHEREUM.xpub'],
    ['beside it', alter('BITCOIN', { xprv }), 'chains.BITCOIN.xprv'],
    ['among other problems', { chains: { BITCOIN: { xpub: xprv } }, x: 1 }, 'chains.BITCOIN.xpub'],
    ['as an address', alter('TON', { address: `${'00'.repeat(31)}01` }), 'chains.TON.address'],
    [
      'as a password',
      alter('BITCOIN', { nodes: [{ ...nodes[0], password: xprv }] }),
      'chains.BITCOIN.nodes.0.password',
    ],
    ['in words', alter('TRON', { mnemonic: 'abandon '.repeat(12) }), 'chains.TRON.mnemonic'],
  ])('%s', (_, settings, path) => {
    const problems = problemsOf(settings);
    expect(problems).toEqual([{ path, message: expect.stringContaining('holds a private key') }]);
    expect(JSON.stringify(problems)).not.toMatch(/xprv9|abandon|0{20}/);
  });

  test('a password or hash of 64 digits is none', () => {
    const secret = 'ab'.repeat(32);
    const settings = alter('BITCOIN', { nodes: [{ ...nodes[0], user: 'ann', password: secret }] });
    expect(problemsOf(settings)).toEqual([]);
  });
});

describe('the wallet that pays', () => {
  const signer = { kind: 'remote', url: 'https://signer.example', secrets: [] as string[] };
  signer.secrets.push(`whsec_${Buffer.alloc(32).toString('base64')}`);
  const payouts = { address: usdt.contract, signer, feeCap: '0.01' };
  const bitcoin = { ...payouts, address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' };
  const keystore = { kind: 'keystore', file: 'wallet.json', password: 'secret' };

  test('is built of valid settings, of each signer', () => {
    for (const settings of [
      alter('ETHEREUM', { payouts: { ...payouts, dailyCap: { ETH: '1', USDT: '5000' } } }),
      alter('BITCOIN', { payouts: { ...bitcoin, wallet: 'payouts', stuckMinutes: 30 } }),
      alter('ETHEREUM', { payouts: { ...payouts, signer: keystore } }),
    ]) {
      const built = factory.build(settings);
      if ('problems' in built) throw new Error(JSON.stringify(built.problems));
      expect(built.rails?.[0]?.hotWallet).not.toBeNull();
    }
  });

  test('keeps no key on the server of a live brand', () => {
    const built = factory.build(alter('ETHEREUM', { payouts: { ...payouts, signer: keystore } }));
    const place = 'chains.ETHEREUM.payouts.signer';
    expect(built).toMatchObject({ testOnly: [{ path: place }] });
    const remote = factory.build(alter('ETHEREUM', { payouts }));
    expect(remote).toMatchObject({ testOnly: [] });
  });

  test.each<[string, Chain, object, string]>([
    ['a mistyped address', 'ETHEREUM', { address: `${usdt.contract}0` }, 'payouts.address'],
    [
      'an address of many keys',
      'BITCOIN',
      { address: '3P14159f73E4gFr7JterCCQh9QjiTjiZrG' },
      'payouts.address',
    ],
    ['an address of another chain', 'BITCOIN', { address: usdt.contract }, 'payouts.address'],
    ['no cap of fees', 'ETHEREUM', { feeCap: undefined }, 'payouts.feeCap'],
    ['a cap of another coin', 'ETHEREUM', { dailyCap: { BTC: '1' } }, 'payouts.dailyCap.BTC'],
    [
      'two passwords',
      'ETHEREUM',
      { signer: { ...keystore, passwordFile: 'x' } },
      'payouts.signer.password',
    ],
    ['a misspelt setting', 'ETHEREUM', { dailycap: {} }, 'payouts.dailycap'],
  ])('%s is named', (_, chain, part, path) => {
    const base = chain === 'BITCOIN' ? bitcoin : payouts;
    const problems = problemsOf(alter(chain, { payouts: { ...base, ...part } }));
    expect(problems.map((problem) => problem.path)).toContain(`chains.${chain}.${path}`);
  });

  test('has no private key in its settings', () => {
    const file = 'ab'.repeat(32);
    const problems = problemsOf(
      alter('ETHEREUM', { payouts: { ...payouts, signer: { ...keystore, file } } }),
    );
    expect(problems).toMatchObject([{ path: 'chains.ETHEREUM.payouts.signer.file' }]);
  });
});
