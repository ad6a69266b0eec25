import type { Db } from '../../ground/database/connect.ts';
import type { Entry } from './entry.ts';
import type { Subject } from './subject.ts';

/** How a deposit or withdrawal moved from state to state. */
export async function loadTransitions(db: Db, { brandId, kind, id }: Subject): Promise<Entry[]> {
  const rows =
    kind === 'deposit'
      ? await db
          .selectFrom('deposit_transitions')
          .select(['id', 'from_status', 'to_status', 'reason', 'created_at'])
          .where('brand_id', '=', brandId)
          .where('deposit_id', '=', id)
          .execute()
      : await db
          .selectFrom('withdrawal_transitions')
          .select(['id', 'from_status', 'to_status', 'reason', 'created_at'])
          .where('brand_id', '=', brandId)
          .where('withdrawal_id', '=', id)
          .execute();
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'transition',
    text: `${row.from_status === null ? '' : `${row.from_status} → `}${row.to_status}: ${row.reason}`,
    id: row.id,
  }));
}
