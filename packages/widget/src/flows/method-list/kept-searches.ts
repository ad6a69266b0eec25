import { readTokenSubject } from '../../host/token-claims.ts';
import type { Session } from '../../session/session.ts';

interface Kept {
  player: string | null;
  searches: Map<string, string>;
}

const keptBySession = new WeakMap<Session, Kept>();

/** What the player last searched a list for, so that it is still there when they come back to it. */
export function keptSearchOf(session: Session, list: string): string {
  return keptOf(session).searches.get(list) ?? '';
}

/** Keeps what a list is searched for, for its player alone. */
export function keepSearch(session: Session, list: string, search: string): void {
  keptOf(session).searches.set(list, search);
}

/** Those of the player who is there now; another's are gone. */
function keptOf(session: Session): Kept {
  const player = readTokenSubject(session.hostData.token);
  const kept = keptBySession.get(session);
  if (kept !== undefined && kept.player === player) return kept;
  const fresh: Kept = { player, searches: new Map() };
  keptBySession.set(session, fresh);
  return fresh;
}
