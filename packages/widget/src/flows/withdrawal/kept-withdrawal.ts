import type { CallRequest, CallResponse, PaymentMethod, PayoutBank } from '@kassa/contract';
import { readTokenSubject } from '../../host/token-claims.ts';
import type { Search, Target } from '../../routing/route.ts';
import { resolveCountry } from '../../session/payment-country.ts';
import type { Session } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';

/** What the player ordered in a form, and waits for their confirmation. */
export interface OrderedWithdrawal {
  order: WithdrawalOrder;
  /** The bank that the player has chosen from the list of banks. */
  bank: PayoutBank | undefined;
  method: PaymentMethod;
  quote: CallResponse<'withdrawal-quote'>;
  /** The form, with what is typed in it. */
  form: Target;
  /** The name of the form's draft, which is deleted with the withdrawal's creation. */
  draftName: string;
  /** The code that was sent for this order. */
  sentCode: SentCode | null;
}

export type WithdrawalOrder = CallRequest<'withdrawal-quote'>;
export type SentCode = CallResponse<'withdrawal-code'>;

/** A creation that was sent, and no response came: it may only be sent again as it was. */
export interface SentCreation {
  /** The idempotency key. */
  key: string;
  request: CallRequest<'withdrawal-create'>;
}

interface Kept {
  player: string | null;
  ordered: OrderedWithdrawal | null;
  /** By order. */
  creations: Map<string, SentCreation>;
}

/** An order holds payment details: it is kept in memory only, so a reload forgets it. */
const keptBySession = new WeakMap<Session, Kept>();

/** Returns the current player's order; that of another player is deleted. */
export function keptOrderOf(session: Session): OrderedWithdrawal | null {
  return keptOf(session).ordered;
}

/** Keeps an order for its confirmation; null deletes it. */
export function keepOrder(session: Session, ordered: OrderedWithdrawal | null): void {
  keptOf(session).ordered = ordered;
}

/** Returns the code that was sent for the same order and still works; null if there is none. */
export function sentCodeOf(session: Session, order: WithdrawalOrder): SentCode | null {
  const kept = keptOrderOf(session);
  if (kept === null || !isSameOrder(kept.order, order)) return null;
  return kept.sentCode !== null && kept.sentCode.expiresAt > Date.now() ? kept.sentCode : null;
}

/**
 * Returns the creation of unknown outcome of an order. A player who visits another screen and orders
 * the same again must not be paid twice, so its key outlives the screen (design §3.6).
 */
export function keptCreationOf(session: Session, order: WithdrawalOrder): SentCreation | null {
  return keptOf(session).creations.get(describeOrder(order)) ?? null;
}

/** Keeps a creation of unknown outcome; null deletes it. */
export function keepCreation(
  session: Session,
  order: WithdrawalOrder,
  creation: SentCreation | null,
): void {
  const { creations } = keptOf(session);
  if (creation === null) creations.delete(describeOrder(order));
  else creations.set(describeOrder(order), creation);
}

function keptOf(session: Session): Kept {
  const player = readTokenSubject(session.hostData.token);
  const kept = keptBySession.get(session);
  if (kept !== undefined && kept.player === player) return kept;
  const fresh: Kept = { player, ordered: null, creations: new Map() };
  keptBySession.set(session, fresh);
  return fresh;
}

/** Returns whether two orders ask for the same. */
export function isSameOrder(one: WithdrawalOrder, other: WithdrawalOrder): boolean {
  return describeOrder(one) === describeOrder(other);
}

/** Describes an order as text, with its fields sorted. */
function describeOrder({ fields = {}, ...order }: WithdrawalOrder): string {
  const { paymentType, amount, currency, detailsId, selectedCountry } = order;
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([paymentType, amount, currency, detailsId, selectedCountry, sorted]);
}

interface OrderedParts {
  method: PaymentMethod;
  amount: string;
  currency: string;
  fields: Readonly<Record<string, string>>;
  /** Saved details, in the place of the fields. */
  detailsId: string | null;
}

/** Builds an order as the server takes it. */
export function buildOrder({ hostData }: Session, parts: OrderedParts): WithdrawalOrder {
  const { method, amount, currency, fields, detailsId } = parts;
  const country = useSessionStore.getState().region ?? resolveCountry(hostData);
  const hasFields = detailsId === null && Object.keys(fields).length > 0;
  return {
    amount,
    currency,
    paymentType: method.name,
    ...(detailsId !== null && { detailsId }),
    ...(hasFields && { fields: { ...fields } }),
    selectedCountry: country,
  };
}

/** The forms that lead to the confirmation. */
const forms = ['Withdrawal redirect', 'Withdrawal group', 'Withdrawal Nigerian banks'] as const;

/** Returns the form that the address of the confirmation names, by default that of the method. */
export function formOf({ to, method, group, bank }: Search): Target {
  const form = forms.find((name) => name === to) ?? 'Withdrawal redirect';
  return { to: form, search: { method, group, bank } };
}
