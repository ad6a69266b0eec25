import {
  CallError,
  type DepositCreateResponse,
  type DepositStatus,
  type ErrorCode,
} from '@kassa/contract';
import { approveSubject } from '../approval/approve-subject.ts';
import type { CreateOutcome, DepositOrder } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import type { PlayerRef } from '../players/lock-player.ts';
import { askProvider, patient } from '../providers/ask-provider.ts';
import { notificationUrl } from '../providers/notification-url.ts';
import { requestOf } from '../providers/request-of.ts';
import { openFields } from '../sensitive/seal-fields.ts';
import { cancelAtProvider } from './cancel-at-provider.ts';
import { isOpen } from './deposit.machine.ts';
import { loadDeposit } from './load-deposit.ts';
import { type Deposit, type Move, moveDeposit } from './move-deposit.ts';
import { publishDeposit } from './publish.ts';

/**
 * Takes a deposit from `created` to what the player does next. May run again after a crash: the
 * provider knows the deposit's id and answers with the same payment.
 * @throws CallError when the provider declines or can't be asked; the deposit says so too.
 */
export async function finishDeposit(
  core: Core,
  owner: PlayerRef,
  depositId: string,
): Promise<DepositCreateResponse> {
  const deposit = await loadDeposit(core.db, owner, depositId);
  if (deposit.status !== 'created') return answerFor(deposit);
  const approval = await approveSubject(core, 'deposit', deposit);
  if (!approval.approved) {
    const reason = approval.isAnswered ? 'the operator says no' : 'the operator does not answer';
    const refused = planFailure('declined', reason, approval.message, 'operator.declined');
    return answerFor(await applyMove(core, deposit, refused));
  }
  const outcome = await askToCreate(core, deposit);
  return answerFor(await applyOutcome(core, deposit, outcome));
}

/** Asks the provider; a provider that certainly did nothing is asked again while the player waits. */
function askToCreate(core: Core, deposit: Deposit): Promise<CreateOutcome> {
  const provider = requestOf(deposit, 'create');
  const context = { table: 'deposits' as const, brandId: deposit.brand_id, id: deposit.id };
  const order: DepositOrder = {
    depositId: deposit.id,
    playerId: deposit.player_id,
    paymentMethod: deposit.payment_method,
    amount: deposit.amount,
    currency: deposit.currency,
    fields: openFields(core.vault, context, deposit.fields_sealed),
    returnUrl: deposit.return_url,
    notificationUrl: notificationUrl(core, provider),
  };
  return askProvider(core, provider, (connector) => connector.create(order), patient);
}

/** Writes down what the provider said; if a notification was faster, what it did stands. */
async function applyOutcome(
  core: Core,
  deposit: Deposit,
  outcome: CreateOutcome,
): Promise<Deposit> {
  const move = planMove(outcome);
  if (move === null) {
    // It may have reached the provider: the deposit stays open, and the provider will be asked.
    throw refusal(deposit, 'provider.timeout', 'The payment provider did not answer clearly.');
  }
  return applyMove(core, deposit, move);
}

async function applyMove(
  core: Core,
  deposit: Deposit,
  move: [DepositStatus, Move],
): Promise<Deposit> {
  const moved = await core.db
    .transaction()
    .execute((tx) => moveDeposit(core, tx, deposit, ...move));
  if (moved === null) return keepAnswer(core, deposit, move);
  publishDeposit(core, moved);
  return moved;
}

/**
 * Somebody moved it while the provider was asked: what they did stands, but the provider's id of it
 * is kept, and its page while the player can still pay there. What the player gave up meanwhile is
 * given up at the provider as well.
 */
async function keepAnswer(
  core: Core,
  deposit: Deposit,
  [, { changes = {} }]: [DepositStatus, Move],
): Promise<Deposit> {
  const current = await loadDeposit(core.db, ownerOf(deposit), deposit.id);
  const { provider_reference, redirect } = changes;
  if (provider_reference == null) return current;
  const kept = await core.db
    .updateTable('deposits')
    .set({ provider_reference, ...(isOpen(current.status) ? { redirect } : {}) })
    .where('brand_id', '=', deposit.brand_id)
    .where('id', '=', deposit.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (kept.status === 'canceled') await cancelAtProvider(core, kept);
  return kept;
}

/** Where an outcome takes a created deposit; null where nobody knows what the provider did. */
function planMove(outcome: CreateOutcome): [DepositStatus, Move] | null {
  if (outcome.kind === 'accepted') {
    const { page, providerReference } = outcome;
    const changes = {
      provider_reference: providerReference,
      redirect: page && JSON.stringify(page),
    };
    const to = page ? 'awaitingPlayer' : 'awaitingConfirmation';
    return [to, { reason: 'the provider accepted it', changes }];
  }
  switch (outcome.error) {
    case 'timeoutUnknown':
    case 'malformed':
      return null;
    case 'declined':
      return planFailure('declined', 'the provider declined it', outcome.message);
    case 'unavailable':
    case 'rateLimited':
    case 'rejected':
    case 'misconfigured':
      return [
        'failed',
        {
          reason: `the provider did not take it: ${outcome.error}`,
          changes: { failure_code: 'provider.unavailable' },
        },
      ];
  }
}

/** Declined by somebody who may have words for the player. */
function planFailure(
  to: 'declined',
  reason: string,
  message: string | null,
  code: ErrorCode = 'provider.declined',
): [DepositStatus, Move] {
  return [
    to,
    {
      reason,
      changes: {
        failure_code: message === null ? code : 'banking.merchantClientError',
        failure_message: message,
      },
    },
  ];
}

function ownerOf(deposit: Deposit): PlayerRef {
  return { brandId: deposit.brand_id, playerId: deposit.player_id };
}

/** The wire answer of a deposit as it stands (§3 "Deposit create response"). */
export function answerFor(deposit: Deposit): DepositCreateResponse {
  if (deposit.failure_code !== null) {
    const message = 'The payment provider could not take this deposit.';
    throw refusal(deposit, deposit.failure_code, deposit.failure_message ?? message);
  }
  const page = deposit.redirect;
  return {
    depositId: deposit.id,
    reference: deposit.reference,
    apiResponse: {
      depositId: deposit.id,
      source: page?.url ?? null,
      method: page?.method ?? 'GET',
      data: page?.data ?? {},
      pageId: null,
      isFieldsRequired: false,
    },
    fields: [],
  };
}

/** A refusal that names the deposit: support finds it by this reference. */
function refusal(deposit: Deposit, code: ErrorCode, message: string): CallError {
  return new CallError(code, message, {}, deposit.reference);
}
