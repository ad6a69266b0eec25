import type { PaymentMethod } from '@kassa/contract';
import {
  type CoinMethod,
  isCoinMethod,
  listNetworks,
  nameNetwork,
  resolveNetwork,
} from './address/resolve-network.ts';

/** Methods with a single entry for each coin, and the coins that stand for several networks. */
interface MergedMethods {
  methods: PaymentMethod[];
  /** The coin's code by the name of the method that stands for its networks. */
  coins: ReadonlyMap<string, string>;
}

/**
 * Merges the methods of a coin that can be sent on several networks: the player chooses the coin, and
 * then the network. Its entry is that of the network which a coin without one gets (§2), and is found
 * by the names of all networks. Other methods stay as they are.
 */
export function mergeNetworks(methods: readonly PaymentMethod[]): MergedMethods {
  const coins = new Map<string, string>();
  const merged = new Set<string>();
  const entries = methods.flatMap((method): PaymentMethod[] => {
    if (!isCoinMethod(method) || method.unavailable !== undefined) return [method];
    const { currency } = method.coin;
    if (merged.has(currency)) return [];
    const networks = listNetworks(methods, currency);
    const usual = resolveNetwork(methods, currency);
    if (networks.length < 2 || usual === undefined) return [method];
    merged.add(currency);
    coins.set(usual.name, currency);
    return [ofAllNetworks(usual, networks)];
  });
  return { methods: entries, coins };
}

function ofAllNetworks(usual: CoinMethod, networks: readonly CoinMethod[]): PaymentMethod {
  const names = networks.flatMap((one) => [nameNetwork(one), ...(one.aliases ?? [])]);
  return { ...usual, network: undefined, aliases: [...new Set(names)] };
}
