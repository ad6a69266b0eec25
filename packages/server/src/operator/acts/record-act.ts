import { currencySchema, decimalSchema } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { OperatorActsTable } from '../../ground/database/tables/operator.ts';
import type { Operator } from '../scopes.ts';
import { findPlayerOf } from './find-player-of.ts';

/** One act for the log. */
export interface Act {
  /** The endpoint's name: `deposits-confirm`. */
  action: string;
  outcome: OperatorActsTable['outcome'];
  errorCode: string | null;
  subject: { kind: string; id: string } | null;
  /** The parsed request without payment details. The log must contain nothing else. */
  request: Record<string, unknown>;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Longer texts are cut, in characters, so that no request fills the log. */
const longestText = 500;

/** The space for a rejected request in the log, in characters. */
const longestRefusal = 2000;

/** Appends an act to the log, which is append-only. Returns the player of its subject, or null. */
export async function recordAct(
  db: Db | Tx,
  operator: Operator,
  act: Act,
): Promise<{ playerId: string | null }> {
  const playerId = await findPlayerOf(db, operator.brandId, act.subject);
  const isAccepted = act.outcome === 'done' || act.outcome === 'proposed';
  const request = isAccepted ? shorten(act.request) : leaveOut(shorten(act.request));
  await db
    .insertInto('operator_acts')
    .values({
      id: uuidv7(),
      brand_id: operator.brandId,
      key_id: operator.keyId,
      actor: operator.actor,
      action: act.action,
      outcome: act.outcome,
      error_code: act.errorCode,
      player_id: playerId,
      subject_kind: act.subject?.kind ?? null,
      subject_id: act.subject?.id.slice(0, longestText) ?? null,
      reason: 'reason' in request && typeof request.reason === 'string' ? request.reason : null,
      request: JSON.stringify(request),
      before: act.before === undefined ? null : JSON.stringify(act.before),
      after: act.after === undefined ? null : JSON.stringify(act.after),
      request_id: operator.requestId,
    })
    .execute();
  return { playerId };
}

/** Cuts the long texts of a request. */
function shorten(request: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(request, (_key, value: unknown) =>
    typeof value === 'string' && value.length > longestText
      ? `${value.slice(0, longestText)}… (${value.length} characters)`
      : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}

/** Keeps as many fields as there is room for, and only the names of the others. */
function leaveOut(request: Record<string, unknown>): Record<string, unknown> {
  let left = longestRefusal;
  const parts = Object.entries(request).map(([name, value]): [string, unknown] => {
    const size = name.length + JSON.stringify(value).length;
    const isKept = size <= left;
    if (isKept) left -= size;
    return [name, isKept ? value : '(left out)'];
  });
  return Object.fromEntries(parts);
}

/** The amount of an act, always in full, since it moves money. */
export const moneyFields = {
  amount: decimalSchema.check(z.describe('the amount, such as 50.00')),
  currency: currencySchema.check(z.describe('the currency of the amount')),
};

/** The provider's id of a payment or payout, if there is one. */
export const providerReferenceField = {
  providerReference: z.optional(
    z.string().check(
      z.trim(),
      z.minLength(1),
      z.maxLength(200),
      // The references that Kassa makes up begin so.
      z.regex(/^(?!operator )/, 'must not begin with "operator "'),
      z.describe("the provider's id of it"),
    ),
  ),
};
