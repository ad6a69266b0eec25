import {
  type DecodedDeposit,
  decodeNextStep,
  type ExternalRedirect,
  type PaymentMethod,
} from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { CaptchaError } from '../../features/captcha/captcha-error.ts';
import { toFailure } from '../../features/failure/failure.ts';
import { loadPopupPageAddress } from '../../popup/popup-page-address.ts';
import { popupPagePath } from '../../popup/popup-page-path.ts';
import { resolveTestGroup } from '../../session/methods-request.ts';
import { resolveCountry } from '../../session/payment-country.ts';
import type { Session } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { sendAnalytics } from '../../telemetry/analytics.ts';
import { reportError } from '../../telemetry/report-error.ts';
import { isOutcomeUnknown, isRetryable, TransportError } from '../../transport/transport-error.ts';
import { cacheDeposit } from './cache-deposit.ts';
import type { DepositEvent, FailedOutcome } from './deposit.machine.ts';
import type { Attempt } from './deposit-attempt.ts';
import { keepLastAmount } from './last-payment.ts';

/**
 * Starts the payment session of an attempt.
 * @throws as the transport does
 */
export async function startSession(
  { transport }: Session,
  { order: { amount, currency, group }, keys }: Attempt,
  signal: AbortSignal,
): Promise<DepositEvent> {
  const request = { amount, currency, ...(isGroupName(group) && { pendingGroup: group }) };
  const options = { idempotencyKey: keys.session, signal };
  const session = await transport.call('session-start', request, options);
  return { kind: 'sessionStarted', paymentSessionId: session.payment_session_id };
}

/** Returns whether the call accepts the value as a group; an address may hold any text. */
function isGroupName(group: string | undefined): group is string {
  return group !== undefined && /^[\w-]{1,64}$/.test(group);
}

interface Surroundings {
  session: Session;
  queryClient: QueryClient;
  method: PaymentMethod;
}

/**
 * Creates the deposit of an attempt, or continues the existing one, and caches the response for the
 * page that follows.
 * @throws as the transport does
 */
export async function createDeposit(
  { session, queryClient, method }: Surroundings,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<DepositEvent> {
  const { transport, hostData, product, locale } = session;
  const { order, keys, captcha, paymentSessionId, continues } = attempt;
  const options = { idempotencyKey: keys.deposit, signal };
  const request = {
    ...captcha,
    ...(continues !== null && { depositId: continues.depositId }),
    amount: order.amount,
    currency: order.currency,
    paymentType: order.paymentType,
    ...(paymentSessionId !== null && { paymentSessionId }),
    returnUrl: `${location.origin}/${product}${popupPagePath}?returned=1&locale=${locale.tag}`,
    selectedCountry: useSessionStore.getState().region ?? resolveCountry(hostData),
    abTestGroup: resolveTestGroup(hostData.experiments),
    ...(Object.keys(order.fields).length > 0 && { fields: { ...order.fields } }),
    ...(method.wallet !== undefined && { wallet: method.wallet }),
    ...(order.bonusId !== undefined && { bonusId: order.bonusId }),
    isActivatedBonus: order.isActivatedBonus,
    // The form asks the player where the server refuses a duplicate.
    ...(continues === null && { isAnother: order.isAnother === true }),
    metadata: { isFromChip: order.isFromChip },
  };
  try {
    const created = await transport.call('deposit-create', request, options);
    const decoded = decodeNextStep(created, method);
    reportUnread(session, attempt, decoded);
    cacheDeposit(queryClient, session, { method, order, created, decoded });
    keepLastAmount(session, order);
    const detour = await resolveDetour(session, decoded, attempt, signal);
    return { kind: 'depositCreated', deposit: decoded, ...detour };
  } catch (error) {
    throw isDataMissing(error) ? nameMissingData(session, error) : error;
  }
}

/**
 * Returns the page for the system's browser, in a native app whose provider needs a POST: our own
 * page, which posts the form, with a one-time code. Returns null where the code fails to load: the
 * deposit exists all the same, and the player tries again by another press.
 */
async function resolveDetour(
  session: Session,
  { depositId, externalRedirect }: DecodedDeposit,
  { popup }: Attempt,
  signal: AbortSignal,
): Promise<{ detour?: ExternalRedirect | null }> {
  const isLost = session.bridge.isNative && externalRedirect?.method === 'POST';
  if (!isLost || popup !== 'open') return {};
  try {
    return {
      detour: { method: 'GET', url: await loadPopupPageAddress(session, depositId, signal) },
    };
  } catch {
    return { detour: null };
  }
}

/**
 * Reports the unreadable parts of a response, and a link that must not be opened, to host and
 * analytics.
 */
function reportUnread(
  session: Session,
  { order }: Attempt,
  { next, unread }: DecodedDeposit,
): void {
  const names = next.kind === 'unsupported' ? [...unread, next.what] : unread;
  if (names.length === 0) return;
  const value = `The answer to deposit-create holds what can't be read: ${names.join(', ')}`;
  reportError(session.bridge, value);
  sendAnalytics(session, {
    event: 'error',
    currency: order.currency,
    error_type: 'unreadable_answer',
    error_text: value,
  });
}

/** Returns whether a successful response has no deposit: it is unknown whether one was created. */
function isDataMissing(error: unknown): error is TransportError {
  return error instanceof TransportError && error.status >= 200 && error.status < 300;
}

/** §8: reports this message to the host; the player reads that the outcome is unknown. */
function nameMissingData({ bridge }: Session, { kind, code, status }: TransportError) {
  const message = 'Deposit data is null after creation.';
  bridge.send({ messageType: 'Metric', payload: { name: 'error', value: message } });
  return new TransportError({ kind, code, status, message });
}

/** Turns a failed call, or a captcha that wasn't solved, into an event of the attempt. */
export function describeError(error: unknown): DepositEvent {
  return { kind: 'failed', failure: toFailure(error), outcome: outcomeOf(error) };
}

/**
 * Returns whether the server rejected the request before it looked the key up. Such a rejection
 * says nothing about an earlier request with the same key.
 */
function isBeforeKey(code: string): boolean {
  return /^(auth\.|request\.|(call\.unknown|captcha_required|rate\.limited)$)/.test(code);
}

function outcomeOf(error: unknown): FailedOutcome {
  if (error instanceof CaptchaError) return 'refused';
  // A bug in the widget says nothing about the server.
  if (!(error instanceof TransportError)) return 'unknown';
  if (isBeforeKey(error.code)) return 'repeatable';
  return isRetryable(error) || isOutcomeUnknown(error) ? 'unknown' : 'refused';
}
