import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { rules } from './ledger-rules.ts';

/** One thing that is wrong, in words an operator can act on. */
export interface LedgerProblem {
  rule: string;
  subject: string;
}

/**
 * Proves the books on a live database: one snapshot, every rule. An empty list means that all hold.
 */
export async function checkLedger(db: Db): Promise<LedgerProblem[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const problems: LedgerProblem[] = [];
      for (const [rule, query] of Object.entries(rules)) {
        const { rows } = await sql.raw<{ subject: string }>(query).execute(tx);
        problems.push(...rows.map(({ subject }) => ({ rule, subject })));
      }
      return problems;
    });
}
