import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { inventName } from './invent-name.ts';
import type { PaymentRequest } from './payment.ts';

/** What a receipt was paid with. */
export const instrumentSchema = z.object({
  kind: z.enum(['card', 'bankAccount', 'wallet']),
  /** The same for every payment with this card or account. */
  token: z.nullable(z.string()),
  masked: z.nullable(z.string()),
  payerName: z.nullable(z.string()),
});

export type Instrument = z.infer<typeof instrumentSchema>;

/** A customer has one card, one account and one wallet for each method, all in one name. */
export function inventInstrument(request: PaymentRequest): Instrument {
  const { customerId, method, category } = request;
  const hash = createHash('sha256').update(`${customerId} ${method}`).digest('hex');
  const letters = hash.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '').slice(0, 24);
  const digits = String(Number.parseInt(hash.slice(0, 8), 16) % 10_000).padStart(4, '0');
  const [kind, prefix] = chooseKind(`${category} ${method}`);
  const masked = kind === 'card' ? `${schemeOf(method)} •••• ${digits}` : `•••• ${digits}`;
  return { kind, token: `${prefix}_${letters}`, masked, payerName: inventPayerName(request) };
}

/** Returns the name of a customer, of their country; without an id each payment has another customer. */
export function inventPayerName(request: PaymentRequest): string {
  const { customer, currency, customerId, merchantReference } = request;
  return inventName({ country: customer?.country, currency }, customerId ?? merchantReference);
}

/** The scheme that a method's name has, else the most usual one. */
function schemeOf(method: string): string {
  const [scheme = 'visa'] =
    /humo|uzcard|elcart|belkart|mada|troy|rupay|verve|mir\b/i.exec(method) ?? [];
  return scheme.charAt(0).toUpperCase() + scheme.slice(1).toLowerCase();
}

function chooseKind(words: string): [Instrument['kind'], string] {
  if (/card|onramp/i.test(words)) return ['card', 'card'];
  return /wallet/i.test(words) ? ['wallet', 'wal'] : ['bankAccount', 'acc'];
}
