import { createHash } from 'node:crypto';
import { type Blockchain, blockchains } from '@kassa/contract';
import { hex } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import type { ChainCoin } from '../chain-coin.ts';
import type { ChainRail } from '../chain-rail.ts';
import { buildCheckCoins } from './check-coins.ts';
import {
  defaultDust,
  defaultStallMinutes,
  type EvmConfig,
  mainChainIds,
  type OnchainConfig,
  type TonConfig,
  type TronConfig,
  tokenDust,
  type UtxoConfig,
} from './config.ts';
import { checkAddress } from './derive/check-address.ts';
import { type DepositContract, deriveEvmAddress, deriveEvmContract } from './derive/evm-address.ts';
import { readExtendedKey } from './derive/extended-key.ts';
import { encodeMemo, readMemo } from './derive/memo.ts';
import { formatTonAddress, parseTonAddress, toRawTon } from './derive/ton-address.ts';
import { deriveTronAddress, deriveTronContract } from './derive/tron-address.ts';
import { deriveLock, toDerivedAddress } from './derive/utxo-address.ts';
import { type UtxoChain, utxoNetworks } from './derive/utxo-networks.ts';
import { buildAskDecimals as buildAskEvm } from './evm/ask-decimals.ts';
import { buildEvmSource } from './evm/evm-source.ts';
import { buildNodeClient } from './evm/node-client.ts';
import { buildSigner } from './payout/build-signer.ts';
import { connectCoreWallet } from './payout/core-wallet.ts';
import { buildEvmWallet } from './payout/evm-wallet.ts';
import { defaultStuckMinutes } from './payout/settings.ts';
import { buildUtxoWallet } from './payout/utxo-wallet.ts';
import { loadRawTransaction } from './sweep/load-raw-transaction.ts';
import { planCalls } from './sweep/plan-calls.ts';
import { planUtxoSweep } from './sweep/plan-utxo-sweep.ts';
import { buildTonSource } from './ton/ton-source.ts';
import { buildAskDecimals as buildAskTron } from './tron/ask-decimals.ts';
import { buildTronSource } from './tron/tron-source.ts';
import { buildCoreSource } from './utxo/core-source.ts';

/** Builds the rails of the chains that are set; their settings are valid. */
export function buildRails({ chains, timeoutMs }: OnchainConfig): ChainRail[] {
  const { BITCOIN, DOGECOIN, LITECOIN, ETHEREUM, BINANCE_SMART_CHAIN, TRON, TON } = chains;
  return [
    BITCOIN && buildUtxoRail('BITCOIN', BITCOIN, timeoutMs),
    DOGECOIN && buildUtxoRail('DOGECOIN', DOGECOIN, timeoutMs),
    LITECOIN && buildUtxoRail('LITECOIN', LITECOIN, timeoutMs),
    ETHEREUM && buildEvmRail('ETHEREUM', ETHEREUM, timeoutMs),
    BINANCE_SMART_CHAIN && buildEvmRail('BINANCE_SMART_CHAIN', BINANCE_SMART_CHAIN, timeoutMs),
    TRON && buildTronRail(TRON, timeoutMs),
    TON && buildTonRail(TON, timeoutMs),
  ].filter((rail) => rail !== undefined);
}

function buildUtxoRail(blockchain: UtxoChain, config: UtxoConfig, timeoutMs: number): ChainRail {
  const { network, nodes, xpub } = config;
  const { key, prefix } = readKey(xpub);
  const script = config.script ?? prefix.script ?? 'p2pkh';
  const options = { script, network: utxoNetworks[blockchain][network] };
  const rawTransaction = (txid: string) => loadRawTransaction(nodes, txid, timeoutMs);
  const wallet = { blockchain, network, account: key, script, rawTransaction };
  const asked = nodes.map((node) => ({
    source: buildCoreSource({ blockchain, node, network, timeoutMs }),
    client: connectCoreWallet(node, config.payouts?.wallet ?? null, timeoutMs),
  }));
  const coins = buildCoins(blockchain, config, () => '');
  const { payouts } = config;
  return {
    ...describeChain(blockchain, config, network === 'regtest'),
    ...(payouts !== undefined && {
      hotWallet: buildUtxoWallet({
        ...payouts,
        ...describePayouts(blockchain, payouts),
        blockchain,
        network,
        nodes: asked,
        coins,
      }),
    }),
    chainId: null,
    isTest: network !== 'main',
    sources: asked.map(({ source }) => source),
    coins,
    keyId: hashKey([network, script, ...partsOf(key)]),
    derive: (index) => toDerivedAddress(deriveLock(key, index, options)),
    readMemo: null,
    planSweep: (inputs, target) => planUtxoSweep(wallet, inputs, target),
  };
}

