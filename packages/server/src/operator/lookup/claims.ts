import { claimStatuses } from '@kassa/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Claim, ClaimProofsTable } from '../../ground/database/tables/claims.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { toClaimContext, toCommentContext } from '../../ground/encryption/sealed.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';
import type { Entry } from './timeline.ts';

/** A claim in the operator's queue, without the words of either side. */
export const claimSummarySchema = z.object({
  id: z.string(),
  status: z.enum(claimStatuses),
  openedAt: instantSchema,
  /** The time by which the player expects an answer. */
  dueAt: instantSchema,
  /** The claim waits for you and its time is over. */
  isOverdue: z.boolean(),
  answeredAt: z.nullable(instantSchema),
  /** The key that answered last; null where the money itself was the answer. */
  answeredBy: z.nullable(z.string()),
  /** The number of files that the player has sent. */
  proofs: z.number(),
  depositId: z.string(),
  reference: z.string(),
  depositStatus: z.string(),
  method: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** The operator's own id of the player. */
  player: z.string(),
});

type ClaimRow = Claim &
  Pick<Deposit, 'reference' | 'payment_method' | 'amount' | 'currency'> & {
    deposit_status: Deposit['status'];
    external_id: string;
  };

/** Selects a brand's claims with their deposits. */
export function selectClaims(db: Db | Tx, brandId: string) {
  return db
    .selectFrom('claims as c')
    .innerJoin('deposits as d', (join) =>
      join.onRef('d.brand_id', '=', 'c.brand_id').onRef('d.id', '=', 'c.deposit_id'),
    )
    .innerJoin('players as p', (join) =>
      join.onRef('p.brand_id', '=', 'c.brand_id').onRef('p.id', '=', 'c.player_id'),
    )
    .selectAll('c')
    .select(['d.reference', 'd.payment_method', 'd.amount', 'd.currency', 'p.external_id'])
    .select('d.status as deposit_status')
    .where('c.brand_id', '=', brandId);
}

/**
 * Loads a claim of the brand.
 * @throws OperatorError claim.notFound, also for a claim of another brand
 */
export async function findClaim(db: Db | Tx, brandId: string, claimId: string): Promise<ClaimRow> {
  const row = await selectClaims(db, brandId).where('c.id', '=', claimId).executeTakeFirst();
  if (row !== undefined) return row;
  throw new OperatorError('claim.notFound', 'There is no such claim.');
}

export function summarizeClaim(
  { now }: Pick<Core, 'now'>,
  row: ClaimRow,
): z.infer<typeof claimSummarySchema> {
  return {
    id: row.id,
    status: row.status,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    isOverdue: row.status === 'open' && row.due_at < now(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy: row.answered_by,
    proofs: row.proofs,
    depositId: row.deposit_id,
    reference: row.reference,
    depositStatus: row.deposit_status,
    method: row.payment_method,
    amount: row.amount,
    currency: row.currency,
    player: row.external_id,
  };
}

/** Returns the operator's words for the player; null if there are none. */
export function openMessage({ vault }: Pick<Core, 'vault'>, claim: Claim): string | null {
  const { message_sealed: sealed } = claim;
  if (sealed === null) return null;
  return nullIfUnreadable(() => vault.open(sealed, toClaimContext(claim)));
}

export const proofSchema = z.object({
  number: z.number(),
  /** The type of the stored file, whatever the player sent. */
  type: z.string(),
  bytes: z.number(),
  /** SHA-256 of the file as the player sent it: the same file in two claims has the same digest. */
  digest: z.string(),
  comment: z.nullable(z.string()),
  createdAt: instantSchema,
});

type ProofRow = Omit<Selectable<ClaimProofsTable>, 'content_sealed'>;

/** Loads the proofs of a claim without their files; retention deletes them. */
export function loadProofs(
  db: Db | Tx,
  { brand_id, id }: Pick<Claim, 'brand_id' | 'id'>,
): Promise<ProofRow[]> {
  return db
    .selectFrom('claim_proofs')
    .select(['id', 'brand_id', 'claim_id', 'number', 'type', 'bytes', 'digest'])
    .select(['comment_sealed', 'created_at'])
    .where('brand_id', '=', brand_id)
    .where('claim_id', '=', id)
    .orderBy('number')
    .execute();
}

export function describeProof(
  { vault }: Pick<Core, 'vault'>,
  row: ProofRow,
): z.infer<typeof proofSchema> {
  const { comment_sealed: sealed } = row;
  return {
    number: row.number,
    type: row.type,
    bytes: row.bytes,
    digest: row.digest,
    comment:
      sealed === null ? null : nullIfUnreadable(() => vault.open(sealed, toCommentContext(row))),
    createdAt: row.created_at.toISOString(),
  };
}

/** Loads all claims of a deposit. */
export function loadClaimsOf(
  db: Db,
  { brand_id, id }: Pick<Deposit, 'brand_id' | 'id'>,
): Promise<Claim[]> {
  return db
    .selectFrom('claims')
    .selectAll()
    .where('brand_id', '=', brand_id)
    .where('deposit_id', '=', id)
    .execute();
}

/** Describes a claim in its deposit's timeline: that it was opened, and its present answer. */
export function describeClaimEntries(claim: Claim): Entry[] {
  const { id, status, answered_at: answeredAt, answered_by: answeredBy } = claim;
  const opened = `the player claims to have paid; proofs: ${claim.proofs}, due ${claim.due_at.toISOString()}`;
  const entry = (at: Date, text: string): Entry => ({
    at: at.toISOString(),
    kind: 'claim',
    text,
    id,
  });
  const entries = [entry(claim.opened_at, opened)];
  if (answeredAt !== null && status !== 'open') {
    entries.push(entry(answeredAt, `${status}${answeredBy === null ? '' : ` by ${answeredBy}`}`));
  }
  return entries;
}
