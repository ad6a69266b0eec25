import * as z from 'zod/mini';

/** The blockchains that the sandbox simulates, or drives a real test node of. */
export const chainNames = [
  'BITCOIN',
  'LITECOIN',
  'DOGECOIN',
  'ETHEREUM',
  'BINANCE_SMART_CHAIN',
  'TRON',
  'TON',
] as const;

export const chainNameSchema = z.enum(chainNames);

export type ChainName = z.infer<typeof chainNameSchema>;

/** The protocol that a chain's nodes speak, and the form of its addresses. */
export type ChainFamily = 'utxo' | 'evm' | 'tron' | 'ton';

export interface SimulatedCoin {
  currency: string;
  decimals: number;
  /** The token's contract as nodes report it; null: the chain's own coin. */
  contract: string | null;
}

export interface ChainFact {
  name: string;
  family: ChainFamily;
  coins: readonly [SimulatedCoin, ...SimulatedCoin[]];
  /** EIP-155, of EVM chains. */
  chainId?: number;
  /** The hash of block 0 as regtest has it: clients tell chains with outputs apart by it. */
  firstHash?: string;
}

/** The two contracts that a fresh test account of anvil deploys first have these addresses. */
const evmTokens = {
  USDT: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  USDC: '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512',
};

/**
 * The wallet that pays players in the demo: its key is the last one of anvil's accounts, which
 * everybody knows. It has money on every chain that it is on.
 */
export const hotWallets: Partial<Record<ChainName, string>> = {
  BITCOIN: 'bcrt1q4flvw0x8fstzly79tacgsulxvkpv858qhhuvty',
  LITECOIN: 'rltc1q4flvw0x8fstzly79tacgsulxvkpv858qf6x9u6',
  DOGECOIN: 'mw4T3Ne3um9ifCXVj3cMD2BU6k9WHi7Rgg',
  ETHEREUM: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  BINANCE_SMART_CHAIN: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
};

/** The wallet of the demo's second site: its key is the last but one of anvil's accounts. */
const secondWallet = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f';

/** Returns the accounts on an EVM chain that have coins and tokens from the start. */
export function endowedAccounts(blockchain: ChainName): string[] {
  const first = hotWallets[blockchain];
  return first === undefined ? [] : [first, secondWallet];
}

const utxo = (name: string, currency: string, firstHash: string): ChainFact => ({
  name,
  family: 'utxo',
  firstHash,
  coins: [{ currency, decimals: 8, contract: null }],
});

const evm = (name: string, currency: string, chainId: number, tokenDecimals: number) => ({
  name,
  family: 'evm' as const,
  chainId,
  coins: [
    { currency, decimals: 18, contract: null },
    { currency: 'USDT', decimals: tokenDecimals, contract: evmTokens.USDT },
    { currency: 'USDC', decimals: tokenDecimals, contract: evmTokens.USDC },
  ] as const,
});

/**
 * The coins and tokens of each chain. The tokens are invented: their contracts on TRON and TON are
 * hashes of words, and nobody has deployed them on a real network.
 */
export const chainFacts: Readonly<Record<ChainName, ChainFact>> = {
  BITCOIN: utxo(
    'Bitcoin',
    'BTC',
    '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  ),
  LITECOIN: utxo(
    'Litecoin',
    'LTC',
    '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
  ),
  DOGECOIN: utxo(
    'Dogecoin',
    'DOGE',
    '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5',
  ),
  ETHEREUM: evm('Ethereum', 'ETH', 31_337, 6),
  BINANCE_SMART_CHAIN: evm('BNB Smart Chain', 'BNB', 31_356, 18),
  TRON: {
    name: 'TRON',
    family: 'tron',
    coins: [
      { currency: 'TRX', decimals: 6, contract: null },
      { currency: 'USDT', decimals: 6, contract: 'TEGXiCSHLK3aQoHUc8uhV2gfPDp3mjiAAr' },
      { currency: 'USDC', decimals: 6, contract: 'TRP3Qjzg2uZRfDVkAs8ETPCmBWRvXciDY6' },
    ],
  },
  TON: {
    name: 'TON',
    family: 'ton',
    coins: [
      { currency: 'TON', decimals: 9, contract: null },
      {
        currency: 'USDT',
        decimals: 6,
        contract: '0:2f2731351d9f2877388e4ddbe9adc74b40d639e6703a374f4d28033a7f966943',
      },
      {
        currency: 'USDC',
        decimals: 6,
        contract: '0:a90bdcf52d9ada23751effc4e56da98788ffbd92465aa78d1a48d126d99758a8',
      },
    ],
  },
};

/** The token of a contract, which is written as nodes report it. */
export function findToken(blockchain: ChainName, contract: string): SimulatedCoin | undefined {
  return chainFacts[blockchain].coins.find((coin) => coin.contract === contract);
}
