import type { Deposit } from '../../ground/database/tables/money.ts';

/** Longer than a provider is asked what it says to that, all tries included. */
const answerPatienceMs = 45_000;

/** Whether the player gave more, and it isn't known yet what the provider says to it. */
export function isContinued({ status, continued_at }: Deposit): boolean {
  return status === 'awaitingPlayer' && continued_at !== null;
}

/**
 * Whether the player gave more, and nobody waits for the provider's answer any longer: the process
 * died, or the answer was lost. It can be asked again then: the same payment, never a second one.
 */
export function isAnswerLost(deposit: Deposit, now: Date): boolean {
  const { continued_at: since } = deposit;
  return (
    isContinued(deposit) && since !== null && since.getTime() + answerPatienceMs <= now.getTime()
  );
}

/** Whether a deposit waits for its player, who can still go on with it. */
export function mayGoOn(deposit: Deposit, now: Date): boolean {
  return (
    deposit.status === 'awaitingPlayer' &&
    (deposit.continued_at === null || isAnswerLost(deposit, now)) &&
    deposit.expires_at > now
  );
}
