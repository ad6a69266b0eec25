import { readTokenSubject } from '../../host/token-claims.ts';
import type { Session } from '../../session/session.ts';

interface Kept {
  player: string | null;
  searches: Map<string, string>;
}

const keptBySession = new WeakMap<Session, Kept>();

/** Returns the player's last search in a list, for their return to it. */
export function keptSearchOf(session: Session, list: string): string {
  return keptOf(session).searches.get(list) ?? '';
}

/** Keeps the search in a list, for its player alone. */
export function keepSearch(session: Session, list: string, search: string): void {
  keptOf(session).searches.set(list, search);
}

/** Returns the current player's searches; those of another player are deleted. */
function keptOf(session: Session): Kept {
  const player = readTokenSubject(session.hostData.token);
  const kept = keptBySession.get(session);
  if (kept !== undefined && kept.player === player) return kept;
  const fresh: Kept = { player, searches: new Map() };
  keptBySession.set(session, fresh);
  return fresh;
}
