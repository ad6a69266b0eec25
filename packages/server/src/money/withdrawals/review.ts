import { addDecimals, compareDecimals, type Decimal } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { asPrepared } from '../../ground/database/prepared.ts';
import { readRows, rowsInJson } from '../../ground/database/rows-in-json.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { chooseBlock, readBlocks, selectBlocks } from '../../players/player-blocks.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { forfeitBonuses } from '../bonuses/withdrawal-bonuses.ts';
import { readDebt, selectDebt } from '../ledger/balances.ts';
import type { RuleFinding } from '../payout-rules/rule-subject.ts';
import { lockWithdrawal } from './load-withdrawal.ts';
import { moveWithdrawal } from './move-withdrawal.ts';
import { findReviewRule } from './review-rules.ts';
import { bookHold } from './settle-withdrawal.ts';

const dayMs = 24 * 3600_000;

/** A broken rule of payouts, as the history names it. */
interface Broken extends Pick<RuleFinding, 'detail'> {
  rule: string;
}

/**
 * Admits a withdrawal whose money is held: bonuses with wagering to do are forfeited, and it goes
 * to review, or is approved at once if the brand's settings allow its amount. A bonus that has
 * accrued since the request stays, and has it reviewed. The caller has locked withdrawal and player.
 * @param findings - the rules of payouts that it breaks
 */
export async function admitWithdrawal(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  findings: readonly Broken[],
): Promise<Withdrawal> {
  await bookHold(core, tx, withdrawal);
  const { forfeited, kept } = await forfeitBonuses(core, tx, withdrawal);
  const requested = await moveWithdrawal(core, tx, withdrawal, 'requested', {
    reason: [
      'the money is held',
      ...forfeited.map((id) => `bonus ${id} is forfeited`),
      ...kept.map((id) => `bonus ${id} is kept, as the player did not agree to lose it`),
    ].join('; '),
  });
  const keptReason = kept.length > 0 ? 'waits for review: a bonus is kept' : null;
  const reviewReason =
    requested && ((await findReviewReason(core, tx, requested, findings)) ?? keptReason);
  const admitted =
    requested &&
    (reviewReason === null
      ? await moveWithdrawal(core, tx, requested, 'approved', {
          reason: "approved automatically by the brand's settings",
          changes: { next_check_at: firstSendAt(core, requested), approved_by: 'settings' },
        })
      : await moveWithdrawal(core, tx, requested, 'inReview', {
          reason: reviewReason,
          changes: { next_check_at: null },
        }));
  if (admitted === null) throw new Error(`Withdrawal ${withdrawal.id} was moved without its lock`);
  return admitted;
}

/** Returns the time from which an approved withdrawal is sent: its destination may be new. */
export function firstSendAt(
  { now }: Pick<Core, 'now'>,
  { sends_after }: Pick<Withdrawal, 'sends_after'>,
): Date {
  return sends_after !== null && sends_after > now() ? sends_after : now();
}

/** Rejects a withdrawal that a rule of payouts refuses, before its money is held. */
export async function refuseWithdrawal(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  finding: RuleFinding,
): Promise<void> {
  await moveWithdrawal(core, tx, withdrawal, 'rejected', {
    reason: describeFinding(finding),
    changes: { failure_code: finding.code, failure_params: JSON.stringify(finding.params) },
  });
}

/** The text of a broken rule in a withdrawal's history. */
export const describeFinding = ({ rule, detail }: Broken): string => `rule ${rule}: ${detail}`;

/** Rejects a withdrawal whose hold the operator's wallet has refused. */
export function rejectWithoutHold(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  reason: 'insufficient' | 'unknownPlayer' | 'other',
): Promise<Withdrawal | null> {
  return moveWithdrawal(core, tx, withdrawal, 'rejected', {
    reason: `the wallet refused the hold: ${reason}`,
    changes: {
      failure_code: reason === 'insufficient' ? 'balance.insufficient' : 'operator.declined',
    },
  });
}

/** A withdrawal to be reviewed or not; without an id it is only quoted. */
export type Reviewed = Pick<
  Withdrawal,
  | 'brand_id'
  | 'player_id'
  | 'amount'
  | 'currency'
  | 'destination_digest'
  | 'debt_at_approval'
  | 'created_at'
> & { id: string | null };

