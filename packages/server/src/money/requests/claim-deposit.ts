import { CallError, type Claim, proofTypes } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { CreatingWork } from '../../ground/idempotency/run-once.ts';
import { type ReadProof, readProof } from '../../ground/proofs/read-proof.ts';
import { buildTurns } from '../../ground/turns.ts';
import { publishDeposit } from '../../messages/realtime/publish.ts';
import { takeDailyUse } from '../../players/daily-uses.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { addProof, loadClaim, requireClaimable, showClaim } from '../deposits/claims.ts';
import { loadDeposit, lockDeposit, requireDepositId } from '../deposits/load-deposit.ts';

/** The proof of a claim, as the player sends it. */
export interface ClaimRequest {
  depositId: string;
  /** The file in base64. */
  proof: string;
  comment?: string | undefined;
}

/**
 * Opens a claim for a player who says that they have paid and nothing was credited, or adds the
 * proof to the open one. Changes no money (design §3.2).
 * @throws CallError deposit.notFound; claim.notPossible; claim.tooManyProofs; proof.unreadable with
 * the fault in `params.fault`; rate.ofDay; rate.limited; server.unavailable
 */
export function claimDeposit(
  core: Core,
  owner: PlayerRef,
  { depositId, proof: encoded, comment }: ClaimRequest,
): CreatingWork<Claim> {
  let proof: ReadProof | null = null;
  return {
    resourceId: requireDepositId(depositId),
    lock: (tx) => lockDeposit(tx, owner, depositId),
    isCounted: true,
    // The file is read before any row is locked, and only for a deposit that takes one.
    verify: async () => {
      const deposit = await loadDeposit(core.db, owner, depositId);
      await requireClaimable(core, core.db, deposit);
      proof = await requireProof(core, owner, encoded);
    },
    begin: async (tx) => {
      const deposit = await loadDeposit(tx, owner, depositId);
      // Only a new key begins, and a new key was verified.
      if (proof === null) throw new Error(`The proof for ${depositId} was not read`);
      const words = comment?.trim() ?? '';
      await addProof(core, tx, deposit, { proof, comment: words === '' ? null : words });
    },
    finish: async () => {
      const deposit = await loadDeposit(core.db, owner, depositId);
      const claim = await loadClaim(core.db, deposit);
      if (claim === undefined) throw new Error(`Deposit ${depositId} has no claim`);
      publishDeposit(core, deposit);
      return showClaim(core, claim);
    },
    // It may repeat the operator's words.
    isSecret: ({ message }) => message !== undefined,
  };
}

/** The most files that a player sends within a day, refused ones included. */
const mostProofsOfDay = 20;

/** For how many files one counts whose reading had to be stopped: it took the time of all others. */
const stoppedCount = 5;

const readings = buildTurns(1, 4);

/**
 * Reads the files of a player one after another, so that others have to wait for one of them at most.
 * @throws CallError proof.unreadable; rate.ofDay; rate.limited; server.unavailable
 */
export function requireProof(
  core: Core,
  owner: PlayerRef,
  encoded: string,
  read = readProof,
): Promise<ReadProof> {
  return readings.take(owner, async () => {
    await takeDailyUse(core, owner, 'proof', mostProofsOfDay);
    const outcome = await read(Buffer.from(encoded, 'base64'));
    if (outcome.kind === 'read') return outcome;
    const { fault, isStopped = false } = outcome;
    if (isStopped) {
      await takeDailyUse(core, owner, 'proof', mostProofsOfDay, stoppedCount - 1).catch(() => {});
    }
    throw new CallError('proof.unreadable', `The file can't be read (${fault}).`, {
      fault,
      types: proofTypes.join(', '),
    });
  });
}
