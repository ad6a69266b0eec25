import {
  type DepositStatus,
  type ErrorCode,
  type FieldDefinition,
  fieldDefinitionSchema,
} from '@kassa/contract';
import * as z from 'zod/mini';
import { findCardData } from '../catalog/check-card-data.ts';
import type { ConnectorError, CreateOutcome } from '../connectors/connector.ts';
import { isQuickPattern } from './is-quick-pattern.ts';
import { isContinued } from './may-go-on.ts';
import type { Deposit, Move } from './move-deposit.ts';

/** Where a provider's answer takes a deposit. */
export type PlannedMove = [DepositStatus, Move];

/** A player who is asked still more often gives wrong answers, or guesses. */
export const mostQuestions = 10;

/** Where the provider's answer takes a deposit; null where nobody knows what the provider did. */
export function planOutcome(deposit: Deposit, outcome: CreateOutcome): PlannedMove | null {
  switch (outcome.kind) {
    case 'accepted': {
      const { step, providerReference } = outcome;
      const changes = {
        provider_reference: providerReference,
        redirect: step && JSON.stringify(step),
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
      return planRefusal('the provider declined it', outcome.message);
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

/** Declined by somebody who may have words for the player. */
export function planRefusal(
  reason: string,
  message: string | null,
  code: ErrorCode = 'provider.declined',
): PlannedMove {
  return [
    'declined',
    {
      reason,
      changes: {
        failure_code: message === null ? code : 'banking.merchantClientError',
        failure_message: message,
      },
    },
  ];
}

const askedSchema = z
  .array(fieldDefinitionSchema)
  .check(z.minLength(1), z.maxLength(24), z.refine(haveOwnNames), z.refine(haveSoundPatterns));

function haveOwnNames(fields: readonly { name: string }[]): boolean {
  return new Set(fields.map(({ name }) => name)).size === fields.length;
}

function haveSoundPatterns(
  fields: readonly { validations?: { regex: string }[] | undefined }[],
): boolean {
  return fields.every(({ validations = [] }) =>
    validations.every(({ regex }) => {
      try {
        return new RegExp(regex, 'u') !== null;
      } catch {
        return false;
      }
    }),
  );
}

/** The provider judges by these itself; here they could hold up everybody. */
function leaveOutSlowRules(field: FieldDefinition): FieldDefinition {
  if (field.validations === undefined) return field;
  return { ...field, validations: field.validations.filter(({ regex }) => isQuickPattern(regex)) };
}

/**
 * A provider that asks for what no form can ask for has answered unreadably: the player could never
 * go on, and what it asked for is kept and judged by. So has one that asks for card data which the
 * catalogue may not ask for either (design §3.8).
 */
export function checkAsked(
  outcome: CreateOutcome,
  { hasPciScope }: { hasPciScope: boolean },
): CreateOutcome {
  if (outcome.kind !== 'fieldsRequired') return outcome;
  const { success: isSound, data: fields = [] } = askedSchema.safeParse(outcome.fields);
  const refuse = (detail: string) => ({ kind: 'error', error: 'malformed', detail }) as const;
  if (!isSound) return refuse('asks for fields that no form can have');
  const forbidden = fields.some((field) => {
    const data = findCardData(field);
    return data === 'code' || (data === 'number' && !hasPciScope);
  });
  if (forbidden) return refuse('asks for card data that is never taken here');
  return { ...outcome, fields: outcome.fields.map(leaveOutSlowRules) };
}
