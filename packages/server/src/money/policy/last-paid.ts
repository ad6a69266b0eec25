import {
  amountFieldRules,
  type CallResponse,
  cardViewTypes,
  compareDecimals,
  type Decimal,
  methodLimits,
  type PaymentMethod,
  validateAmount,
} from '@kassa/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/database/connect.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import type { Window } from './usage.ts';

/** The player's last deposit that was paid. */
export interface LastPaid {
  depositId: string;
  paymentMethod: string;
  amount: Decimal;
  currency: string;
  /** Money of it was refunded or charged back. */
  isTakenBack: boolean;
  /** The saved details that it was paid with; null where they aren't known. */
  details: { detailsId: string; masked: string | null } | null;
}

/**
 * Selects a player's last paid deposit as JSON, null if there is none; {@link readLastPaid} reads it. Coin
 * packages don't count: their price is the package's. Its saved details are those whose last use is its
 * creation. Details that were used again since, or removed, aren't known: others may not have paid it.
 */
export function selectLastPaid({ brandId, playerId }: PlayerRef): RawBuilder<string | null> {
  return sql<string | null>`(
    select json_build_object(
      'depositId', d.id, 'paymentMethod', d.payment_method,
      'amount', d.amount::text, 'currency', d.currency, 'isTakenBack', d.reversed_amount > 0,
      'details', (
        select json_build_object('detailsId', s.id, 'masked', s.masked)
        from saved_details s
        where s.brand_id = ${brandId} and s.player_id = ${playerId} and s.transaction = 'deposit'
          and s.payment_method = d.payment_method and s.fields_sealed is not null
          and s.last_used_at = d.created_at
        order by s.id
        limit 1))::text
    from deposits d
    where d.brand_id = ${brandId} and d.player_id = ${playerId}
      and d.status = 'processed' and d.gold_amount is null
    order by d.created_at desc, d.id desc
    limit 1)`;
}

/** Reads what {@link selectLastPaid} has selected. */
export function readLastPaid(json: string | null): LastPaid | null {
  return json === null ? null : (JSON.parse(json) as LastPaid);
}

/** Loads a player's last paid deposit; null if there is none. */
export async function loadLastPaid(db: Db, player: PlayerRef): Promise<LastPaid | null> {
  const { rows } = await sql<{ json: string | null }>`
    select ${selectLastPaid(player)} as json`.execute(db);
  return readLastPaid(rows[0]?.json ?? null);
}

type Offer = CallResponse<'methods-payment-v3'>;

/**
 * Says of an offer which method the player paid with last, and whether one press can pay the same again: the
 * method is open, its form asks for nothing that isn't known, and the limits leave the amount. Nothing
 * is said where the method isn't on offer.
 * @param windows - of the player's own limits, in the offer's currency; null if they can't be compared
 */
export function describeLastPaid(
  { methods, currency, block }: Offer,
  country: string,
  last: LastPaid | null,
  windows: readonly Window[] | null,
): Offer['lastPaid'] {
  const method = methods.find(({ name }) => name === last?.paymentMethod);
  if (last === null || method === undefined) return undefined;
  const { paymentMethod, amount } = last;
  const limits = methodLimits(method, currency, country);
  const isRepeatable =
    block === undefined &&
    !last.isTakenBack &&
    last.currency === currency &&
    asksForNothing(method, last) &&
    validateAmount(amount, currency, limits, amountFieldRules(method)) === null &&
    windows?.every(({ remaining }) => compareDecimals(amount, remaining) <= 0) === true;
  return { paymentMethod, isRepeatable };
}

/** The kinds of method whose form is the usual one. The others let the player choose something first. */
const usualForms: readonly number[] = [
  cardViewTypes.default,
  cardViewTypes.card,
  cardViewTypes.cardMultipleType,
  cardViewTypes.pix,
  cardViewTypes.eazype,
  cardViewTypes.virtual,
  cardViewTypes.bankTransfer,
];

/**
 * Whether a deposit can be created without a form. A wallet's owner prescribes the button, which is the
 * form's. Whether saved details still have every field isn't compared: they would have to be decrypted for each
 * list. Where the method has gained a field since, or a stricter rule, the deposit's creation is refused with
 * the field's name, and the press leads to the form.
 */
function asksForNothing(method: PaymentMethod, { details }: LastPaid): boolean {
  const { fields = [], unavailable, banks, coin, wallet } = method;
  const others = fields.filter(({ type }) => type !== 'amount');
  return (
    unavailable === undefined &&
    usualForms.includes(method.cardViewType) &&
    [banks, coin, wallet].every((part) => part === undefined) &&
    method.needsCaptcha !== true &&
    method.isPreparationRequired !== true &&
    (others.length === 0 || details !== null)
  );
}
