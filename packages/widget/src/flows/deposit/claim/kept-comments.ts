import { readTokenSubject } from '../../../host/token-claims.ts';
import type { Session } from '../../../session/session.ts';

interface Kept {
  player: string | null;
  comments: Map<string, string>;
}

const keptBySession = new WeakMap<Session, Kept>();

/** Returns the comment that the player has typed for a deposit's claim and not sent. */
export function keptCommentOf(session: Session, depositId: string): string {
  return keptOf(session).comments.get(depositId) ?? '';
}

/** Keeps the comment for the player's return to the form, for its player alone. */
export function keepComment(session: Session, depositId: string, comment: string): void {
  keptOf(session).comments.set(depositId, comment);
}

/** Returns the current player's comments; those of another player are deleted. */
function keptOf(session: Session): Kept {
  const player = readTokenSubject(session.hostData.token);
  const kept = keptBySession.get(session);
  if (kept !== undefined && kept.player === player) return kept;
  const fresh: Kept = { player, comments: new Map() };
  keptBySession.set(session, fresh);
  return fresh;
}
