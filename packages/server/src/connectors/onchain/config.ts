import {
  type Blockchain,
  blockchains,
  currencySchema,
  type Decimal,
  decimalSchema,
} from '@kassa/contract';
import * as z from 'zod/mini';
import { evenIfInvalid } from '../../ground/config/parse-settings.ts';
import {
  type ConfigProblem,
  findCapProblems,
  findKeyOrContractProblems,
  findTestOnlyProblems,
  findTokenProblems,
  findUtxoProblems,
  findWalletProblems,
} from './config-problems.ts';
import { checkAddress } from './derive/check-address.ts';
import { readExtendedKey, utxoScripts } from './derive/extended-key.ts';
import { parseTonAddress } from './derive/ton-address.ts';
import { chainNetworks, type UtxoChain } from './derive/utxo-networks.ts';
import { payoutsShape } from './payout/settings.ts';

/**
 * The least amount of each coin that is credited by itself; less waits for the operator. It costs
 * about as much to collect. Settable by `dust`.
 */
export const defaultDust: ReadonlyMap<string, Decimal> = new Map([
  ['BNB', '0.0005'],
  ['BTC', '0.00001'],
  ['DOGE', '0.1'],
  ['ETH', '0.0002'],
  ['LTC', '0.0001'],
  ['TON', '0.01'],
  ['TRX', '0.1'],
]);

/** The same of any token. */
export const tokenDust: Decimal = '0.01';

/**
 * Minutes without a block after which a chain counts as lagging. Blocks that are mined come at
 * random: Bitcoin's wait three hours about once in 65 million blocks.
 */
export const defaultStallMinutes: Readonly<Record<Blockchain, number>> = {
  BINANCE_SMART_CHAIN: 5,
  BITCOIN: 180,
  DOGECOIN: 20,
  ETHEREUM: 5,
  LITECOIN: 45,
  TON: 5,
  TRON: 5,
};

/** Reports what a rule finds. No value is repeated in a problem, as it may be a key. */
function report<Value>(find: (value: Value) => ConfigProblem[]) {
  return ({ value, issues }: { value: Value; issues: z.core.$ZodRawIssue[] }) => {
    for (const { path, message } of find(value)) {
      issues.push({ code: 'custom', path, message, input: undefined });
    }
  };
}

const secretSchema = z.string().check(z.minLength(1), z.maxLength(1000));

const nodeSchema = z
  .object({
    /** A provider's key may stand in its path or query; a user and password may not. */
    url: z
      .url({ protocol: /^https?$/, error: 'must be an address such as "https://node.example.com"' })
      .check(z.refine((url) => !hasUser(url), 'must hold no user: set "user" and "password"')),
    /** Of a Core node: `rpcuser` and `rpcpassword`. */
    user: z.optional(secretSchema),
    password: z.optional(secretSchema),
    /** Of a provider of nodes. */
    apiKey: z.optional(secretSchema),
  })
  .check(
    z.refine(({ user, password }) => (user === undefined) === (password === undefined), {
      path: ['password'],
      error: 'and user must be set together',
      ...evenIfInvalid,
    }),
  );

/** What every chain has. */
const commonShape = {
  /** The first is asked; the others if it fails, and to compare. */
  nodes: z.array(nodeSchema).check(
    z.minLength(1),
    z.maxLength(10),
    z.refine(
      (nodes) => new Set(nodes.map(({ url }) => url)).size === nodes.length,
      'must be different nodes',
    ),
  ),
  /** By currency: less than this is not credited by itself. */
  dust: z.optional(
    z.record(currencySchema, decimalSchema.check(z.regex(/^\d/, 'must not be negative'))),
  ),
  /** After so many minutes without a block the chain counts as lagging; 0: never. */
  stallMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(10_080))),
};

/** The extended public key of one account: its addresses are `0/0`, `0/1`, … below it. */
const keySchema = z.string().check(
  report((text) => {
    const read = readExtendedKey(text);
    return read.isValid ? [] : [{ path: [], message: read.problem }];
  }),
);

/** An address of a chain with accounts; of TON also of its test network, which is checked later. */
const buildAddressSchema = (blockchain: Exclude<Blockchain, UtxoChain>) =>
  z.string().check(
    report((text) => {
      const checked = checkAddress(text, blockchain, 'test');
      return checked.isValid ? [] : [{ path: [], message: checked.problem }];
    }),
  );

/** Tokens, by currency. */
const buildTokensSchema = (blockchain: Exclude<Blockchain, UtxoChain>) =>
  z.optional(
    z.record(
      currencySchema,
      z.object({
        contract: buildAddressSchema(blockchain),
        decimals: z.int().check(z.minimum(0), z.maximum(18)),
      }),
    ),
  );

/** One of both: a key that addresses are derived from, or contracts that a factory creates. */
const buildAccountShape = (blockchain: Exclude<Blockchain, UtxoChain | 'TON'>) => ({
  xpub: z.optional(keySchema),
  depositContract: z.optional(
    z.object({
      factory: buildAddressSchema(blockchain),
      /** The Keccak hash of the code that creates the contract of a deposit's address. */
      initCodeHash: z
        .string()
        .check(z.regex(/^0x[0-9a-f]{64}$/i, 'must be "0x" and 64 hex digits')),
    }),
  ),
  tokens: buildTokensSchema(blockchain),
});

