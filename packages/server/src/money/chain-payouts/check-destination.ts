import { addressField } from '../../catalog/canonical-fields.ts';
import { ChainError } from '../../connectors/chain-rail.ts';
import type { WrongDestination } from '../../connectors/payout-connector.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { findHotWallet } from './find-hot-wallet.ts';

interface Destination {
  brandId: string;
  account: string;
  paymentMethod: string;
  /** By the names of the method. */
  fields: Record<string, string>;
}

/**
 * Names what is wrong with the address of a payout on a chain: mistyped, of another network, a
 * token's contract, or one of the operator's own. Asks a node, too, where it must: call it outside
 * of a transaction. A node that doesn't answer hinders nobody; it is asked again before the payout.
 * Null if the address can be paid, or if the method isn't paid on a chain.
 */
export async function checkChainDestination(
  core: Pick<Core, 'brands' | 'catalogOf' | 'db' | 'log'>,
  destination: Destination,
): Promise<WrongDestination | null> {
  const paying = findHotWallet(core, destination);
  if (paying === null) return null;
  const { wallet, coin } = paying;
  const address = destination.fields[addressField] ?? '';
  const problem =
    (await findDestinationProblem(core.db, paying, address)) ??
    (await wallet.findObstacle({ destination: address, coin }).catch((error: unknown) => {
      if (!(error instanceof ChainError)) throw error;
      core.log.warn({ reason: error.reason, message: error.message }, 'a node fails');
      return null;
    }));
  return problem === null ? null : { field: addressField, problem };
}

/** The same without a request to a node. */
export async function findDestinationProblem(
  db: Db | Tx,
  { rail, wallet }: Pick<NonNullable<ReturnType<typeof findHotWallet>>, 'rail' | 'wallet'>,
  address: string,
): Promise<string | null> {
  const read = wallet.readDestination(address);
  if (!read.isValid) return read.problem;
  const paying = await db
    .selectFrom('hot_wallets')
    .select('account')
    .where('blockchain', '=', rail.blockchain)
    .where('address', '=', read.address)
    .executeTakeFirst();
  if (paying !== undefined || read.address === wallet.address)
    return 'is an address that pays players';
  // A player who is paid to a deposit's address, of whatever brand, would be credited for it.
  const own = await db
    .selectFrom('chain_addresses')
    .select('id')
    .where('blockchain', '=', rail.blockchain)
    .where('target', '=', read.target)
    .limit(1)
    .executeTakeFirst();
  return own === undefined ? null : 'is an address that takes deposits here';
}
