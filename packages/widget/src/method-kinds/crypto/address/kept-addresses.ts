import { readTokenSubject } from '../../../host/token-claims.ts';
import type { Session } from '../../../session/session.ts';

/** What a deposit of this visit was created for. */
interface Wanted {
  /** The name of the method. */
  method: string;
  /** The bonus that the player wanted with it; undefined for none. */
  bonusId: string | undefined;
  /** The coin package that is paid for, with its price; undefined for none. */
  order?: string | undefined;
}

/** A deposit of this visit whose payment wasn't seen yet. */
interface KeptDeposit extends Wanted {
  depositId: string;
}

interface Kept {
  player: string | null;
  deposits: KeptDeposit[];
  /** The deposits whose payment was shown: the player has seen that it arrives. */
  shown: Set<string>;
  /** The player is choosing among the networks: further switches may follow. */
  isSwitching: boolean;
}

const keptBySession = new WeakMap<Session, Kept>();

/**
 * Returns the deposit that was created for a method and a bonus during this visit: a player who looks
 * at another network and comes back sees the same address, and no deposit more.
 */
export function keptDepositOf(session: Session, wanted: Wanted): string | null {
  return keptOf(session).deposits.find((kept) => isFor(kept, wanted))?.depositId ?? null;
}

/** Keeps the deposit of a method and a bonus for this visit. */
export function keepDeposit(session: Session, wanted: Wanted, depositId: string): void {
  const kept = keptOf(session);
  const others = kept.deposits.filter((one) => !isFor(one, wanted));
  kept.deposits = [...others, { ...wanted, depositId }];
}

/** Returns the deposit of this id, if it is kept. */
export function findKept(session: Session, depositId: string): KeptDeposit | undefined {
  return keptOf(session).deposits.find((one) => one.depositId === depositId);
}

/**
 * Forgets a deposit whose payment is shown: who chooses its coin again wants to pay again. Returns
 * whether it was shown for the first time.
 */
export function forgetPaid(session: Session, depositId: string): boolean {
  forgetDeposit(session, depositId);
  const { shown } = keptOf(session);
  const isFirst = !shown.has(depositId);
  shown.add(depositId);
  return isFirst;
}

/** Forgets a deposit that is over. */
export function forgetDeposit(session: Session, depositId: string): void {
  const kept = keptOf(session);
  kept.deposits = kept.deposits.filter((one) => one.depositId !== depositId);
}

/** Notes that the player switches the network, or, by false, that a switch has taken effect. */
export function noteSwitch(session: Session, isSwitching: boolean): void {
  keptOf(session).isSwitching = isSwitching;
}

/** Returns whether the player has just switched the network. */
export function isSwitching(session: Session): boolean {
  return keptOf(session).isSwitching;
}

function isFor(kept: Wanted, { method, bonusId, order }: Wanted): boolean {
  return kept.method === method && kept.bonusId === bonusId && kept.order === order;
}

/** Returns the current player's deposits; those of another player are forgotten. */
function keptOf(session: Session): Kept {
  const player = readTokenSubject(session.hostData.token);
  const kept = keptBySession.get(session);
  if (kept !== undefined && kept.player === player) return kept;
  const fresh: Kept = { player, deposits: [], shown: new Set(), isSwitching: false };
  keptBySession.set(session, fresh);
  return fresh;
}