function buildEvmRail(
  blockchain: 'ETHEREUM' | 'BINANCE_SMART_CHAIN',
  config: EvmConfig,
  timeoutMs: number,
): ChainRail {
  const { chainId, nodes } = config;
  const origin = readOrigin(config, { ofKey: deriveEvmAddress, ofContract: deriveEvmContract });
  const { derive, depositContract } = origin;
  const coins = buildCoins(
    blockchain,
    config,
    (contract) => readAddress(blockchain, contract).address,
  );
  const wallet = { blockchain, coins, derive, depositContract };
  const asked = nodes.map((node) => ({
    source: buildEvmSource({ blockchain, node, chainId, timeoutMs }),
    client: buildNodeClient(node, timeoutMs),
    askDecimals: buildAskEvm(node, timeoutMs),
  }));
  const { payouts } = config;
  return {
    ...describeChain(blockchain, config),
    ...(payouts !== undefined && {
      hotWallet: buildEvmWallet({
        ...payouts,
        ...describePayouts(blockchain, payouts),
        blockchain,
        chainId,
        nodes: asked,
        coins,
      }),
    }),
    chainId,
    isTest: chainId !== mainChainIds[blockchain],
    sources: asked.map(({ source }) => source),
    coins,
    checkCoins: buildCheckCoins(asked, coins),
    keyId: origin.keyId,
    derive,
    readMemo: null,
    planSweep: async (inputs, { destination }) => planCalls(wallet, inputs, destination),
  };
}

function buildTronRail(config: TronConfig, timeoutMs: number): ChainRail {
  const { network, nodes } = config;
  const origin = readOrigin(config, { ofKey: deriveTronAddress, ofContract: deriveTronContract });
  const { derive, depositContract } = origin;
  const coins = buildCoins('TRON', config, (contract) => readAddress('TRON', contract).address);
  const wallet = { blockchain: 'TRON', coins, derive, depositContract } as const;
  const asked = nodes.map((node) => ({
    source: buildTronSource({ node, network, timeoutMs }),
    askDecimals: buildAskTron(node, timeoutMs),
  }));
  return {
    ...describeChain('TRON', config),
    chainId: null,
    isTest: network !== 'main',
    sources: asked.map(({ source }) => source),
    coins,
    checkCoins: buildCheckCoins(asked, coins),
    keyId: origin.keyId,
    derive,
    readMemo: null,
    planSweep: async (inputs, { destination }) => planCalls(wallet, inputs, destination),
  };
}

function buildTonRail(config: TonConfig, timeoutMs: number): ChainRail {
  const { network, nodes } = config;
  const isTestOnly = network === 'test';
  const readAccount = (text: string) => {
    const account = parseTonAddress(text);
    if (account === null) throw new Error('the settings of TON hold no address');
    return account;
  };
  const account = readAccount(config.address);
  const target = toRawTon(account);
  const address = formatTonAddress(account, { isBounceable: false, isTestOnly });
  const coins = buildCoins('TON', config, (contract) =>
    formatTonAddress(readAccount(contract), { isBounceable: true, isTestOnly }),
  );
  const jettons = [...coins.values()].flatMap(({ contract }) => contract ?? []);
  return {
    ...describeChain('TON', config),
    chainId: null,
    isTest: isTestOnly,
    sources: nodes.map((node) =>
      buildTonSource({ node, network, address: target, jettons, timeoutMs }),
    ),
    coins,
    keyId: hashKey([network, target]),
    derive: (index) => ({ address, target, memo: encodeMemo(index) }),
    readMemo,
    planSweep: async () => ({
      kind: 'none',
      detail: `all money is at the operator's own address ${address}`,
    }),
  };
}

