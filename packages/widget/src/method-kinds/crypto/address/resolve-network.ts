import { type Blockchain, blockchains, type PaymentMethod } from '@kassa/contract';
import { sortByPosition } from '../../../flows/method-list/arrange-methods.ts';

/** A method whose player sends a coin to an address. */
export type CoinMethod = PaymentMethod & { coin: NonNullable<PaymentMethod['coin']> };

/** Returns whether a method's player sends a coin to an address. */
export function isCoinMethod(method: PaymentMethod): method is CoinMethod {
  return method.coin !== undefined;
}

/** The name of a network: as the catalogue has it (`TRC-20`), or that of the blockchain. */
export function nameNetwork({ network, coin }: CoinMethod): string {
  return network ?? blockchains[coin.blockchain].network;
}

/** Returns the name of a blockchain with that of its network, where they differ. */
export function describeNetwork(blockchain: Blockchain): string {
  const { name, network } = blockchains[blockchain];
  return name === network ? name : `${name} (${network})`;
}

/** Returns the methods of a coin, one for each network on which it can be sent now. */
export function listNetworks(
  methods: readonly PaymentMethod[],
  currency: string,
): readonly CoinMethod[] {
  const open = sortByPosition(
    methods.filter(({ coin, unavailable }) => coin?.currency === currency && !unavailable),
  ).filter(isCoinMethod);
  return open.filter(
    ({ coin }, at) => open.findIndex((other) => other.coin.blockchain === coin.blockchain) === at,
  );
}

/**
 * Returns the network for a coin that was chosen without one (§2): the TRC network, or else the last
 * one; undefined where the coin isn't on offer.
 */
export function resolveNetwork(
  methods: readonly PaymentMethod[],
  currency: string,
): CoinMethod | undefined {
  const networks = listNetworks(methods, currency);
  return networks.find(({ coin }) => coin.blockchain === 'TRON') ?? networks.at(-1);
}
