import type { PaymentMethod } from '@kassa/contract';
import type { Session } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { readTokenSubject } from '../../session/token-subject.ts';
import type { Attempt } from './deposit-attempt.ts';

/** It may hold payment details: memory only. */
const kept = new WeakMap<Session, Map<string, Attempt>>();

/**
 * What was left unresolved of a deposit by a method: whoever looks at another screen meanwhile and
 * comes back for the very same must not pay twice, so its keys outlive the screen (design §3.6).
 */
export function keptAttemptOf(session: Session, method: PaymentMethod): Attempt | null {
  return kept.get(session)?.get(describeOwner(session, method)) ?? null;
}

/** Keeps an attempt over a look at another screen; null forgets what was kept. */
export function keepAttempt(
  session: Session,
  method: PaymentMethod,
  attempt: Attempt | null,
): void {
  const attempts = kept.get(session) ?? new Map<string, Attempt>();
  kept.set(session, attempts);
  const owner = describeOwner(session, method);
  if (attempt === null) attempts.delete(owner);
  else attempts.set(owner, attempt);
}

/** Another player's are not theirs; a deposit from another region is another request. */
function describeOwner({ hostData }: Session, { name }: PaymentMethod): string {
  const { region } = useSessionStore.getState();
  return JSON.stringify([readTokenSubject(hostData.token), name, region]);
}
