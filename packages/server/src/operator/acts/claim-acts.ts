import { mostProofs } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Claim } from '../../ground/database/tables/claims.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { toClaimContext } from '../../ground/encryption/sealed.ts';
import { findClaimFault, isLive, recordClaim } from '../../money/deposits/claims.ts';
import { lockDepositAndPlayer } from '../../money/deposits/load-deposit.ts';
import { OperatorError } from '../operator-error.ts';

/** The answers of an operator. That the money was found follows from its crediting alone. */
export const claimAnswers = ['moreNeeded', 'refused'] as const;

interface Answer {
  brandId: string;
  claimId: string;
  /** The name of the key. */
  actor: string;
  status: (typeof claimAnswers)[number];
  /** The words for the player. */
  message: string;
}

/**
 * Answers a claim that has not ended. The player and the operator's systems are told.
 * @throws OperatorError claim.notFound; act.impossible if the claim has ended, such as by the money;
 * claim.noMoreProofs if the player is asked for a file that they can't send
 */
export async function answerClaim(
  core: Core,
  tx: Tx,
  { brandId, claimId, actor, status, message }: Answer,
): Promise<{ deposit: Deposit; before: Claim }> {
  const { deposit_id: depositId } = await loadClaim(tx, brandId, claimId);
  // Its money is credited under the same lock.
  const deposit = await lockDepositAndPlayer(tx, { brandId }, depositId);
  if (deposit === undefined) throw new Error(`Claim ${claimId} has no deposit`);
  const before = await loadClaim(tx, brandId, claimId);
  if (!isLive(before)) {
    throw new OperatorError('act.impossible', `This claim has ended: it is ${before.status}.`);
  }
  const fault = status === 'moreNeeded' ? findClaimFault(core, deposit, before) : null;
  if (fault !== null) throw new OperatorError('claim.noMoreProofs', whyNoMore[fault]);
  const after = await tx
    .updateTable('claims')
    .set({
      status,
      answered_at: core.now(),
      answered_by: actor,
      message_sealed: core.vault.seal(message, toClaimContext(before)),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', claimId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordClaim(core, tx, deposit, after);
  return { deposit, before };
}

const whyNoMore = {
  'claim.tooManyProofs': `The player has sent ${mostProofs} files and can't send another one.`,
  'claim.notPossible':
    "The player can't send another file: the deposit's money has arrived, or it can't have been paid.",
};

async function loadClaim(tx: Tx, brandId: string, claimId: string): Promise<Claim> {
  const claim = await tx
    .selectFrom('claims')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', claimId)
    .executeTakeFirst();
  if (claim !== undefined) return claim;
  throw new OperatorError('claim.notFound', 'There is no such claim.');
}
