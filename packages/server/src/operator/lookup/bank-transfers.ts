import { CallError, type DepositStatus, depositStatuses } from '@kassa/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { BankTransfer, ReviewReason } from '../../ground/database/tables/requisites.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { longestPayableMs } from '../../money/provider-events/load-candidates.ts';
import { openDetails } from '../../money/provider-events/transfer-details.ts';
import { maskAccount } from '../../money/requisites/account-number.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';
import { findWithdrawal, type WithdrawalRow } from './find-withdrawals.ts';
import { findResembling, type Resembled, resembledSchema } from './resembling.ts';

/** The statuses of transfers: `review` waits for a person. */
export const transferStatuses = ['review', 'matched', 'dismissed'] as const;

const candidateSchema = z.object({
  depositId: z.string(),
  reference: z.string(),
  /** What the player was asked to pay. */
  amount: z.string(),
  currency: z.string(),
  status: z.enum(depositStatuses as [DepositStatus, ...DepositStatus[]]),
});

type CandidateDeposit = z.infer<typeof candidateSchema>;

/** A transfer to one of the operator's own accounts, without the bank's text. */
export const bankTransferSchema = z.object({
  id: z.string(),
  createdAt: instantSchema,
  bookedAt: instantSchema,
  connector: z.string(),
  /** Null if no requisite has the reported number. */
  requisiteId: z.nullable(z.string()),
  /** The number of the account that the money arrived in, masked. */
  maskedAccount: z.nullable(z.string()),
  source: z.enum(['notification', 'statement']),
  bankReference: z.string(),
  /** The bank's reference of it in the other source. */
  pairedReference: z.nullable(z.string()),
  amount: z.string(),
  currency: z.string(),
  status: z.enum(transferStatuses),
  /** Why it is or was left to a person. */
  because: z.nullable(z.string()),
  /** The deposit that a person may accept at once, while it waits. */
  proposedDepositId: z.nullable(z.string()),
  /** What told whose money it is. */
  matchedBy: z.nullable(z.string()),
  depositId: z.nullable(z.string()),
  /** The withdrawal whose payout came back: offered while the transfer waits, returned by it once it is dismissed. */
  withdrawalId: z.nullable(z.string()),
  withdrawalReference: z.nullable(z.string()),
  resolvedReason: z.nullable(z.string()),
  resolvedAt: z.nullable(instantSchema),
  /** Deposits that may be meant, while it waits: of this amount, of nearly this amount, or named. */
  candidates: z.array(candidateSchema),
  /** The transfer that is the same money, of one that was dismissed as its duplicate. */
  sameAs: z.nullable(z.string()),
  /** What may be the same money, while it waits: an assignment must confirm that it is other money. */
  resembles: z.array(resembledSchema),
});

/** A transfer, with the masked number of its requisite and the reference of its withdrawal. */
type TransferRow = BankTransfer & { masked: string | null; withdrawal_reference: string | null };

/** Selects a brand's transfers with the masked numbers of their accounts. */
export function selectTransfers(db: Db | Tx, brandId: string) {
  return db
    .selectFrom('bank_transfers as t')
    .leftJoin('requisites as q', (join) =>
      join.onRef('q.brand_id', '=', 't.brand_id').onRef('q.id', '=', 't.requisite_id'),
    )
    .leftJoin('withdrawals as w', (join) =>
      join.onRef('w.brand_id', '=', 't.brand_id').onRef('w.id', '=', 't.withdrawal_id'),
    )
    .selectAll('t')
    .select(['q.masked', 'w.reference as withdrawal_reference'])
    .where('t.brand_id', '=', brandId);
}

/**
 * Loads a transfer of the brand.
 * @throws OperatorError bankTransfer.notFound, also for a transfer of another brand
 */
export async function findTransfer(
  db: Db | Tx,
  brandId: string,
  transferId: string,
): Promise<TransferRow> {
  const row = await selectTransfers(db, brandId).where('t.id', '=', transferId).executeTakeFirst();
  if (row !== undefined) return row;
  throw new OperatorError('bankTransfer.notFound', 'There is no such bank transfer.');
}

/**
 * Returns the deposit that a transfer is proposed for.
 * @throws CallError request.invalid if there is none
 */
export function requireProposal({ proposed_deposit_id: proposed }: BankTransfer): string {
  if (proposed !== null) return proposed;
  const message = 'depositId: no deposit is proposed for this transfer, so name one';
  throw new CallError('request.invalid', message, { field: 'depositId' });
}

/**
 * Loads the withdrawal whose payout came back as a transfer: the named one, or the one that the
 * transfer offers.
 * @throws OperatorError bankTransfer.notFound, act.impossible if neither names one; CallError
 * withdrawal.notFound
 */
