import type { Session } from '../../session/session.ts';
import { readKept, writeKept } from '../../storage/kept-for-player.ts';

/** About what the card of one unfinished deposit takes on a phone, with its heading, in px. */
const usualPx = 200;
/** No list begins lower than this for the sake of what may not be there. */
const mostPx = 480;

/**
 * The room in px to keep for deposits that the player had not finished when this device heard of them
 * last; 0 where it knows of none.
 */
export function readUnfinishedRoom(session: Session): number {
  const px = Number(readKept('unfinished-room', session));
  return px > 0 ? Math.min(px, mostPx) : 0;
}

/** Remembers that there are unfinished deposits, and the height in px that they take, where it is known. */
export function rememberUnfinished(session: Session, px = readUnfinishedRoom(session)): void {
  writeKept('unfinished-room', session, String(px > 0 ? Math.ceil(px) : usualPx));
}

/** Remembers that there are none. */
export function forgetUnfinished(session: Session): void {
  writeKept('unfinished-room', session, null);
}
