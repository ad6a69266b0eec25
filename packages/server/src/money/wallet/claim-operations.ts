import { type RawBuilder, sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Operation } from './mark-answered.ts';

/** Until then an operation is left to the process that took it: longer than a wallet is waited for. */
const leaseMs = 45_000;

/** A deposit or withdrawal and all that came of it, or one reversal. */
export interface SubjectRef {
  brandId: string;
  subjectId: string;
}

/** Takes what is due of one brand, oldest first. */
export function claimOfBrand(core: Core, brandId: string, limit: number): Promise<Operation[]> {
  return claim(core, brandId, sql`true`, limit);
}

/** Takes what is due of one deposit or withdrawal, its reversals included. */
export function claimOfSubject(
  core: Core,
  { brandId, subjectId }: SubjectRef,
): Promise<Operation[]> {
  const theirs = sql`o.id in (
    select id from wallet_operations where deposit_id = ${subjectId}
    union all select id from wallet_operations where withdrawal_id = ${subjectId}
    union all select w.id from reversals r join wallet_operations w on w.reversal_id = r.id
      where r.deposit_id = ${subjectId} or r.withdrawal_id = ${subjectId} or r.id = ${subjectId})`;
  return claim(core, brandId, theirs, 100);
}

/** Takes due operations by moving their next attempt on; a crash only delays them. */
async function claim(
  core: Core,
  brandId: string,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Operation[]> {
  const now = core.now();
  const { rows } = await sql<Operation>`
    update wallet_operations set next_attempt_at = ${new Date(now.getTime() + leaseMs)},
      attempts = attempts + 1, updated_at = ${now}
    where id in (
      select id from wallet_operations o
      where brand_id = ${brandId} and status = 'pending' and next_attempt_at <= ${now}
        and ${condition}
        -- The hold itself comes before what is done with it.
        and not exists (
          select 1 from wallet_operations h where h.id = o.hold_id and h.status = 'pending')
      order by next_attempt_at limit ${limit} for update skip locked)
    returning *`.execute(core.db);
  return rows;
}