export async function findReturned(
  db: Db | Tx,
  brandId: string,
  { transferId, withdrawalId }: { transferId: string; withdrawalId?: string | undefined },
): Promise<WithdrawalRow> {
  const { withdrawal_id: offered } = await findTransfer(db, brandId, transferId);
  const id = withdrawalId ?? offered;
  if (id !== null) return findWithdrawal(db, brandId, id);
  throw new OperatorError(
    'act.impossible',
    'No withdrawal is offered for this transfer, so name one: withdrawalId.',
  );
}

export function describeTransfer(
  { vault }: Pick<Core, 'vault'>,
  row: TransferRow,
  candidates: readonly CandidateDeposit[] = [],
  resembles: readonly Resembled[] = [],
): z.infer<typeof bankTransferSchema> {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    bookedAt: row.booked_at.toISOString(),
    connector: row.account,
    requisiteId: row.requisite_id,
    maskedAccount: row.masked ?? maskReported(vault, row),
    source: row.source,
    bankReference: row.bank_reference,
    pairedReference: row.paired_reference,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    because: row.because,
    proposedDepositId: row.status === 'review' ? row.proposed_deposit_id : null,
    matchedBy: row.matched_by,
    depositId: row.deposit_id,
    withdrawalId: row.withdrawal_id,
    withdrawalReference: row.withdrawal_reference,
    resolvedReason: row.resolved_reason,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    candidates: [...candidates],
    sameAs: row.same_as,
    resembles: [...resembles],
  };
}

/** Finds what transfers in review resemble, by transfer. */
export function findResembledByWaiting(
  core: Pick<Core, 'vault'>,
  db: Db | Tx,
  brandId: string,
  rows: readonly BankTransfer[],
): Promise<ReadonlyMap<string, Resembled[]>> {
  const waiting = rows.filter(({ status }) => status === 'review');
  return findResembling(core, db, brandId, waiting);
}

/** Masks the number of an account that is not known. */
function maskReported(vault: Core['vault'], row: BankTransfer): string | null {
  const details = nullIfUnreadable(() => openDetails(vault, row));
  return details === null ? null : maskAccount(details.accountNumber);
}

/** How long before the booking an invoice may have begun: a booking may stand for a whole day. */
const searchedMs = longestPayableMs + 24 * 3600_000;

/** The most deposits of each kind that are shown with a transfer. */
const mostCandidates = 10;

/** What no deposit may be proposed for. A transfer may look like an own one by the payer's name alone. */
const isNobodys: ReadonlySet<ReviewReason | null> = new Set(['returnedPayout', 'noPayment']);

/**
 * Finds the deposits that transfers in review may be of, by transfer: those that had its requisite
 * and amount, live ones within a tenth of it, and the one that its text names. A person decides.
 */
export async function findCandidates(
  db: Db | Tx,
  brandId: string,
  rows: readonly BankTransfer[],
): Promise<ReadonlyMap<string, CandidateDeposit[]>> {
  const ids = rows
    .filter(({ status, because }) => status === 'review' && !isNobodys.has(because))
    .map(({ id }) => id);
  const found = new Map<string, CandidateDeposit[]>();
  if (ids.length === 0) return found;
  const { rows: pairs } = await sql<CandidateDeposit & { transferId: string }>`
    select t.id as "transferId", d.id as "depositId", d.reference, d.status, d.currency,
      coalesce(r.amount, d.amount) as amount
    from bank_transfers t
    cross join lateral (
      -- First the newest of each player: nobody hides another player's by many of their own.
      (select deposit_id as id from (
          select deposit_id, created_at, row_number() over (
            partition by coalesce(player_id, deposit_id) order by created_at desc) as turn
          from requisite_reservations
          where requisite_id = t.requisite_id and amount = t.amount
            and created_at between t.booked_at - ${searchedMs}::float8 * interval '1 millisecond'
              and t.booked_at + interval '1 day') exact
        order by turn, created_at desc limit ${mostCandidates})
      union
      (select deposit_id from (
          select deposit_id, amount, row_number() over (
            partition by coalesce(player_id, deposit_id)
            order by abs(amount - t.amount)) as turn
          from requisite_reservations
          where requisite_id = t.requisite_id and freed_at is null and not has_reference
            and amount between t.amount * 0.9 and t.amount * 1.1) near
        order by turn, abs(amount - t.amount) limit ${mostCandidates})
      union
      (select t.proposed_deposit_id where t.proposed_deposit_id is not null)
      union
      (select id from deposits where brand_id = t.brand_id and reference = t.reference)
    ) candidate
    join deposits d on d.brand_id = t.brand_id and d.id = candidate.id
    left join requisite_reservations r on r.deposit_id = d.id
    where t.brand_id = ${brandId} and t.id = any(${ids}::uuid[])
    order by d.created_at desc`.execute(db);
  for (const { transferId, ...candidate } of pairs) {
    found.set(transferId, [...(found.get(transferId) ?? []), candidate]);
  }
  return found;
}
