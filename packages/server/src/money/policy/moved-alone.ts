import { addDecimals, compareDecimals, type Decimal, type Money } from '@kassa/contract';
import { sql } from 'kysely';
import { needsSecondKey } from '../../brands/second-approval.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';

/*
 * Acts that one person could divide into many small ones count together: lines of uploaded files, and
 * grants of one kind. The threshold of the brand then holds for their sum over a day.
 */

/** The time over which such acts of a key count together, in milliseconds: any 24 hours. */
const movedAloneMs = 24 * 3600_000;

/**
 * The groups of acts that count together: lines of statements, with assignments and returns of them
 * by their uploader; outcomes of payouts in banks' answers; fees of settlement files; free entries;
 * corrections.
 */
export type Pot = 'statement' | 'payoutAnswer' | 'settlementFee' | 'freeEntry' | 'correction';

/** Whose acts count together. Keys of one origin count as one, as in an approval. */
export interface Mover {
  brandId: string;
  keyId: string;
  pot: Pot;
}

/** What is to be moved. A subject counts once. */
export interface Movement {
  subjectId: string;
  money: readonly Money[];
}

type MovingCore = Pick<Core, 'brands' | 'now'>;

/**
 * Decides which movements a key may do without a second key, and records them as done. One above the
 * threshold needs a second key. So do all others in a currency of which they, `beside` and what the
 * key has moved in 24 hours are above it together. Locks the brand's decisions until the end of the
 * transaction, so that parallel ones count each other; the caller takes its other locks afterwards.
 * @param beside - movements of the same file that wait already
 * @returns the ids of the subjects that need no second key
 */
export async function decideAlone(
  core: MovingCore,
  tx: Tx,
  mover: Mover,
  movements: readonly Movement[],
  beside: readonly Movement[] = [],
): Promise<ReadonlySet<string>> {
  const upTo = core.brands.get(mover.brandId)?.secondApproval?.upTo;
  if (upTo === undefined) return new Set(movements.map(({ subjectId }) => subjectId));
  const place = `moved alone ${mover.brandId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(tx);
  const isSmall = ({ money }: Movement) => !needsSecondKey(core, mover.brandId, money);
  const small = movements.filter(isSmall);
  const ids = small.map(({ subjectId }) => subjectId);
  const sums = await loadMoved(core, tx, mover, ids);
  for (const { money } of [...small, ...beside.filter(isSmall)]) {
    for (const it of money) add(sums, it);
  }
  const above = new Set(
    [...sums].flatMap(([currency, amount]) =>
      needsSecondKey(core, mover.brandId, [{ amount, currency }]) ? [currency] : [],
    ),
  );
  const alone = small.filter(({ money }) =>
    money.every(
      ({ amount, currency }) => !above.has(currency) || compareDecimals(amount, '0') <= 0,
    ),
  );
  await recordMoved(core, tx, mover, alone);
  return new Set(alone.map(({ subjectId }) => subjectId));
}

function add(sums: Map<string, Decimal>, { amount, currency }: Money): void {
  if (compareDecimals(amount, '0') <= 0) return;
  sums.set(currency, addDecimals(sums.get(currency) ?? '0', amount));
}

/**
 * Loads what a key, and keys of one origin with it, have moved in 24 hours, by currency.
 * @param except - subjects that are counted anew
 */
async function loadMoved(
  core: MovingCore,
  tx: Tx,
  { brandId, keyId, pot }: Mover,
  except: readonly string[],
): Promise<Map<string, Decimal>> {
  const { rows } = await sql<Money>`
    with recursive origins (id) as (
      select ${keyId}::uuid
      union
      select maker.id from origins o
      join operator_keys k on k.brand_id = ${brandId} and k.id = o.id
      cross join lateral unnest(k.rotated_by_keys || k.created_by_key) as maker(id)
      where maker.id is not null
    ), dependents (id) as (
      select id from origins
      union
      select k.id from dependents d
      join operator_keys k on k.brand_id = ${brandId}
        and (k.created_by_key = d.id or d.id = any(k.rotated_by_keys))
    )
    select currency, sum(amount)::text as amount from moved_alone
    where brand_id = ${brandId} and key_id = any(array(select id from dependents))
      and pot = ${pot} and created_at > ${dayBefore(core)}
      and subject_id <> all(${except}::text[])
    group by currency`.execute(tx);
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

const dayBefore = ({ now }: Pick<Core, 'now'>) => new Date(now().getTime() - movedAloneMs);

/**
 * Takes back what was counted of a subject that was not moved after all. A caller that holds other locks already
 * retries deadlocks.
 */
export async function forgetMoved(
  tx: Tx,
  { brandId, pot, subjectId }: Pick<Mover, 'brandId' | 'pot'> & { subjectId: string },
): Promise<void> {
  await tx
    .deleteFrom('moved_alone')
    .where('brand_id', '=', brandId)
    .where('pot', '=', pot)
    .where('subject_id', '=', subjectId)
    .execute();
}

const batchSize = 500;

async function recordMoved(
  core: MovingCore,
  tx: Tx,
  { brandId, keyId, pot }: Mover,
  moved: readonly Movement[],
): Promise<void> {
  const key = { brand_id: brandId, pot, key_id: keyId };
  await tx
    .deleteFrom('moved_alone')
    .where((expression) => expression.and(key))
    .where('created_at', '<=', dayBefore(core))
    .execute();
  const rows = moved.flatMap(({ subjectId, money }) => {
    const sums = new Map<string, Decimal>();
    for (const it of money) add(sums, it);
    return [...sums].map(([currency, amount]) => ({
      ...key,
      subject_id: subjectId,
      currency,
      amount,
      created_at: core.now(),
    }));
  });
  for (let start = 0; start < rows.length; start += batchSize) {
    await tx
      .insertInto('moved_alone')
      .values(rows.slice(start, start + batchSize))
      .onConflict((conflict) =>
        conflict.columns(['brand_id', 'pot', 'subject_id', 'currency']).doUpdateSet(({ ref }) => ({
          amount: ref('excluded.amount'),
          key_id: ref('excluded.key_id'),
          created_at: ref('excluded.created_at'),
        })),
      )
      .execute();
  }
}
