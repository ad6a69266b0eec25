import { isMessageKey, type MessageKey, type Text } from '../../i18n/text.ts';
import { TransportError } from '../../transport/transport-error.ts';
import { CaptchaError } from '../captcha/captcha-error.ts';
import { CardError } from '../card-envelope/card-error.ts';

export const failureKinds = ['network', 'refused', 'unsupported', 'captcha', 'card'] as const;

/** The reason why a request of the player failed. */
export interface Failure {
  kind: (typeof failureKinds)[number];
  /** The server's error code, or a captcha's kind of error; empty where there is neither. */
  code: string;
  /** The server's message; shown only where it is meant for the player. */
  message: string;
  params: Record<string, string>;
  /** HTTP status; 0 without a response. */
  status: number;
  reference?: string | undefined;
  /** The request may have succeeded all the same. */
  isOutcomeUnknown?: boolean;
  /** The failure is about an existing deposit that goes on. */
  isCreated?: boolean;
}

/** Turns a caught error into a failure. Only errors of the server and of a captcha have a code. */
export function toFailure(error: unknown): Failure {
  if (error instanceof TransportError) {
    const { kind, code, message, params, status, reference } = error;
    return { kind, code, message, params, status, reference };
  }
  if (error instanceof CaptchaError) {
    return { ...nothingSaid, kind: 'captcha', code: error.kind, message: error.message };
  }
  if (error instanceof CardError) {
    return { ...nothingSaid, kind: 'card', reference: error.reference };
  }
  return { ...nothingSaid, kind: 'refused', message: String(error) };
}

/** The name of a next step that lacks everything to pay by. */
export const missingDetails = 'payment details';

/** Returns the failure of a deposit whose next step this version doesn't know (§4). */
export function unsupportedStep(what: string, reference: string): Failure {
  return { ...nothingSaid, kind: 'unsupported', message: what, reference };
}

const nothingSaid = { code: '', message: '', params: {}, status: 0, reference: undefined };

/**
 * Returns the text for a failure (§8): the server's message for `banking.merchantClientError`;
 * `provider.error` for a field that broke its rule and where there is no code; otherwise the
 * translation of `common.errors.<code>`, or of the HTTP status, where there is one.
 * @param fallback - replaces `provider.error` where no payment was requested
 */
export function describeFailure(
  failure: Failure,
  text: Text,
  fallback: MessageKey = 'provider.error',
): string {
  switch (failure.kind) {
    case 'network':
      return text(failure.isOutcomeUnknown ? 'deposit.unknown.network' : 'socket.networkError');
    case 'unsupported':
      return text(failure.message === missingDetails ? 'deposit.noDetails' : 'deposit.unsupported');
    case 'card':
      return text('deposit.card.unreadable');
    case 'captcha':
      return sayFirst([`deposit.captcha.${failure.code}`], text) ?? text('deposit.captcha.unknown');
    case 'refused':
      return describeRefusal(failure, text) ?? text(fallback);
  }
}

/** Returns the title of a failed payment: there is no deposit, there is one, or it is unknown. */
export function titleOfFailure(failure: Failure): MessageKey {
  const { kind, code } = failure;
  if (kind === 'captcha' && code === 'closed') return 'deposit.captcha.closedTitle';
  if (kind === 'card') return 'deposit.card.title';
  if (failure.isCreated) return 'deposit.refused.title';
  if (isInDoubt(failure)) return 'deposit.unknown.title';
  return isCreated(failure) ? 'deposit.refused.title' : 'error.snackbar.title';
}

/** Returns whether a failure is about a deposit that exists or may exist. */
export function isOfDeposit(failure: Failure): boolean {
  return isCreated(failure) || isInDoubt(failure);
}

/** Every response of the server has a reference; those of deposits begin with KS. */
function isCreated({ kind, reference, isCreated: isThere = false }: Failure): boolean {
  return isThere || kind === 'card' || reference?.startsWith('KS-') === true;
}

function isInDoubt({ code, isOutcomeUnknown }: Failure): boolean {
  // The provider may have created the payment: the server goes on asking for its status.
  return isOutcomeUnknown === true || code === 'provider.timeout';
}

function describeRefusal({ code, status, message, params }: Failure, text: Text): string | null {
  if (code === 'banking.merchantClientError' && message !== '') return message;
  if (code === '' || code === 'banking.paymentMethodRegex') return null;
  const byCode = `common.errors.${code}`;
  const byStatus = `common.errors.http.${status}`;
  // The status of the response tells more than "Something is wrong with the server".
  const keys = code === 'server.error' ? [byStatus, byCode] : [byCode, byStatus];
  return sayFirst(keys, text, params);
}

function sayFirst(
  keys: readonly string[],
  text: Text,
  params: Record<string, string> = {},
): string | null {
  for (const key of keys) if (isMessageKey(text, key)) return text(key, params);
  return null;
}
