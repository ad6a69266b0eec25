import { compareDecimals } from '@kassa/contract';
import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type {
  BankTransfer,
  OwnMoneyReason,
  ReviewReason,
} from '../../ground/database/tables/requisites.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { spellReferences } from '../../ground/read-reference.ts';
import type { Applied } from '../../providers/evidence.ts';
import { findOwnPayer } from '../requisites/own-accounts.ts';
import { paidMoneyOf } from '../withdrawals/payout-money.ts';
import { findPayoutIds, findReferences } from './find-references.ts';
import { insertTransfer, pairReport, type Report } from './record-transfer.ts';

/** Why money is the operator's own, and the withdrawal whose payout it may be. */
export interface OwnMoney {
  because: OwnMoneyReason;
  withdrawalId: string | null;
}

const reasons: ReadonlySet<string> = new Set<OwnMoneyReason>([
  'returnedPayout',
  'ownTransfer',
  'noPayment',
]);

/** Whether a transfer waits, or waited, for a person since it is the operator's own money. */
export function isOwnMoney(because: ReviewReason | null): because is OwnMoneyReason {
  return because !== null && reasons.has(because);
}

/**
 * Decides whether money that arrived is the operator's own, which pays no deposit whatever its text
 * and amount: a payout that came back, a transfer from another own account, charges, interest. What
 * names a payout counts first, then what the bank says, then the payer's account. The payer's name
 * alone counts only if the text names no deposit, since a player may have the name of an owner.
 */
export async function findOwnMoney(
  core: Pick<Core, 'brands' | 'vault'>,
  tx: Tx,
  { evidence: { brandId }, transfer, references }: Omit<Report, 'origin'>,
): Promise<OwnMoney | null> {
  const { movement = 'payment' } = transfer;
  const payout = await findNamedPayout(tx, brandId, transfer);
  if (payout !== null) return { because: 'returnedPayout', ...payout };
  if (movement === 'return') return { because: 'returnedPayout', withdrawalId: null };
  if (movement === 'own') return { because: 'ownTransfer', withdrawalId: null };
  if (movement !== 'payment') return { because: 'noPayment', withdrawalId: null };
  const payer = await findOwnPayer(core, tx, brandId, transfer);
  const isOwn = payer === 'account' || (payer === 'name' && references.length === 0);
  return isOwn ? { because: 'ownTransfer', withdrawalId: null } : null;
}

/**
 * Finds the payout that a transfer names: by the exact reference of a withdrawal or of a file, known
 * or not, or by another spelling or the id of a known one. It is offered if it is the only one that
 * can have come back.
 */
async function findNamedPayout(
  tx: Tx,
  brandId: string,
  { text, ids: given = null, paid }: ProviderTransfer,
): Promise<{ withdrawalId: string | null } | null> {
  const words = `${text ?? ''} | ${given ?? ''}`;
  const ids = findPayoutIds(words);
  const references = spellReferences(words, 'KW');
  const isNamed =
    findReferences(words, 'KW').length > 0 ||
    findReferences(words, 'PB').length > 0 ||
    (await isFileSpelled(tx, brandId, words));
  const found = await loadWithdrawals(tx, brandId, { references, ids });
  if (!isNamed && found.length === 0) return null;
  const [only, ...others] = found;
  const isOffered = only !== undefined && others.length === 0 && mayHaveReturned(only, paid);
  return { withdrawalId: isOffered ? only.id : null };
}

/** Whether words spell the reference of a known file of payouts. */
async function isFileSpelled(tx: Tx, brandId: string, words: string): Promise<boolean> {
  const references = spellReferences(words, 'PB');
  if (references.length === 0) return false;
  const found = await tx
    .selectFrom('payout_batches')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('reference', 'in', references)
    .executeTakeFirst();
  return found !== undefined;
}

async function loadWithdrawals(
  tx: Tx,
  brandId: string,
  { references, ids }: { references: readonly string[]; ids: readonly string[] },
): Promise<Withdrawal[]> {
  const of = () => tx.selectFrom('withdrawals').selectAll().where('brand_id', '=', brandId);
  const named =
    references.length === 0 ? [] : await of().where('reference', 'in', references).execute();
  const byId = ids.length === 0 ? [] : await of().where('id', 'in', ids).execute();
  const known = new Set(named.map(({ id }) => id));
  return [...named, ...byId.filter(({ id }) => !known.has(id))];
}

/** The banks on the way may have kept a part; no payout comes back with more. */
function mayHaveReturned(withdrawal: Withdrawal, came: ProviderTransfer['paid']): boolean {
  const paid = paidMoneyOf(withdrawal);
  return came.currency === paid.currency && compareDecimals(came.amount, paid.amount) <= 0;
}

/**
 * Records the operator's own money, which waits for a person. The other source may have reported it
 * before, with less words: then that report waits with this reason from now on.
 */
export async function holdOwnMoney(
  core: Core,
  tx: Tx,
  report: Report,
  { because, withdrawalId }: OwnMoney,
): Promise<Applied> {
  const { brandId } = report.evidence;
  const twin = await pairReport(core, tx, report, { isOwnMoney: true });
  if (twin !== undefined && twin.status !== 'review') return repeatOf(twin);
  const match = { kind: 'review', because, proposed: null } as const;
  if (twin !== undefined) {
    await renameTwin(tx, twin, { because, withdrawalId });
    return repeatOf(twin);
  }
  const row = await insertTransfer(core, tx, report, match, withdrawalId);
  if (row === undefined) return { outcome: 'conflicting', changed: null };
  core.log.warn({ transferId: row.id, brandId, because }, 'own money came in: a person decides');
  return { outcome: 'review', changed: null };
}

async function renameTwin(
  tx: Tx,
  twin: BankTransfer,
  { because, withdrawalId }: OwnMoney,
): Promise<void> {
  await tx
    .updateTable('bank_transfers')
    .set({
      because: isOwnMoney(twin.because) && withdrawalId === null ? twin.because : because,
      withdrawal_id: withdrawalId ?? twin.withdrawal_id,
      proposed_deposit_id: null,
    })
    .where('brand_id', '=', twin.brand_id)
    .where('id', '=', twin.id)
    .execute();
}

const repeatOf = ({ deposit_id: depositId }: BankTransfer): Applied => ({
  outcome: 'duplicate',
  changed: null,
  depositId,
});
