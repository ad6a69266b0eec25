import { type Blockchain, blockchains } from '@kassa/contract';
import { isRecord, type SettingProblem } from '../../ground/config/parse-settings.ts';
import { checkAddress } from './derive/check-address.ts';
import {
  findKeyProblem,
  hasScript,
  readExtendedKey,
  type UtxoScript,
} from './derive/extended-key.ts';
import { isExtendedPrivateKey, isPrivateKey, privateKeyProblem } from './derive/private-key.ts';
import { parseTonAddress } from './derive/ton-address.ts';
import type { ChainNetwork, UtxoChain } from './derive/utxo-networks.ts';

/** A problem of a chain's settings, and its place there. */
export interface ConfigProblem {
  path: string[];
  message: string;
}

/** Whether the key of a chain that descends from Bitcoin fits its network and script. */
export function findUtxoProblems(
  {
    xpub,
    network,
    script,
  }: { xpub: string; network: ChainNetwork; script?: UtxoScript | undefined },
  blockchain: UtxoChain,
): ConfigProblem[] {
  if (script !== undefined && !hasScript(blockchain, script)) {
    return [{ path: ['script'], message: `must be "p2pkh": ${blockchain} has no other` }];
  }
  const read = readExtendedKey(xpub);
  if (!read.isValid) return [];
  const message = findKeyProblem(read.prefix, blockchain, network, script);
  return message === null ? [] : [{ path: ['xpub'], message }];
}

/** Addresses come from one place. */
export function findKeyOrContractProblems(
  { xpub, depositContract }: { xpub?: string | undefined; depositContract?: object | undefined },
  blockchain: Blockchain,
): ConfigProblem[] {
  if ((xpub === undefined) === (depositContract === undefined)) {
    return [{ path: ['xpub'], message: 'or depositContract must be set, and not both' }];
  }
  if (xpub === undefined) return [];
  const read = readExtendedKey(xpub);
  if (!read.isValid) return [];
  const message = findKeyProblem(read.prefix, blockchain, 'main', undefined);
  return message === null ? [] : [{ path: ['xpub'], message }];
}

type Tokens = Record<string, { contract: string; decimals: number }>;

/** Whether each coin has one meaning, and each amount of dust a coin. */
export function findTokenProblems(
  { tokens = {}, dust = {} }: { tokens?: Tokens; dust?: Record<string, string> },
  blockchain: Blockchain,
): ConfigProblem[] {
  const { coin } = blockchains[blockchain];
  const problems: ConfigProblem[] = [];
  const owners = new Map<string, string>();
  for (const [currency, { contract }] of Object.entries(tokens)) {
    if (currency === coin) {
      problems.push({ path: ['tokens', currency], message: "is the chain's own coin, no token" });
    }
    const checked = checkAddress(contract, blockchain, 'test');
    const target = checked.isValid ? checked.target : contract;
    const owner = owners.get(target);
    if (owner !== undefined) {
      problems.push({ path: ['tokens', currency, 'contract'], message: `is that of ${owner}` });
    }
    owners.set(target, currency);
  }
  const unknown = Object.keys(dust).filter((name) => name !== coin && !Object.hasOwn(tokens, name));
  const taken = [coin, ...Object.keys(tokens)].join(', ');
  for (const currency of unknown) {
    problems.push({ path: ['dust', currency], message: `is none of the coins (${taken})` });
  }
  return problems;
}

/** Whether an address is marked as one of the test network, on the main one. */
export function findTestOnlyProblems({
  network,
  address,
  tokens = {},
}: {
  network: ChainNetwork;
  address: string;
  tokens?: Tokens;
}): ConfigProblem[] {
  const places = [
    { path: ['address'], text: address },
    ...Object.entries(tokens).map(([currency, { contract }]) => ({
      path: ['tokens', currency, 'contract'],
      text: contract,
    })),
  ];
  return places
    .filter(({ text }) => network === 'main' && parseTonAddress(text)?.isTestOnly)
    .map(({ path }) => ({ path, message: 'is for the test network only' }));
}

/** Whether each cap of a day is one of a coin. */
export function findCapProblems(
  {
    tokens = {},
    payouts,
  }: { tokens?: Tokens; payouts?: { dailyCap: Record<string, string> } | undefined },
  blockchain: Blockchain,
): ConfigProblem[] {
  const known = [blockchains[blockchain].coin, ...Object.keys(tokens)];
  return Object.keys(payouts?.dailyCap ?? {})
    .filter((currency) => !known.includes(currency))
    .map((currency) => ({
      path: ['payouts', 'dailyCap', currency],
      message: `is none of the coins (${known.join(', ')})`,
    }));
}

/** Whether the wallet that pays has an address that one key signs for. */
export function findWalletProblems(
  {
    network,
    payouts,
  }: {
    network: ChainNetwork;
    payouts?: { address: string; dailyCap: Record<string, string> } | undefined;
  },
  blockchain: UtxoChain,
): ConfigProblem[] {
  if (payouts === undefined) return [];
  const path = ['payouts', 'address'];
  const checked = checkAddress(payouts.address, blockchain, network);
  if (!checked.isValid) return [{ path, message: checked.problem }];
  const message = 'must be an address of one key: of the script p2wpkh or p2pkh';
  return [
    ...(isPlainScript(checked.target) ? [] : [{ path, message }]),
    ...findCapProblems({ payouts }, blockchain),
  ];
}

/** Whether a script is that of one public key: `p2wpkh` or `p2pkh`. */
function isPlainScript(script: string): boolean {
  return /^0014[0-9a-f]{40}$/.test(script) || /^76a914[0-9a-f]{40}88ac$/.test(script);
}

/** Why the settings may not pay real money: a live brand refuses them. */
export function findKeystores(chains: Record<string, unknown>): SettingProblem[] {
  return Object.entries(chains).flatMap(([blockchain, chain]) => {
    const payouts = isRecord(chain) && isRecord(chain.payouts) ? chain.payouts : {};
    const isKeystore = isRecord(payouts.signer) && payouts.signer.kind === 'keystore';
    const message =
      'keeps the key on this server, which is for development: a live brand needs a "remote" signer';
    return isKeystore ? [{ path: `chains.${blockchain}.payouts.signer`, message }] : [];
  });
}

/** Settings that look like a raw private key and are none. */
const otherSecrets: ReadonlySet<string> = new Set([
  'initCodeHash',
  'url',
  'user',
  'password',
  'apiKey',
]);

/** Finds private keys anywhere in the settings, also under names that no setting has. */
export function findPrivateKeys(value: unknown, path: readonly string[] = []): SettingProblem[] {
  if (typeof value === 'string') {
    const isFound = otherSecrets.has(path.at(-1) ?? '') ? isExtendedPrivateKey : isPrivateKey;
    return isFound(value) ? [{ path: path.join('.'), message: privateKeyProblem }] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => findPrivateKeys(item, [...path, `${index}`]));
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => findPrivateKeys(item, [...path, key]));
}