const buildUtxoSchema = (blockchain: UtxoChain) =>
  z
    .object({
      ...commonShape,
      network: z._default(z.enum(chainNetworks), 'main'),
      xpub: keySchema,
      /** By default what the key's prefix says, and BIP-44 for `xpub`, `tpub`, `Ltub`, `dgub`. */
      script: z.optional(z.enum(utxoScripts)),
      /** The wallet that pays players; without it nobody is paid on this chain. */
      payouts: z.optional(
        z.object({
          ...payoutsShape,
          address: z.string().check(z.minLength(1), z.maxLength(100)),
          /** The watch-only wallet of the node that has the address; by default the node's only one. */
          wallet: z.optional(z.string().check(z.regex(/^[\w.-]{1,64}$/))),
        }),
      ),
    })
    .check(
      report((value) => [
        ...findUtxoProblems(value, blockchain),
        ...findTokenProblems(value, blockchain),
        ...findWalletProblems(value, blockchain),
      ]),
    );

/** EIP-155: the numbers of the main networks. */
export const mainChainIds = { ETHEREUM: 1, BINANCE_SMART_CHAIN: 56 } as const;

const buildEvmSchema = (blockchain: keyof typeof mainChainIds) =>
  z
    .object({
      ...commonShape,
      ...buildAccountShape(blockchain),
      /** The wallet that pays players; without it nobody is paid on this chain. */
      payouts: z.optional(
        z.object({
          ...payoutsShape,
          address: buildAddressSchema(blockchain),
          /** Whether the chain's own coin is sent to contracts, too. */
          paysContracts: z._default(z.boolean(), false),
        }),
      ),
      /** EIP-155; of a test network its own. */
      chainId: z._default(
        z.int().check(
          z.positive(),
          z.refine(
            (id) =>
              id === mainChainIds[blockchain] || !Object.values<number>(mainChainIds).includes(id),
            `is the number of another chain: ${blockchain} has ${mainChainIds[blockchain]}`,
          ),
        ),
        mainChainIds[blockchain],
      ),
    })
    .check(
      report((value) => [
        ...findKeyOrContractProblems(value, blockchain),
        ...findTokenProblems(value, blockchain),
        ...findCapProblems(value, blockchain),
      ]),
    );

const accountNetworkSchema = z._default(z.enum(['main', 'test']), 'main');

const tronSchema = z
  .object({ ...commonShape, ...buildAccountShape('TRON'), network: accountNetworkSchema })
  .check(
    report((value) => [
      ...findKeyOrContractProblems(value, 'TRON'),
      ...findTokenProblems(value, 'TRON'),
    ]),
  );

const tonSchema = z
  .object({
    ...commonShape,
    network: accountNetworkSchema,
    /** The operator's wallet, which all players send to, each with a comment of their own. */
    address: buildAddressSchema('TON').check(
      z.refine(
        (text) => parseTonAddress(text)?.workchain !== -1,
        'must be a wallet of the basic workchain, and not of the masterchain',
      ),
    ),
    tokens: buildTokensSchema('TON'),
  })
  .check(report((value) => [...findTestOnlyProblems(value), ...findTokenProblems(value, 'TON')]));

/** A brand's settings for its chains. */
export const onchainConfigSchema = z.object({
  chains: z
    .object({
      BINANCE_SMART_CHAIN: z.optional(buildEvmSchema('BINANCE_SMART_CHAIN')),
      BITCOIN: z.optional(buildUtxoSchema('BITCOIN')),
      DOGECOIN: z.optional(buildUtxoSchema('DOGECOIN')),
      ETHEREUM: z.optional(buildEvmSchema('ETHEREUM')),
      LITECOIN: z.optional(buildUtxoSchema('LITECOIN')),
      TON: z.optional(tonSchema),
      TRON: z.optional(tronSchema),
    })
    .check(
      z.refine(
        (chains) => Object.values(chains).some((chain) => chain !== undefined),
        `must have at least one of ${Object.keys(blockchains).join(', ')}`,
      ),
    ),
  /** How long the screen of an address waits; what is sent later is credited too. */
  lifetimeHours: z._default(z.number().check(z.minimum(1), z.maximum(720)), 24),
  /** Timeout of a request to a node in ms. */
  timeoutMs: z._default(z.int().check(z.minimum(100), z.maximum(60_000)), 10_000),
});

export type OnchainConfig = z.infer<typeof onchainConfigSchema>;
export type UtxoConfig = NonNullable<OnchainConfig['chains'][UtxoChain]>;
export type EvmConfig = NonNullable<OnchainConfig['chains']['ETHEREUM']>;
export type TronConfig = z.infer<typeof tronSchema>;
export type TonConfig = z.infer<typeof tonSchema>;

function hasUser(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
}
