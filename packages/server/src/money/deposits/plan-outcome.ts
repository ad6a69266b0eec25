import type { DeclineReason, DepositStatus, ErrorCode } from '@kassa/contract';
import type { CreateOutcome } from '../../connectors/connector.ts';
import type { ConnectorError } from '../../connectors/connector-outcome.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { resolveLateUntil } from './end-deposit.ts';
import { isContinued } from './load-deposit.ts';
import type { Move } from './move-deposit.ts';
import { resolveExpiry, writeStep } from './player-step.ts';

/** The transition that follows from a provider's response. */
export type PlannedMove = [DepositStatus, Move];

/**
 * The most times that a provider may ask for fields: after more, the player's answers are wrong or
 * guesses.
 */
export const mostFieldRequests = 10;

/**
 * Returns the transition that follows from the provider's response; null if its effect is unknown.
 */
export function planOutcome(
  core: Pick<Core, 'vault' | 'now' | 'catalogOf'>,
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
        // The time until which it can be paid, which may be sooner or later than the default.
        ...(expiresAt !== null && { expires_at: expiresAt }),
        ...noRequiredFields,
      };
      const to = step ? 'awaitingPlayer' : 'awaitingConfirmation';
      return [to, { reason: 'the provider accepted the deposit', changes }];
    }
    case 'fieldsRequired': {
      const { fields, providerReference } = outcome;
      if (deposit.asked_count >= mostFieldRequests) {
        const late_until = resolveLateUntil(core, deposit);
        return planDecline('the provider asked for further fields too often', null, { late_until });
      }
      const changes = {
        asked_count: deposit.asked_count + 1,
        provider_reference: providerReference,
        required_fields: JSON.stringify(fields),
        continued_at: null,
      };
      return ['awaitingPlayer', { reason: 'the provider asks for further fields', changes }];
    }
    case 'error':
      return planError(deposit, outcome);
  }
}

const noRequiredFields = { required_fields: null, continued_at: null };

function planError(deposit: Deposit, outcome: ConnectorError): PlannedMove | null {
  switch (outcome.error) {
    case 'timeoutUnknown':
    case 'malformed':
      return null;
    case 'declined':
      return planDecline('the provider declined the deposit', outcome.message, {
        why: outcome.reason,
      });
    case 'unavailable':
    case 'rateLimited':
    case 'rejected':
    case 'misconfigured': {
      const reason = `the provider did not accept the deposit: ${outcome.error}`;
      // The payment still exists at the provider and waits: the player can send the fields again.
      if (isContinued(deposit)) {
        return ['awaitingPlayer', { reason, changes: { continued_at: null } }];
      }
      return ['failed', { reason, changes: { failure_code: 'provider.unavailable' } }];
    }
  }
}

/**
 * Plans a decline, with an optional message for the player, reason of the closed set, and late window
 * if the payment still exists at the provider.
 */
export function planDecline(
  reason: string,
  message: string | null,
  {
    code = 'provider.declined',
    why = null,
    late_until = null,
  }: { code?: ErrorCode; why?: DeclineReason | null | undefined; late_until?: Date | null } = {},
): PlannedMove {
  return [
    'declined',
    {
      reason,
      changes: {
        failure_code: message === null ? code : 'banking.merchantClientError',
        failure_message: message,
        decline_reason: why,
        late_until,
      },
    },
  ];
}
