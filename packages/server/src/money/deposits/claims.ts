import { CallError, mostProofs, type Claim as ShownClaim } from '@kassa/contract';
import type { ExpressionBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { Claim } from '../../ground/database/tables/claims.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import {
  toClaimContext,
  toCommentContext,
  toProofContext,
} from '../../ground/encryption/sealed.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import type { ReadProof } from '../../ground/proofs/read-proof.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { readStep } from './player-step.ts';

/** The statuses of a claim that has not ended. */
export const liveClaimStatuses = ['open', 'moreNeeded'] as const;

/** The time after a refused claim in which its deposit gets no new one. */
const pauseMs = 24 * 3600_000;

/** Whether a claim waits for its operator or its player. */
export const isLive = ({ status }: Pick<Claim, 'status'>) =>
  liveClaimStatuses.some((one) => one === status);

/**
 * Finds why a deposit takes no proof now, with its latest claim; null if it takes one. A proof is
 * taken while no money has arrived and the player may have paid.
 */
export function findClaimFault(
  core: Pick<Core, 'now' | 'vault'>,
  deposit: Deposit,
  latest: Claim | undefined,
): 'claim.notPossible' | 'claim.tooManyProofs' | null {
  if (!mayBePaid(core, deposit)) return 'claim.notPossible';
  if (latest === undefined) return null;
  if (isLive(latest)) return latest.proofs < mostProofs ? null : 'claim.tooManyProofs';
  const { status, answered_at: answeredAt } = latest;
  if (status !== 'refused' || answeredAt === null) return null;
  return answeredAt.getTime() + pauseMs <= core.now().getTime() ? null : 'claim.notPossible';
}

/** Whether the player may have paid, and no money has arrived. */
function mayBePaid(core: Pick<Core, 'vault'>, deposit: Deposit): boolean {
  const { status, redirect, step_sealed, required_fields, provider_reference } = deposit;
  const hasStep = redirect !== null || step_sealed !== null;
  switch (status) {
    case 'awaitingConfirmation':
      return true;
    case 'awaitingPlayer':
      return required_fields === null && hasStep && !isUnchosen(core, deposit);
    case 'canceled':
    case 'autoCanceled':
    case 'declined':
    case 'failed':
      if (hasStep) return !isUnchosen(core, deposit);
      // Some providers ask the payer on their phone, and retention deletes the steps of the others.
      // A deposit that waited for further fields had none yet.
      return provider_reference !== null && deposit.asked_count === 0;
    case 'created':
    case 'crediting':
    case 'parked':
    case 'processed':
      return false;
  }
}

/** Whether the player has yet to choose an offer. A step that can't be read counts as one to pay. */
const isUnchosen = (core: Pick<Core, 'vault'>, deposit: Deposit) =>
  nullIfUnreadable(() => readStep(core, deposit))?.kind === 'offers';

