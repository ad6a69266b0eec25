import { externalRedirectSchema, isSafeLink } from '@kassa/contract';
import * as z from 'zod/mini';

/**
 * The messages between the cashier and its own `/form` page in the popup. The nonce binds the first two to
 * one click: the opener creates it and adds it to the popup's address. The page to which a provider returns
 * the player has no nonce any more.
 */
const popupMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kassa.popup.ready'), nonce: z.string() }),
  z.object({
    kind: z.literal('kassa.popup.redirect'),
    nonce: z.string(),
    redirect: externalRedirectSchema,
  }),
  z.object({ kind: z.literal('kassa.popup.returned') }),
]);

export type PopupMessage = z.infer<typeof popupMessageSchema>;

/** The expected sender of a message, and the callback for unknown messages (§8). */
interface Expected {
  source: unknown;
  origin: string;
  nonce: string;
  /** Receives the message of §8, with the unknown kind. */
  onUnknown: (message: string) => void;
}

/**
 * Reads a message of the other side. Returns null for a message of another window, origin or click,
 * and for a link that may not be opened (§5).
 */
export function readPopupMessage(event: MessageEvent, expected: Expected): PopupMessage | null {
  if (event.source !== expected.source || event.origin !== expected.origin) return null;
  const { data } = popupMessageSchema.safeParse(event.data);
  const kind = readKind(event.data);
  if (kind !== null && !knownKinds.has(kind)) {
    expected.onUnknown(`Unknown popup message type: ${kind.slice(0, longestKind)}`);
  }
  if (data === undefined) return null;
  if ('nonce' in data && data.nonce !== expected.nonce) return null;
  if (data.kind === 'kassa.popup.redirect' && !isSafeLink(data.redirect.url)) return null;
  return data;
}

const knownKinds: ReadonlySet<string> = new Set(
  popupMessageSchema.def.options.flatMap(({ shape }) => shape.kind.def.values),
);
const longestKind = 64;

/** Returns the kind of a message; null if it has none, such as one of a browser extension. */
function readKind(data: unknown): string | null {
  const { data: message } = z.object({ kind: z.string() }).safeParse(data);
  return message?.kind ?? null;
}
