import type { PaymentMethod } from '@kassa/contract';
import { readTokenSubject } from '../../host/token-claims.ts';
import type { Session } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import type { Attempt } from './deposit-attempt.ts';

/** The player and the form of an attempt. */
interface AttemptPlace {
  player: string | null;
  /** The method and the region: another one makes another request. */
  name: string;
}

interface Kept {
  player: string | null;
  attempts: Map<string, Attempt>;
}

/** An attempt may hold payment details: it is kept in memory only. */
const keptBySession = new WeakMap<Session, Kept>();

/**
 * Returns the key under which a form keeps its attempts. Call it when the form comes up: when it is
 * left, the player may have changed.
 */
export function attemptPlaceOf({ hostData }: Session, { name }: PaymentMethod): AttemptPlace {
  const { region } = useSessionStore.getState();
  return { player: readTokenSubject(hostData.token), name: JSON.stringify([name, region]) };
}

/**
 * Returns the kept attempt of unknown outcome. A player who visits another screen and comes back
 * for the same payment must not pay twice, so the attempt's keys outlive the screen (design §3.6).
 */
export function keptAttemptOf(session: Session, place: AttemptPlace): Attempt | null {
  return keptOf(session).attempts.get(place.name) ?? null;
}

/** Keeps an attempt while its player visits another screen; null deletes it. */
export function keepAttempt(session: Session, place: AttemptPlace, attempt: Attempt | null): void {
  const { player, attempts } = keptOf(session);
  if (player !== place.player) return;
  if (attempt === null) attempts.delete(place.name);
  else attempts.set(place.name, attempt);
}

/** Returns the current player's attempts; those of another player are deleted. */
function keptOf(session: Session): Kept {
  const player = readTokenSubject(session.hostData.token);
  const kept = keptBySession.get(session);
  if (kept !== undefined && kept.player === player) return kept;
  const fresh: Kept = { player, attempts: new Map() };
  keptBySession.set(session, fresh);
  return fresh;
}