/** Loads the latest claim of each of a player's deposits, by deposit. */
export async function loadClaims(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, Claim>> {
  if (depositIds.length === 0) return new Map();
  const claims = await db
    .selectFrom('claims')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('deposit_id', 'in', depositIds)
    .orderBy('id')
    .execute();
  // Of several claims of a deposit the last one stays in the map.
  return new Map(claims.map((claim) => [claim.deposit_id, claim]));
}

/** Loads the latest claim of a deposit. */
export async function loadClaim(
  db: Db | Tx,
  deposit: Pick<Deposit, 'id' | 'brand_id'>,
): Promise<Claim | undefined> {
  return db
    .selectFrom('claims')
    .selectAll()
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Shows a claim to its player, without the operator's words if their encryption key is no longer in
 * the key ring.
 */
export function showClaim({ vault }: Pick<Core, 'vault'>, claim: Claim): ShownClaim {
  const { answered_at: answeredAt, message_sealed: sealed } = claim;
  const message =
    sealed === null ? null : nullIfUnreadable(() => vault.open(sealed, toClaimContext(claim)));
  return {
    claimId: claim.id,
    status: claim.status,
    openedAt: claim.opened_at.toISOString(),
    dueAt: claim.due_at.toISOString(),
    ...(answeredAt !== null && { answeredAt: answeredAt.toISOString() }),
    ...(message !== null && { message }),
    proofs: claim.proofs,
  };
}

/**
 * Adds a proof to a deposit's claim, which it opens if there is none. A claim that waited for a
 * better proof is open again. The caller has locked deposit and player.
 * @throws CallError as `requireClaimable`
 */
export async function addProof(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  { proof, comment }: { proof: ReadProof; comment: string | null },
): Promise<void> {
  const latest = await requireClaimable(core, tx, deposit);
  const claim =
    latest !== undefined && isLive(latest)
      ? await extendClaim(core, tx, latest)
      : await openClaim(core, tx, deposit);
  const id = uuidv7();
  const row = { id, brand_id: claim.brand_id };
  await tx
    .insertInto('claim_proofs')
    .values({
      ...row,
      claim_id: claim.id,
      number: claim.proofs,
      type: proof.type,
      bytes: proof.content.length,
      digest: proof.digest,
      content_sealed: core.vault.seal(proof.content, toProofContext(row)),
      comment_sealed: comment === null ? null : core.vault.seal(comment, toCommentContext(row)),
      created_at: core.now(),
    })
    .execute();
  await recordClaim(core, tx, deposit, claim);
}

/**
 * Loads the latest claim of a deposit that takes a proof now.
 * @throws CallError claim.notPossible; claim.tooManyProofs
 */
export async function requireClaimable(
  core: Pick<Core, 'now' | 'vault'>,
  db: Db | Tx,
  deposit: Deposit,
): Promise<Claim | undefined> {
  const latest = await loadClaim(db, deposit);
  const fault = findClaimFault(core, deposit, latest);
  if (fault === null) return latest;
  const message =
    fault === 'claim.tooManyProofs'
      ? `A claim has at most ${mostProofs} files.`
      : "This deposit takes no claim: its money has arrived, or it can't have been paid, or a claim was refused within a day.";
  throw new CallError(fault, message, {}, deposit.reference);
}

function openClaim(core: Core, tx: Tx, deposit: Deposit): Promise<Claim> {
  const openedAt = core.now();
  return tx
    .insertInto('claims')
    .values({
      id: uuidv7(),
      brand_id: deposit.brand_id,
      player_id: deposit.player_id,
      deposit_id: deposit.id,
      status: 'open',
      opened_at: openedAt,
      due_at: resolveDue(core, deposit.brand_id, openedAt),
      proofs: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The clock starts anew when the player has answered the operator's question, and when nothing that
 * was sent before is left.
 */
function extendClaim(core: Core, tx: Tx, claim: Claim): Promise<Claim> {
  return tx
    .updateTable('claims')
    .set({
      proofs: claim.proofs + 1,
      is_cleared: false,
      ...((claim.status === 'moreNeeded' || claim.is_cleared) && {
        status: 'open',
        due_at: resolveDue(core, claim.brand_id, core.now()),
        message_sealed: null,
      }),
    })
    .where('brand_id', '=', claim.brand_id)
    .where('id', '=', claim.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function resolveDue({ brands }: Pick<Core, 'brands'>, brandId: string, from: Date): Date {
  const hours = brands.get(brandId)?.claims.answerHours;
  if (hours === undefined) throw new Error(`There is no brand ${brandId}`);
  return new Date(from.getTime() + hours * 3600_000);
}

/** Whether the deposit of a row has a claim, for a statement that reads or writes the row. */
export function hasClaim(row: ExpressionBuilder<Database, 'deposits'>) {
  return row.exists(
    row
      .selectFrom('claims')
      .select('claims.id')
      .whereRef('claims.brand_id', '=', 'deposits.brand_id')
      .whereRef('claims.deposit_id', '=', 'deposits.id'),
  );
}

/**
 * Ends a deposit's latest claim as credited, in the transaction of the crediting. A claim that was
 * refused ends so too: money overrides every end.
 */
export async function creditClaim(core: Core, tx: Tx, deposit: Deposit): Promise<void> {
  const latest = await loadClaim(tx, deposit);
  // A deposit may be paid again.
  if (latest === undefined || latest.status === 'credited') return;
  const claim = await tx
    .updateTable('claims')
    .set({
      status: 'credited',
      answered_at: core.now(),
      answered_by: null,
      message_sealed: null,
    })
    .where('brand_id', '=', latest.brand_id)
    .where('id', '=', latest.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordClaim(core, tx, deposit, claim);
}

/** Records a claim's event for the operator, in the transaction of its change. */
export function recordClaim(
  core: Core,
  tx: Tx,
  { reference }: Pick<Deposit, 'reference'>,
  claim: Claim,
): Promise<void> {
  return recordEvent(core, tx, {
    brandId: claim.brand_id,
    playerId: claim.player_id,
    type: 'claim.status',
    data: {
      claimId: claim.id,
      depositId: claim.deposit_id,
      reference,
      status: claim.status,
      openedAt: claim.opened_at.toISOString(),
      dueAt: claim.due_at.toISOString(),
      proofs: claim.proofs,
    },
  });
}
