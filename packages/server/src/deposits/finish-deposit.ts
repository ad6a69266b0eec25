import {
  CallError,
  type DepositCreateResponse,
  type DepositStatus,
  type ErrorCode,
} from '@kassa/contract';
import type { ConnectorFailure, CreateOutcome } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../players/caller.ts';
import { loadDeposit } from './load-deposit.ts';
import { type Deposit, type Move, moveDeposit } from './move-deposit.ts';
import { publishDeposit } from './publish-deposit.ts';

/**
 * Takes a deposit from `created` to what the player does next. May run again after a crash: the
 * provider knows the deposit's id and answers with the same payment.
 * @throws CallError when the provider declines or can't be asked; the deposit says so too.
 */
export async function finishDeposit(
  core: Core,
  caller: Caller,
  depositId: string,
): Promise<DepositCreateResponse> {
  const deposit = await loadDeposit(core.db, caller, depositId);
  if (deposit.status !== 'created') return answerFor(deposit);
  const connector = core.brands.get(deposit.brand_id)?.connectors.get(deposit.connector);
  if (connector === undefined) throw new Error(`No connector ${deposit.connector}`);
  const outcome = await connector.create({
    depositId: deposit.id,
    playerId: deposit.player_id,
    paymentMethod: deposit.payment_method,
    amount: deposit.amount,
    currency: deposit.currency,
    returnUrl: deposit.return_url,
    notificationUrl: `${core.publicUrl}/api/providers/${deposit.brand_id}/${deposit.connector}/notifications`,
  });
  return answerFor(await applyOutcome(core, deposit, outcome));
}

/** Writes down what the provider said; if a notification was faster, what it did stands. */
async function applyOutcome(
  core: Core,
  deposit: Deposit,
  outcome: CreateOutcome,
): Promise<Deposit> {
  if (outcome.kind === 'failure') logFailure(core, deposit, outcome);
  if (outcome.kind === 'failure' && outcome.failure === 'unknown') {
    // It may have reached the provider: the deposit stays open, and the provider will be asked.
    throw refusal(deposit, 'provider.timeout', 'The payment provider did not answer clearly.');
  }
  const moved = await core.db
    .transaction()
    .execute((tx) => moveDeposit(tx, deposit, ...planMove(outcome, core.now())));
  if (moved === null) return loadDeposit(core.db, ownerOf(deposit), deposit.id);
  publishDeposit(core, moved);
  return moved;
}

/** Where a clear outcome takes a created deposit. */
function planMove(outcome: CreateOutcome, now: Date): [DepositStatus, Move] {
  switch (outcome.kind) {
    case 'accepted':
      return [
        outcome.page ? 'awaitingPlayer' : 'awaitingConfirmation',
        {
          reason: 'the provider accepted it',
          now,
          changes: {
            provider_reference: outcome.providerReference,
            redirect: outcome.page && JSON.stringify(outcome.page),
          },
        },
      ];
    case 'declined':
      return [
        'declined',
        {
          reason: 'the provider declined it',
          now,
          changes: {
            failure_code: outcome.message ? 'banking.merchantClientError' : 'provider.declined',
            failure_message: outcome.message,
            next_check_at: null,
          },
        },
      ];
    case 'failure':
      return [
        'failed',
        {
          reason: `the provider could not be asked: ${outcome.failure}`,
          now,
          changes: { failure_code: 'provider.unavailable' },
        },
      ];
  }
}

function ownerOf(deposit: Deposit): { brandId: string; playerId: string } {
  return { brandId: deposit.brand_id, playerId: deposit.player_id };
}

function logFailure(core: Core, deposit: Deposit, { failure, detail }: ConnectorFailure): void {
  const fields = { depositId: deposit.id, connector: deposit.connector, failure, detail };
  if (failure === 'misconfigured') core.log.error(fields, 'the provider refuses our settings');
  else core.log.warn(fields, 'the provider could not create a payment');
}

/** The wire answer of a deposit as it stands (§3 "Deposit create response"). */
function answerFor(deposit: Deposit): DepositCreateResponse {
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
  };
}

/** A refusal that names the deposit: support finds it by this reference. */
function refusal(deposit: Deposit, code: ErrorCode, message: string): CallError {
  return new CallError(code, message, {}, deposit.reference);
}
