import { createHash } from 'node:crypto';
import { currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { amountOf } from '../amount-in.ts';
import type { NotificationCheck, RawNotification } from '../connector.ts';
import { parseJson } from '../exact-numbers.ts';
import { movementKinds, type ProviderTransfer } from '../provider-event.ts';
import { verifyTimedSignature } from '../verify-timed-signature.ts';

const longestText = 1000;
const longestName = 200;
const longestAccount = 100;

/** A text of the bank; only its beginning is kept. */
const textSchema = (longest: number) =>
  z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((text) => text?.trim().slice(0, longest) || null),
  );

const idSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(200), z.regex(/^\P{Cc}*$/u, 'has control characters'));

const transferSchema = z.object({
  /** The bank's id of the booking, which never changes. */
  id: idSchema,
  /** The number of the account that the money arrived in. */
  account: z.string().check(z.minLength(1), z.maxLength(longestAccount)),
  amount: decimalSchema.check(z.regex(/^[^-]*[1-9]/, 'must be more than zero')),
  currency: currencySchema,
  /** A time with its offset, or a day. */
  bookedAt: z.union([z.iso.datetime({ offset: true }), z.iso.date()]),
  text: textSchema(longestText),
  payerName: textSchema(longestName),
  payerAccount: textSchema(longestAccount),
  /** What the money is, as far as the bank says. */
  kind: z._default(z.enum(movementKinds), 'payment'),
  endToEndId: textSchema(longestAccount),
});

const notificationSchema = z.object({
  id: idSchema,
  transfers: z.array(transferSchema.check(amountOf('amount', 'currency'))).check(z.maxLength(500)),
});

/**
 * Verifies `requisites-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`, which the
 * operator's bank or an adapter to it writes. Without a secret every notification is refused.
 */
export function verifyTransferNotification(
  { headers, body }: RawNotification,
  secret: string | undefined,
  now: Date,
): NotificationCheck {
  if (secret === undefined) return { kind: 'refused', detail: 'webhookSecret is not set' };
  const signature = headers['requisites-signature'];
  const detail = verifyTimedSignature({ signature, body, secret, now });
  if (detail !== null) return { kind: 'refused', detail };
  return { kind: 'authentic', notificationId: readId(body) };
}

/** Reads the notification's id from the signed body; a malformed body is identified by its hash. */
function readId(body: string): string {
  const parsed = notificationSchema.safeParse(parseJson(body));
  return parsed.success ? parsed.data.id : createHash('sha256').update(body).digest('hex');
}

export function parseTransferNotification(
  body: string,
): ProviderTransfer[] | { kind: 'unreadable'; detail: string } {
  const parsed = notificationSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    const detail = parsed.error.issues[0]?.path.join('.') || 'unknown shape';
    return { kind: 'unreadable', detail };
  }
  return parsed.data.transfers.map(({ id, account, amount, currency, bookedAt, ...rest }) => ({
    kind: 'transfer',
    providerReference: id,
    accountNumber: account,
    paid: { amount, currency },
    bookedAt: new Date(bookedAt),
    text: rest.text,
    payerName: rest.payerName,
    payerAccount: rest.payerAccount,
    ...(rest.kind !== 'payment' && { movement: rest.kind }),
    ...(rest.endToEndId !== null && { ids: rest.endToEndId }),
  }));
}
