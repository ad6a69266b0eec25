import { externalRedirectSchema, isSafeLink } from '@kassa/contract';
import * as z from 'zod/mini';

/**
 * The messages between the cashier and its own `/form` page in the popup. The nonce binds both to
 * one click: the opener creates it and adds it to the popup's address.
 */
const popupMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kassa.popup.ready'), nonce: z.string() }),
  z.object({
    kind: z.literal('kassa.popup.redirect'),
    nonce: z.string(),
    redirect: externalRedirectSchema,
  }),
]);

export type PopupMessage = z.infer<typeof popupMessageSchema>;

/**
 * Reads a message of the other side. Returns null for a message of another window, origin or click,
 * and for a link that may not be opened (§5).
 */
export function readPopupMessage(
  event: MessageEvent,
  expected: { source: unknown; origin: string; nonce: string },
): PopupMessage | null {
  if (event.source !== expected.source || event.origin !== expected.origin) return null;
  const { data } = popupMessageSchema.safeParse(event.data);
  if (data === undefined || data.nonce !== expected.nonce) return null;
  if (data.kind === 'kassa.popup.redirect' && !isSafeLink(data.redirect.url)) return null;
  return data;
}
