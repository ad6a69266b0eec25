import { blockchainSchema } from '@kassa/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { ChainRail } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { ChainCursor } from '../../ground/database/tables/chains.ts';
import { listChains } from '../../money/chains/watch-chains.ts';
import { instantSchema } from '../request-fields.ts';

/** A chain of an account. */
export const chainSchema = z.object({
  account: z.string(),
  blockchain: blockchainSchema,
  /** Whether the brand's settings still have it; otherwise nothing reads it. */
  isConfigured: z.boolean(),
  /** The last block that was read; null before the first. */
  height: z.nullable(z.int()),
  /** The newest block of the node. */
  tipHeight: z.nullable(z.int()),
  lagBlocks: z.nullable(z.int()),
  /** Why nothing of it is credited now; null if all is well. */
  paused: z.nullable(z.string()),
  pausedDetail: z.nullable(z.string()),
  pausedAt: z.nullable(instantSchema),
  /** When its last block was read. */
  readAt: z.nullable(instantSchema),
  /** The height from which blocks are about to be read again. */
  rescanFrom: z.nullable(z.int()),
  /** The height up to which they are being read again; null if they aren't. */
  rescanUntil: z.nullable(z.int()),
  /** The hosts of the nodes, in the order of preference. */
  nodes: z.array(z.string()),
  /** Payments that wait for confirmations. */
  openPayments: z.int(),
  /** Payments that wait for an operator. */
  parkedPayments: z.int(),
  /** The key or contract that new addresses come from, and the number of the next one. */
  keyId: z.nullable(z.string()),
  nextIndex: z.nullable(z.int()),
});

type ChainState = z.infer<typeof chainSchema>;

interface Place {
  account: string;
  blockchain: ChainRail['blockchain'];
}

const keyOf = ({ account, blockchain }: Place) => `${account} ${blockchain}`;

/** Describes all chains of a brand: those of its settings, and those that were read before. */
export async function describeChains(core: Core, brandId: string): Promise<ChainState[]> {
  const rails = new Map(
    listChains(core)
      .filter((chain) => chain.brandId === brandId)
      .map(({ account, rail }) => [keyOf({ account, blockchain: rail.blockchain }), rail]),
  );
  const places = listChains(core)
    .filter((chain) => chain.brandId === brandId)
    .map(({ account, rail: { blockchain } }) => ({ account, blockchain }));
  const cursors = await core.db
    .selectFrom('chain_cursors')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('account')
    .orderBy('blockchain')
    .execute();
  const keys = await core.db
    .selectFrom('chain_keys')
    .selectAll()
    .where('brand_id', '=', brandId)
    .execute();
  const counts = await countPayments(core, brandId);
  const known = new Map<string, Place>([...places, ...cursors].map((it) => [keyOf(it), it]));
  return [...known].map(([key, { account, blockchain }]) => {
    const rail = rails.get(key);
    const used = keys.find((it) => it.key_id === rail?.keyId);
    return {
      account,
      blockchain,
      isConfigured: rail !== undefined,
      ...describeCursor(cursors.find((cursor) => keyOf(cursor) === key)),
      nodes: rail?.sources.map(({ host }) => host) ?? [],
      openPayments: counts.get(key)?.open ?? 0,
      parkedPayments: counts.get(key)?.parked ?? 0,
      keyId: rail?.keyId ?? null,
      nextIndex: rail === undefined ? null : (used?.next_index ?? 0),
    };
  });
}

function describeCursor(cursor: ChainCursor | undefined) {
  const height = cursor?.height ?? null;
  const tipHeight = cursor?.tip_height ?? null;
  return {
    height,
    tipHeight,
    lagBlocks: height === null || tipHeight === null ? null : Math.max(tipHeight - height, 0),
    paused: cursor?.paused ?? null,
    pausedDetail: cursor?.paused_detail ?? null,
    pausedAt: cursor?.paused_at?.toISOString() ?? null,
    readAt: cursor?.read_at?.toISOString() ?? null,
    rescanFrom: cursor?.rescan_from ?? null,
    rescanUntil: cursor?.rescan_until ?? null,
  };
}

/** Reads partial indexes that hold only such rows. */
async function countPayments(
  { db }: Pick<Core, 'db'>,
  brandId: string,
): Promise<Map<string, { open: number; parked: number }>> {
  const { rows } = await sql<Place & { open: number; parked: number }>`
    select account, blockchain, sum(open)::int as open, sum(parked)::int as parked from (
      select account, blockchain, count(*) as open, 0 as parked from chain_payments
        where brand_id = ${brandId} and status = 'seen' group by 1, 2
      union all
      select account, blockchain, 0, count(*) from chain_payments
        where brand_id = ${brandId} and status = 'parked' and resolved_at is null group by 1, 2
    ) counts group by 1, 2`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row]));
}
