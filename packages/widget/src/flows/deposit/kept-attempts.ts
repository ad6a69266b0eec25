import type { PaymentMethod } from '@kassa/contract';
import { readTokenSubject } from '../../host/token-claims.ts';
import type { Session } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import type { Attempt } from './deposit-attempt.ts';

/** Whose attempts these are, and at what. */
interface AttemptPlace {
  player: string | null;
  /** A deposit by another method, or from another region, is another request. */
  name: string;
}

interface Kept {
  player: string | null;
  attempts: Map<string, Attempt>;
}

/** It may hold payment details: memory only. */
const keptBySession = new WeakMap<Session, Kept>();

/** Where a form keeps its attempts. Ask as it comes up: by the time it is left, another player may be there. */
export function attemptPlaceOf({ hostData }: Session, { name }: PaymentMethod): AttemptPlace {
  const { region } = useSessionStore.getState();
  return { player: readTokenSubject(hostData.token), name: JSON.stringify([name, region]) };
}

/**
 * What was left unresolved of a deposit by a method: whoever looks at another screen meanwhile and
 * comes back for the very same must not pay twice, so its keys outlive the screen (design §3.6).
 */
export function keptAttemptOf(session: Session, place: AttemptPlace): Attempt | null {
  return keptOf(session).attempts.get(place.name) ?? null;
}

/** Keeps an attempt over a look at another screen, for its player alone; null forgets what was kept. */
export function keepAttempt(session: Session, place: AttemptPlace, attempt: Attempt | null): void {
  const { player, attempts } = keptOf(session);
  if (player !== place.player) return;
  if (attempt === null) attempts.delete(place.name);
  else attempts.set(place.name, attempt);
}

/** Those of the player who is there now; another's are gone. */
function keptOf(session: Session): Kept {
  const player = readTokenSubject(session.hostData.token);
  const kept = keptBySession.get(session);
  if (kept !== undefined && kept.player === player) return kept;
  const fresh: Kept = { player, attempts: new Map() };
  keptBySession.set(session, fresh);
  return fresh;
}
