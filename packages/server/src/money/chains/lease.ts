import { randomUUID } from 'node:crypto';
import type { Blockchain } from '@kassa/contract';
import { sql } from 'kysely';
import type { ChainRail } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ChainCursor } from '../../ground/database/tables/chains.ts';

/** A chain of a brand's account. */
export interface WatchedChain {
  brandId: string;
  account: string;
  rail: ChainRail;
}

/** A chain that this process reads, and the number that only the present holder can write with. */
export interface Lease {
  chain: WatchedChain;
  fence: string;
}

/** Another process has taken the chain over: this one writes nothing more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** This process, among all that read chains. */
const holder = randomUUID();

const leaseSeconds = 60;

/** The condition of a chain's rows. */
export function placeOf({ brandId, account, rail: { blockchain } }: WatchedChain): {
  brand_id: string;
  account: string;
  blockchain: Blockchain;
} {
  return { brand_id: brandId, account, blockchain };
}

/**
 * Takes a chain over if no other process reads it, and renews the lease of one that this process
 * reads. A new holder gets a higher fence. Null if another process has it. All times are the
 * database's.
 */
export async function takeLease(
  { db }: Pick<Core, 'db'>,
  chain: WatchedChain,
): Promise<{ lease: Lease; cursor: ChainCursor } | null> {
  const place = placeOf(chain);
  await db
    .insertInto('chain_cursors')
    .values(place)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const cursor = await db
    .updateTable('chain_cursors')
    .set({
      fence: sql`case when holder = ${holder} then fence else fence + 1 end`,
      holder,
      leased_until: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(({ and, or, eb }) =>
      and([
        and(place),
        or([
          eb('leased_until', 'is', null),
          eb('leased_until', '<', sql<Date>`now()`),
          eb('holder', '=', holder),
        ]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return cursor === undefined ? null : { lease: { chain, fence: cursor.fence }, cursor };
}

/**
 * Locks the chain's cursor for a write, and renews the lease.
 * @throws LeaseLost if another process has taken the chain over
 */
export async function lockCursor(tx: Tx, { chain, fence }: Lease): Promise<ChainCursor> {
  const cursor = await tx
    .updateTable('chain_cursors')
    .set({ leased_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(({ and }) => and(placeOf(chain)))
    .where('fence', '=', fence)
    .returningAll()
    .executeTakeFirst();
  if (cursor === undefined) throw new LeaseLost('Another process reads this chain');
  return cursor;
}

/** Gives up the leases of this process, so that another one can go on at once. */
export async function giveUpLeases({ db }: Pick<Core, 'db'>): Promise<void> {
  await db
    .updateTable('chain_cursors')
    .set({ leased_until: null, holder: null })
    .where('holder', '=', holder)
    .execute();
}
