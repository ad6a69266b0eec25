import { compareDecimals } from '@kassa/contract';
import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { BankTransfer, RequisiteRow } from '../../ground/database/tables/requisites.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { isSameMoney } from '../deposits/known-receipt.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { findByNumber } from '../requisites/account-number.ts';
import { isTyped, stepsOf } from '../requisites/choose-amount.ts';
import { resolveBookingSpan } from './booking-span.ts';
import { creditTransfer } from './credit-transfer.ts';
import { confirmUploaded, holdTransfer, isHeld } from './held-transfers.ts';
import { findNamed, loadCandidates } from './load-candidates.ts';
import { lockAsBefore, lockMoney } from './lock-money.ts';
import { doubt, type Match, matchTransfer } from './match-transfer.ts';
import { readReferences } from './named-deposits.ts';
import { findOwnMoney, holdOwnMoney, isOwnMoney } from './own-money.ts';
import {
  findReported,
  insertTransfer,
  isPerhapsKnown,
  pairReport,
  type Report,
  type TransferOrigin,
} from './record-transfer.ts';
import { resemblesOther } from './resembling-transfers.ts';

/**
 * Records a transfer to one of the operator's own accounts, and credits the deposit that it pays. A
 * transfer is one row, however often and by whichever source it is reported: a repeat is a
 * `duplicate`. What no rule assigns to a deposit waits for a person (`review`). The caller's
 * transaction receives one transfer alone, since it locks the deposit.
 */
export async function receiveTransfer(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  transfer: ProviderTransfer,
  origin: TransferOrigin = { source: 'notification' },
): Promise<Applied> {
  if (compareDecimals(transfer.paid.amount, '0') <= 0) return conflicting;
  const requisite = (await findRequisite(core, tx, evidence, transfer, origin)) ?? null;
  const booked = resolveBookingSpan(transfer.bookedAt, requisite?.time_zone ?? 'UTC');
  const references = await readReferences(tx, evidence.brandId, transfer);
  const report = { evidence, transfer, origin, requisite, booked, references };
  await lockMoney(tx, { brandId: evidence.brandId, account: evidence.connector, ...transfer.paid });
  await lockAsBefore(tx, report);
  const known = await findReported(tx, report);
  if (known !== undefined) return describeRepeat(known, transfer);
  const own = await findOwnMoney(core, tx, report);
  if (own !== null) return holdOwnMoney(core, tx, report, own);
  const twin = await pairReport(core, tx, report);
  if (twin !== undefined && !mayBeCredited(twin)) {
    if (origin.source === 'notification') await confirmUploaded(core, tx, evidence, twin);
    return describeRepeat(twin, transfer);
  }
  // What an uploader's file names counts once a second key has approved it.
  const naming = twin !== undefined && isHeld(twin) ? undefined : twin;
  const found = await findMatch(core, tx, report, naming);
  const isKnown = ({ depositId }: Match & { kind: 'deposit' }) =>
    twin === undefined
      ? isPerhapsKnown(core, tx, report, depositId)
      : resemblesOther(core, tx, twin);
  const match = found.kind === 'deposit' && (await isKnown(found)) ? doubt(found) : found;
  const statementId = origin.source === 'statement' && origin.isHeld ? origin.statementId : null;
  const row = twin ?? (await insertTransfer(core, tx, report, match));
  if (row === undefined) return conflicting;
  if (match.kind === 'review') {
    if (twin !== undefined) {
      if (match !== found) await leaveInReview(tx, twin, match);
      return describeRepeat(twin, transfer);
    }
    core.log.warn(
      { transferId: row.id, brandId: evidence.brandId, because: match.because },
      'a bank transfer waits for review',
    );
    return { outcome: 'review', changed: null };
  }
  if (statementId !== null) {
    await holdTransfer(tx, row, { depositId: match.depositId, statementId });
    return { outcome: 'review', changed: null };
  }
  return credit(core, tx, evidence, row, match);
}

