import { sql } from 'kysely';
import type { Tx } from '../database/connect.ts';

/** It is asked about no more, unless somebody has planned something else meanwhile. */
export async function endQuestions(
  tx: Tx,
  table: 'deposits' | 'withdrawals',
  asked: { id: string; brand_id: string; next_check_at: Date | null },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_check_at = null
    where brand_id = ${asked.brand_id} and id = ${asked.id}
      and next_check_at = ${asked.next_check_at}`.execute(tx);
}
