import { readTokenSubject } from '../../../host/token-claims.ts';
import type { Session } from '../../../session/session.ts';

interface Kept {
  player: string | null;
  deposits: Map<string, string>;
}

const keptBySession = new WeakMap<Session, Kept>();

/**
 * Returns the deposit that was created for a method during this visit: a player who looks at another
 * network and comes back sees the same address, and no deposit more.
 */
export function keptDepositOf(session: Session, method: string): string | null {
  return keptOf(session).deposits.get(method) ?? null;
}

/** Keeps the deposit of a method for this visit. */
export function keepDeposit(session: Session, method: string, depositId: string): void {
  keptOf(session).deposits.set(method, depositId);
}

/** Forgets the deposit of a method: it is over, or was paid. */
export function forgetDeposit(session: Session, method: string): void {
  keptOf(session).deposits.delete(method);
}

/** Returns the current player's deposits; those of another player are forgotten. */
function keptOf(session: Session): Kept {
  const player = readTokenSubject(session.hostData.token);
  const kept = keptBySession.get(session);
  if (kept !== undefined && kept.player === player) return kept;
  const fresh: Kept = { player, deposits: new Map() };
  keptBySession.set(session, fresh);
  return fresh;
}
