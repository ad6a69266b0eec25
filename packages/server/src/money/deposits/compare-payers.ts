import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { openInstrument } from './instruments.ts';
import { matchPayer } from './payer-match.ts';

type Parts = Pick<Core, 'db' | 'vault'>;

const batchSize = 200;

/**
 * Compares the payers of receipts that an earlier release has stored, the oldest first, and stores the
 * answers. A receipt that no key of the ring opens is left as it is. After `longestMs` the rest is left
 * to the next run. Returns the number of compared receipts.
 */
export async function comparePayers(core: Parts, longestMs = 30_000): Promise<number> {
  const endsAt = performance.now() + longestMs;
  let compared = 0;
  let batch: Row[] = [];
  do {
    batch = await loadUncompared(core, batch.at(-1));
    for (const row of batch) compared += await compare(core, row);
  } while (batch.length === batchSize && performance.now() < endsAt);
  return compared;
}

type Row = Pick<Payment, 'id' | 'brand_id' | 'deposit_id' | 'instrument_sealed'> &
  Pick<Deposit, 'player_data_sealed'>;

function loadUncompared({ db }: Parts, last: Row | undefined): Promise<Row[]> {
  return db
    .selectFrom('payments as p')
    .innerJoin('deposits as d', (join) =>
      join.onRef('d.brand_id', '=', 'p.brand_id').onRef('d.id', '=', 'p.deposit_id'),
    )
    .select(['p.id', 'p.brand_id', 'p.deposit_id', 'p.instrument_sealed', 'd.player_data_sealed'])
    .where('p.payer_match', 'is', null)
    .where('p.instrument_sealed', 'is not', null)
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(p.deposit_id, p.id) > (${last?.deposit_id}, ${last?.id})`),
    )
    .orderBy('p.deposit_id')
    .orderBy('p.id')
    .limit(batchSize)
    .execute();
}

async function compare({ db, vault }: Parts, row: Row): Promise<number> {
  const instrument = nullIfUnreadable(() => openInstrument(vault, row));
  if (instrument === null) return 0;
  const deposit = { ...row, id: row.deposit_id };
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set(matchPayer({ vault }, deposit, instrument))
    .where('brand_id', '=', row.brand_id)
    .where('id', '=', row.id)
    .where('payer_match', 'is', null)
    // Its player may be erased meanwhile.
    .where('instrument_sealed', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
