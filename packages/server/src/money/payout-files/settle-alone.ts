import { isSignedFile, needsSecondKey } from '../../brands/second-approval.ts';
import type { PayoutFileAnswer } from '../../connectors/payout-connector.ts';
import type { Core } from '../../core/core.ts';
import type { PayoutBatchRow } from '../../ground/database/tables/payout-batches.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { decideAlone } from '../policy/moved-alone.ts';
import { canMoveWithdrawal } from '../states/withdrawal.machine.ts';
import { moneyOf } from '../withdrawals/payout-money.ts';

/** Who imports a bank's answer. */
export interface Importer {
  actor: string;
  keyId: string | null;
  /** Whether an independent key has imported the same file: two people say so. */
  isSecond: boolean;
}

/** A payout with the bank's word on it, if its answers don't contradict each other. */
export interface Answered {
  payout: Withdrawal;
  status: PayoutFileAnswer['status'] | undefined;
}

/**
 * Decides which payouts an answer may settle: nothing in a file proves that it comes from the bank.
 * Above the threshold, alone or together with what the importer's answers of 24 hours have settled,
 * they need a second key: it imports the same file, or two keys do it with `withdrawals resolve`.
 * @returns the ids of the payouts that it settles
 */
export async function chooseSettled(
  core: Core,
  { brand_id: brandId, account }: PayoutBatchRow,
  answered: readonly Answered[],
  { keyId, isSecond }: Importer,
): Promise<ReadonlySet<string>> {
  const changes = answered.flatMap(({ payout, status }) =>
    (status === 'completed' || status === 'failed') && canMoveWithdrawal(payout.status, status)
      ? [{ subjectId: payout.id, money: [moneyOf(payout)] }]
      : [],
  );
  const idsOf = (chosen: typeof changes) => new Set(chosen.map(({ subjectId }) => subjectId));
  if (isSecond || isSignedFile(core, brandId, account)) return idsOf(changes);
  if (keyId === null) {
    return idsOf(changes.filter(({ money }) => !needsSecondKey(core, brandId, money)));
  }
  return core.db
    .transaction()
    .execute((tx) => decideAlone(core, tx, { brandId, keyId, pot: 'payoutAnswer' }, changes));
}