/** Returns why a person must review the withdrawal before it is paid, or null. */
export async function findReviewReason(
  core: Core,
  tx: Db | Tx,
  withdrawal: Reviewed,
  findings: readonly Broken[],
): Promise<string | null> {
  if (core.arePayoutsHeld) return heldReason;
  const [broken] = findings;
  if (broken !== undefined) return findings.map(describeFinding).join('; ');
  const rule = await findReviewRule(core, tx, withdrawal);
  if (rule !== null) return `waits for review: rule ${rule}`;
  const { brand_id: brandId, amount, currency } = withdrawal;
  const limit = core.brands.get(brandId)?.withdrawals.approveUpTo[currency];
  const isSmall = limit !== undefined && compareDecimals(amount, limit) <= 0;
  if (!isSmall) return 'waits for review';
  // The sum of a day counts, so that a large amount can't be split into small ones.
  if (compareDecimals(await sumOfDay(tx, withdrawal), limit) > 0) {
    return 'waits for review: above the limit for automatic approval within 24 hours';
  }
  // The player may have been blocked since, as an operator's wallet may hold the money late.
  return findObstacle(core, tx, withdrawal);
}

/**
 * Returns the sum of the player's withdrawals from 24 hours before this one on, without those that
 * ended unpaid. It includes this one, however late its money was held.
 */
async function sumOfDay(tx: Db | Tx, withdrawal: Reviewed): Promise<Decimal> {
  const { total } = await tx
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.sum<Decimal | null>('amount').as('total'))
    .where('brand_id', '=', withdrawal.brand_id)
    .where('player_id', '=', withdrawal.player_id)
    .where('currency', '=', withdrawal.currency)
    .where('created_at', '>', new Date(withdrawal.created_at.getTime() - dayMs))
    .where('status', 'not in', ['rejected', 'canceled', 'failed'])
    .$if(withdrawal.id !== null, (query) => query.where('id', '<>', withdrawal.id))
    .executeTakeFirstOrThrow();
  return addDecimals(total ?? '0', withdrawal.amount);
}

/**
 * Returns the reason, for the history, if the player is blocked or owes money, such as from a chargeback
 * since the request; null if neither. An operator's approval doesn't override a block, and covers the debts that
 * existed when it was given, but no later one.
 */
export async function findObstacle(
  core: Core,
  tx: Db | Tx,
  withdrawal: Pick<Withdrawal, 'brand_id' | 'player_id' | 'currency' | 'debt_at_approval'>,
): Promise<string | null> {
  const { brand_id: brandId, player_id: playerId, currency, debt_at_approval } = withdrawal;
  const [row] = await readObstacles(tx, { player: { brandId, playerId }, currency });
  const [debt] = row === undefined ? [] : readRows(row.debt, []);
  if (row === undefined || debt === undefined) throw new Error('A sum has one row');
  if (chooseBlock(readBlocks(row.blocks), 'withdrawal', core.now()) !== undefined) {
    return "the player's withdrawals are blocked";
  }
  const { owed, everBooked } = readDebt(debt);
  if (compareDecimals(owed, '0') <= 0) return null;
  const isCovered = debt_at_approval !== null && compareDecimals(everBooked, debt_at_approval) <= 0;
  return isCovered ? null : `the player owes ${owed} ${currency}`;
}

const readObstacles = compileOnce((tx, of: { player: PlayerRef; currency: string }) =>
  tx
    .selectNoFrom([
      rowsInJson(selectBlocks(tx, of.player)).as('blocks'),
      rowsInJson(selectDebt(tx, { ...of.player, currency: of.currency })).as('debt'),
    ])
    .modifyEnd(asPrepared),
);

/** The reason in the history of a withdrawal while payouts are held. */
const heldReason = 'payouts are held';

const batchSize = 100;

/**
 * Moves every withdrawal that is about to be paid to review (setting HOLD_PAYOUTS): on a restored
 * database it may have been paid since the copy. Any number of processes may run it in parallel.
 * Returns the number of moved withdrawals.
 */
export async function holdPayouts(core: Core): Promise<number> {
  let count = 0;
  for (;;) {
    const approved = await core.db
      .selectFrom('withdrawals')
      .select(['id', 'brand_id'])
      .where('status', '=', 'approved')
      .where('next_check_at', 'is not', null)
      .limit(batchSize)
      .execute();
    for (const withdrawal of approved) {
      if ((await holdPayout(core, withdrawal)) !== null) count += 1;
    }
    if (approved.length < batchSize) return count;
  }
}

/** Moves one approved withdrawal to review; null if another transaction moved it first. */
export function holdPayout(
  core: Core,
  { brand_id: brandId, id }: Pick<Withdrawal, 'brand_id' | 'id'>,
): Promise<Withdrawal | null> {
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, brandId, id);
    if (current?.status !== 'approved') return null;
    return moveWithdrawal(core, tx, current, 'inReview', {
      reason: heldReason,
      changes: { next_check_at: null },
    });
  });
}