/** @param isManual - its blocks are mined on demand, so that any time may pass between two */
function describeChain(
  blockchain: Blockchain,
  { stallMinutes }: { stallMinutes?: number | undefined },
  isManual = false,
) {
  const minutes = stallMinutes ?? (isManual ? 0 : defaultStallMinutes[blockchain]);
  return { blockchain, stallMs: minutes === 0 ? null : minutes * 60_000, hotWallet: null };
}

/** What a wallet of every chain has. */
function describePayouts(
  blockchain: keyof typeof defaultStuckMinutes,
  { signer, stuckMinutes }: Pick<NonNullable<EvmConfig['payouts']>, 'signer' | 'stuckMinutes'>,
) {
  const minutes = stuckMinutes ?? defaultStuckMinutes[blockchain];
  return { signer: buildSigner(signer), stuckMs: minutes * 60_000 };
}

interface CoinsConfig {
  tokens?: Record<string, { contract: string; decimals: number }> | undefined;
  dust?: Record<string, string> | undefined;
}

/** The chain's own coin and its tokens, by currency. */
function buildCoins(
  blockchain: Blockchain,
  { tokens = {}, dust = {} }: CoinsConfig,
  show: (contract: string) => string,
): ReadonlyMap<string, ChainCoin> {
  const { coin, decimals } = blockchains[blockchain];
  const dustOf = (currency: string, standard: string) => dust[currency] ?? standard;
  const own = {
    currency: coin,
    contract: null,
    shownContract: null,
    decimals,
    dust: dustOf(coin, defaultDust.get(coin) ?? '0'),
  };
  const others = Object.entries(tokens).map(
    ([currency, token]): ChainCoin => ({
      currency,
      contract: readAddress(blockchain, token.contract).target,
      shownContract: show(token.contract),
      decimals: token.decimals,
      dust: dustOf(currency, tokenDust),
    }),
  );
  return new Map([own, ...others].map((entry) => [entry.currency, entry]));
}

/** A contract, which the checks of the settings have accepted, on either network. */
function readAddress(blockchain: Blockchain, text: string) {
  const checked = checkAddress(text, blockchain, 'test');
  if (!checked.isValid) throw new Error(`the settings of ${blockchain} hold no address`);
  return checked;
}

/** Where the addresses of a chain with accounts come from. */
function readOrigin(
  { xpub, depositContract }: Pick<EvmConfig, 'xpub' | 'depositContract'>,
  { ofKey, ofContract }: { ofKey: typeof deriveEvmAddress; ofContract: typeof deriveEvmContract },
): Pick<ChainRail, 'derive' | 'keyId'> & { depositContract: DepositContract | null } {
  if (depositContract !== undefined) {
    return {
      derive: (index) => ofContract(depositContract, index),
      // It depends on the factory and the code alone, in whatever case they are written.
      keyId: hashKey(['contract', ofContract(depositContract, 0).target]),
      depositContract,
    };
  }
  if (xpub === undefined) throw new Error('the settings have neither a key nor a contract');
  const { key } = readKey(xpub);
  const derive = (index: number) => ofKey(key, index);
  return { derive, keyId: hashKey(partsOf(key)), depositContract: null };
}

function readKey(xpub: string) {
  const read = readExtendedKey(xpub);
  if (!read.isValid) throw new Error(read.problem);
  return read;
}

/** What all addresses below a key come from, however its prefix writes it. */
function partsOf({ chainCode, publicKey }: HDKey): string[] {
  return [chainCode, publicKey].map((bytes) => hex.encode(bytes ?? new Uint8Array()));
}

/** A short name for what addresses come from. */
function hashKey(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 16);
}
