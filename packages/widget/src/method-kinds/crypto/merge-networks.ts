import type { PaymentMethod } from '@kassa/contract';
import {
  type CoinMethod,
  listNetworks,
  nameNetwork,
  resolveNetwork,
} from './address/resolve-network.ts';
import { sharedCoin } from './shared-coin.ts';

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
  const entries = methods.flatMap((method): PaymentMethod[] => {
    const currency = sharedCoin(method, methods);
    if (currency === undefined) return [method];
    const usual = resolveNetwork(methods, currency);
    if (usual === undefined || coins.has(usual.name)) return [];
    coins.set(usual.name, currency);
    return [ofAllNetworks(usual, listNetworks(methods, currency))];
  });
  return { methods: entries, coins };
}

function ofAllNetworks(usual: CoinMethod, networks: readonly CoinMethod[]): PaymentMethod {
  const names = networks.flatMap((one) => [nameNetwork(one), ...(one.aliases ?? [])]);
  return { ...usual, network: undefined, aliases: [...new Set(names)] };
}