/** Says why a transfer that is stored waits for a person. */
export async function leaveInReview(
  tx: Tx,
  { brand_id, id }: BankTransfer,
  { because, proposed }: Omit<Match & { kind: 'review' }, 'kind'>,
): Promise<void> {
  await tx
    .updateTable('bank_transfers')
    .set({ because, proposed_deposit_id: proposed })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .execute();
}

/** Whether the second report may credit a transfer that the first one left in review. */
function mayBeCredited({ status, because, reference }: BankTransfer): boolean {
  if (status !== 'review' || because === 'conflicting' || isOwnMoney(because)) return false;
  // The first report named several deposits, of which the row keeps one.
  return because !== 'ambiguous' || reference === null;
}

const conflicting: Applied = { outcome: 'conflicting', changed: null };

/** The account that a statement is of, or that a notification names. */
function findRequisite(
  core: Core,
  tx: Tx,
  { brandId, connector: account }: Evidence,
  { accountNumber }: ProviderTransfer,
  origin: TransferOrigin,
): Promise<RequisiteRow | undefined> {
  if (origin.source === 'notification') {
    return findByNumber(core, tx, { brandId, account }, accountNumber);
  }
  return tx
    .selectFrom('requisites')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('account', '=', account)
    .where('id', '=', origin.requisiteId)
    .executeTakeFirstOrThrow();
}

/** A bank's reference never names other money. */
function describeRepeat(known: BankTransfer, { paid }: ProviderTransfer): Applied {
  if (!isSameMoney(known, paid)) return conflicting;
  return { outcome: 'duplicate', changed: null, depositId: known.deposit_id };
}

/**
 * Finds the deposit of a transfer.
 * @param twin - the same transfer as the other source reported it; it may name the deposit
 */
export async function findMatch(
  core: Core,
  tx: Tx,
  { evidence, transfer, requisite, booked, references: own }: Omit<Report, 'origin'>,
  twin: BankTransfer | undefined,
): Promise<Match> {
  const references = own.length === 0 && twin?.reference ? [twin.reference] : own;
  const { amount, currency } = transfer.paid;
  const facts = {
    requisite: null,
    amount,
    currency,
    booked,
    hasReference: references.length > 0,
    isOddAmountEnough: requisite !== null && isOddAmountEnough(core, transfer, requisite),
  };
  if (requisite === null) return matchTransfer({ ...facts, named: [], candidates: [] });
  const { payerName, payerAccount } = transfer;
  const sought = {
    brandId: evidence.brandId,
    requisiteId: requisite.id,
    amount,
    currency,
    booked,
    payerName,
    payerAccount,
  };
  const named = await findNamed(tx, sought, references);
  // The second report's booking may be days later than the first one's: only a name counts then.
  const isSearched = references.length === 0 && twin === undefined;
  return matchTransfer({
    ...facts,
    requisite: { currency: requisite.currency, hasReference: requisite.has_reference },
    named,
    candidates: isSearched ? await loadCandidates(core, tx, sought) : [],
  });
}

/** Whether the brand takes the exact odd amount of a live invoice for enough where a bank names no payer. */
function isOddAmountEnough(
  { brands }: Pick<Core, 'brands'>,
  { paid, payerName, payerAccount }: ProviderTransfer,
  { brand_id, account, currency, country }: RequisiteRow,
): boolean {
  if (payerName !== null || payerAccount !== null) return false;
  if (isTyped(paid.amount, stepsOf(currency, country))) return false;
  return brands.get(brand_id)?.invoices.creditOddAmounts.includes(account) ?? false;
}

/** Credits a transfer whose row is locked to a deposit; one that contradicts a receipt stays in review. */
export async function credit(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  row: BankTransfer,
  { depositId, by }: Match & { kind: 'deposit' },
): Promise<Applied> {
  const { brandId } = evidence;
  const deposit = await lockDepositAndPlayer(tx, { brandId }, depositId);
  if (deposit === undefined) throw new Error(`The reserved deposit ${depositId} is gone`);
  const applied = await creditTransfer(core, tx, deposit, evidence, row, by);
  if (applied.outcome !== 'conflicting') return applied;
  await leaveInReview(tx, row, { because: 'conflicting', proposed: depositId });
  return { outcome: 'review', changed: null };
}
