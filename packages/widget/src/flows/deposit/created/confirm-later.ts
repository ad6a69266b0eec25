import type { CallRequest } from '@kassa/contract';
import type { Session } from '../../../session/session.ts';
import { isOutcomeUnknown, TransportError } from '../../../transport/transport-error.ts';

type Confirmation = CallRequest<'deposit-complete'>;
type Transport = Session['transport'];

/** The pause before another try, in ms: it doubles up to the longest. */
const firstPauseMs = 5000;
const longestPauseMs = 60_000;

/** The confirmations under way, the latest of each deposit. They may hold a proof: in memory only. */
const waiting = new WeakMap<Transport, Map<string, Confirmation>>();

/**
 * Repeats a confirmation that the server doesn't have, whatever screen shows, until the server has
 * it or refuses it, as it does once the deposit has ended. It replaces an earlier one of its
 * deposit. Returns whether it is repeated: a refusal isn't.
 * @param error - why the first try failed
 */
export function confirmLater(
  { transport }: Pick<Session, 'transport'>,
  confirmation: Confirmation,
  error: unknown,
): boolean {
  if (!isRepeated(error)) return false;
  const own = waiting.get(transport) ?? new Map<string, Confirmation>();
  waiting.set(transport, own);
  own.set(confirmation.depositId, confirmation);
  void repeat(transport, own, confirmation);
  return true;
}

/** Forgets the confirmation of a deposit that is repeated: the player sends a newer one. */
export function forgetConfirmation(
  { transport }: Pick<Session, 'transport'>,
  depositId: string,
): void {
  waiting.get(transport)?.delete(depositId);
}

async function repeat(
  transport: Transport,
  own: Map<string, Confirmation>,
  confirmation: Confirmation,
): Promise<void> {
  const { depositId } = confirmation;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await pause(transport, pauseMs);
    // The player may have corrected it meanwhile.
    if (own.get(depositId) !== confirmation) return;
    const isSettled = await send(transport, confirmation);
    if (own.get(depositId) !== confirmation) return;
    if (isSettled) {
      own.delete(depositId);
      return;
    }
  }
}

/** Waits for the pause, or for a connection that is there again. */
function pause(transport: Transport, pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = transport.onConnect(() => end());
    const timer = setTimeout(() => end(), pauseMs);
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
  });
}

/** Returns whether nothing is left to send. */
async function send(transport: Transport, confirmation: Confirmation): Promise<boolean> {
  try {
    await transport.call('deposit-complete', confirmation);
    return true;
  } catch (error) {
    return !isRepeated(error);
  }
}

/** The deposit stays as it was where its provider can't be reached: a repeat does no harm. */
const providerCodes: readonly string[] = ['provider.timeout', 'provider.unavailable'];

/** A token that has expired is renewed by the host. */
function isRepeated(error: unknown): boolean {
  if (!(error instanceof TransportError)) return false;
  return isOutcomeUnknown(error) || error.status === 401 || providerCodes.includes(error.code);
}
