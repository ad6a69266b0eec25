import { isMessageKey, type MessageKey, type Text } from '../../i18n/text.ts';
import { TransportError } from '../../transport/transport-error.ts';

/** Why something the player asked for did not happen. */
export interface Failure {
  kind: 'network' | 'refused' | 'unsupported';
  /** The server's error code; empty where no server spoke. */
  code: string;
  /** The server's own words; shown only where they are meant for the player. */
  message: string;
  params: Record<string, string>;
  reference?: string | undefined;
}

/** Takes down an error that was caught. What is no answer of the server has no code. */
export function toFailure(error: unknown): Failure {
  if (error instanceof TransportError) {
    const { kind, code, message, params, reference } = error;
    return { kind, code, message, params, reference };
  }
  return { kind: 'refused', code: '', message: String(error), params: {}, reference: undefined };
}

/** The failure of a deposit whose next step this version doesn't know (§4). */
export function unsupportedStep(what: string, reference: string): Failure {
  return { kind: 'unsupported', code: '', message: what, params: {}, reference };
}

/**
 * The words for a failure (§8): the server's own for `banking.merchantClientError`, else the
 * translation of `common.errors.<code>` where there is one, else `provider.error`, or what fits
 * better where no payment was asked for.
 */
export function describeFailure(
  failure: Failure,
  text: Text,
  fallback: MessageKey = 'provider.error',
): string {
  if (failure.kind === 'network') return text('socket.networkError');
  if (failure.kind === 'unsupported') return text('deposit.unsupported');
  if (failure.code === 'banking.merchantClientError') return failure.message;
  const key = `common.errors.${failure.code}`;
  return isMessageKey(text, key) ? text(key, failure.params) : text(fallback);
}
