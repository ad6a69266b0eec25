import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import type { ArrivalFacts } from '../deposits/arrival.ts';
import { type Receipt, receivePayment } from '../deposits/receipts.ts';
import { isOpen } from '../states/deposit.machine.ts';

/**
 * Receives money that arrived, and says whether the deposit was open at another account. The caller
 * has locked deposit and player.
 * @param loaded - what decides about it, if it was loaded under these locks
 */
export async function receiveApproved(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  receipt: Receipt,
  loaded?: ArrivalFacts,
): Promise<Applied> {
  const applied = await receivePayment(core, tx, deposit, evidence, receipt, loaded);
  const isOpenElsewhere = isOpen(deposit.status) && !isUnderWay(deposit, evidence);
  return isOpenElsewhere ? { ...applied, isOpenElsewhere } : applied;
}

/** Whether the evidence is of the account of the attempt under way. */
export function isUnderWay(deposit: Deposit, evidence: Evidence): boolean {
  return evidence.connector === deposit.connector;
}
