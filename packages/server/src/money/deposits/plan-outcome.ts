import type { DeclineReason, DepositStatus, ErrorCode } from '@kassa/contract';
import type { ConnectorError, CreateOutcome } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { isContinued } from './load-deposit.ts';
import type { Move } from './move-deposit.ts';
import { resolveExpiry, writeStep } from './player-step.ts';

/** Where a provider's answer takes a deposit. */
export type PlannedMove = [DepositStatus, Move];

/** A player who is asked still more often gives wrong answers, or guesses. */
export const mostQuestions = 10;

/** Where the provider's answer takes a deposit; null where nobody knows what the provider did. */
export function planOutcome(
  core: Pick<Core, 'vault' | 'now'>,
  deposit: Deposit,
  outcome: CreateOutcome,
): PlannedMove | null {
  switch (outcome.kind) {
    case 'accepted': {
      const { step, providerReference } = outcome;
      const expiresAt = resolveExpiry(step, core.now());
      const changes = {
        provider_reference: providerReference,
        ...writeStep(core, deposit, step),
        // As long as it can be paid: sooner or later than what was said before it was known.
        ...(expiresAt !== null && { expires_at: expiresAt }),
        ...nothingMore,
      };
      const to = step ? 'awaitingPlayer' : 'awaitingConfirmation';
      return [to, { reason: 'the provider accepted it', changes }];
    }
    case 'fieldsRequired': {
      const { fields, providerReference } = outcome;
      if (deposit.asked_count >= mostQuestions) {
        return planRefusal('the provider wants to know more too often', null);
      }
      const changes = {
        asked_count: deposit.asked_count + 1,
        provider_reference: providerReference,
        required_fields: JSON.stringify(fields),
        continued_at: null,
      };
      return ['awaitingPlayer', { reason: 'the provider wants to know more', changes }];
    }
    case 'error':
      return planError(deposit, outcome);
  }
}

const nothingMore = { required_fields: null, continued_at: null };

function planError(deposit: Deposit, outcome: ConnectorError): PlannedMove | null {
  switch (outcome.error) {
    case 'timeoutUnknown':
    case 'malformed':
      return null;
    case 'declined':
      return planRefusal('the provider declined it', outcome.message, { why: outcome.reason });
    case 'unavailable':
    case 'rateLimited':
    case 'rejected':
    case 'misconfigured': {
      const reason = `the provider did not take it: ${outcome.error}`;
      // The payment stands there, and waits as before: the player can say it again.
      if (isContinued(deposit)) {
        return ['awaitingPlayer', { reason, changes: { continued_at: null } }];
      }
      return ['failed', { reason, changes: { failure_code: 'provider.unavailable' } }];
    }
  }
}

/** Declined by somebody who may have words for the player, or a reason of the closed set. */
export function planRefusal(
  reason: string,
  message: string | null,
  {
    code = 'provider.declined',
    why = null,
  }: { code?: ErrorCode; why?: DeclineReason | null | undefined } = {},
): PlannedMove {
  return [
    'declined',
    {
      reason,
      changes: {
        failure_code: message === null ? code : 'banking.merchantClientError',
        failure_message: message,
        decline_reason: why,
      },
    },
  ];
}
