import { ChainError } from '../../chain-rail.ts';
import type { AskApi } from './ask-api.ts';
import { walletsSchema } from './schemas.ts';

/** The API takes up to 1000 addresses, but a URL has its limits. */
const mostAddresses = 50;

/** After so many, all are looked up again. */
const mostKnown = 5_000;

/** The operator's own wallets of jettons, as the index has checked them with their masters. */
export interface JettonWallets {
  /** The wallets of the given masters. Null until there is one: nothing ever arrived. */
  ofJettons: () => Promise<ReadonlyMap<string, string>>;
  /** The masters of those of the addresses that are wallets of the operator's. */
  mastersOf: (addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** @param jettons - the accepted masters; with `owner` in raw form and lower case */
export function buildJettonWallets(
  ask: AskApi,
  owner: string,
  jettons: readonly string[],
): JettonWallets {
  /** By master. A wallet's address follows from master and owner, so it never changes. */
  const walletByMaster = new Map<string, string>();
  /** By wallet; null: it is no wallet of the operator's. Anybody can make more of them. */
  const masterByWallet = new Map<string, string | null>();

  return {
    ofJettons: async () => {
      const missing = jettons.filter((master) => !walletByMaster.has(master));
      if (missing.length === 0) return walletByMaster;
      const query = { owner_address: owner, jetton_address: missing, limit: 1000 };
      const { jetton_wallets } = await ask('jetton/wallets', query, walletsSchema);
      for (const { address, owner: holder, jetton } of jetton_wallets) {
        const isOther = walletByMaster.has(jetton) && walletByMaster.get(jetton) !== address;
        if (isOther || holder !== owner || !jettons.includes(jetton)) {
          throw new ChainError('malformed', 'jetton/wallets: these are not the wallets asked for');
        }
        walletByMaster.set(jetton, address);
      }
      return walletByMaster;
    },
    mastersOf: async (addresses) => {
      if (masterByWallet.size > mostKnown) masterByWallet.clear();
      const unknown = [...new Set(addresses)].filter((address) => !masterByWallet.has(address));
      for (let start = 0; start < unknown.length; start += mostAddresses) {
        const part = unknown.slice(start, start + mostAddresses);
        const query = { address: part, limit: mostAddresses };
        const { jetton_wallets } = await ask('jetton/wallets', query, walletsSchema);
        for (const address of part) masterByWallet.set(address, null);
        for (const { address, owner: holder, jetton } of jetton_wallets) {
          if (holder === owner) masterByWallet.set(address, jetton);
        }
      }
      const known = addresses.map((address) => [address, masterByWallet.get(address)] as const);
      return new Map(known.flatMap(([wallet, master]) => (master ? [[wallet, master]] : [])));
    },
  };
}
