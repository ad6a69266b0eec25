import {
  type DecodedDeposit,
  decodeNextStep,
  type ExternalRedirect,
  type NextStep,
  type PaymentMethod,
} from '@kassa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { CaptchaError } from '../../features/captcha/captcha-error.ts';
import { missingDetails, toFailure } from '../../features/failure/failure.ts';
import { loadPopupPageAddress } from '../../popup/popup-page-address.ts';
import type { Session } from '../../session/session.ts';
import { sendAnalytics } from '../../telemetry/analytics.ts';
import { reportError } from '../../telemetry/report-error.ts';
import { throwIfAborted } from '../../transport/abort.ts';
import { outcomeOf } from '../../transport/outcome-of.ts';
import { TransportError } from '../../transport/transport-error.ts';
import { cacheDeposit } from './cache-deposit.ts';
import type { DepositEffect, DepositEvent, FailedOutcome } from './deposit.machine.ts';
import type { Attempt } from './deposit-attempt.ts';
import { keepLastAmount } from './last-payment.ts';
import { isPeerToPeer } from './method-kinds.ts';
import { reportInvalid } from './report-invalid.ts';
import { sendCreation } from './send-creation.ts';

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
  /** Returns whether the player has canceled the attempt. */
  isCanceled: () => boolean;
}

/**
 * Creates the deposit of an attempt, or continues the existing one, and caches the response for the
 * page that follows. It waits for the creations of the method that the player has canceled: the
 * server would take their deposits for open ones. The response to a canceled attempt is only
 * decoded, without a word (§8).
 * @throws as the transport does
 */
export async function createDeposit(
  { session, queryClient, method, isCanceled }: Surroundings,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<DepositEvent> {
  const { order } = attempt;
  await abandonedBySession.get(session)?.get(method.name);
  throwIfAborted(signal);
  if (isCanceled()) throw new DOMException('The player canceled the creation.', 'AbortError');
  try {
    const created = await sendCreation(session, method, attempt, signal);
    const decoded = requireDetails(decodeNextStep(created, method), method);
    if (isCanceled()) return { kind: 'depositCreated', deposit: decoded, method };
    reportUnread(session, method, attempt, decoded);
    cacheDeposit(queryClient, session, { method, order, created, decoded });
    keepLastAmount(session, order);
    const detour = await resolveDetour(session, decoded, attempt, signal);
    return { kind: 'depositCreated', deposit: decoded, method, ...detour };
  } catch (error) {
    const isNamed = isMalformed(error) && !isCanceled();
    throw isNamed ? nameMissingData(session, method, error) : error;
  }
}

/** By method; a player may come back to the form before a creation is settled. */
const abandonedBySession = new WeakMap<Session, Map<string, Promise<unknown>>>();

/**
 * Lets the next creation of the method wait for one that the player has canceled.
 * @param settled - ends once the creation is answered, and its cancellation is answered or failed
 */
export function awaitAbandoned(
  session: Session,
  { name }: PaymentMethod,
  settled: Promise<void>,
): void {
  const abandoned = abandonedBySession.get(session) ?? new Map<string, Promise<unknown>>();
  abandoned.set(name, Promise.all([abandoned.get(name), settled]));
  abandonedBySession.set(session, abandoned);
}

/**
 * Cancels what a request has created whose player canceled it meanwhile. A failure isn't shown: the
 * deposit then is an unfinished one in the player's list.
 */
export async function cancelAbandoned(
  { transport }: Session,
  { name: paymentMethod }: PaymentMethod,
  effect: DepositEffect,
  event: DepositEvent,
): Promise<void> {
  if (effect.kind !== 'createDeposit') return;
  const created = event.kind === 'depositCreated' ? event.deposit : effect.attempt.continues;
  if (created === null) return;
  const { depositId } = created;
  await transport.call('deposit-cancel', { depositId, paymentMethod }).catch(() => {});
}

/**
 * Returns the decoded deposit; as unsupported where one that is paid from person to person has
 * neither account nor form, code, fields or page.
 */
export function requireDetails(decoded: DecodedDeposit, method: PaymentMethod): DecodedDeposit {
  const { next, externalRedirect } = decoded;
  const hasNone = isWithoutDetails(next) && externalRedirect === null && isPeerToPeer(method);
  return hasNone ? { ...decoded, next: { kind: 'unsupported', what: missingDetails } } : decoded;
}

function isWithoutDetails(next: NextStep): boolean {
  if (next.kind !== 'unifiedForm') return next.kind === 'complete';
  const { code, requisites, inputFields } = next.form;
  return code === null && requisites.length === 0 && inputFields.length === 0;
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
  method: PaymentMethod,
  { order }: Attempt,
  { next, unread }: DecodedDeposit,
): void {
  const names = next.kind === 'unsupported' ? [...unread, next.what] : unread;
  if (names.length === 0) return;
  const value = `The answer to deposit-create holds what can't be read: ${names.join(', ')}`;
  reportError(session.bridge, value);
  if (next.kind === 'unsupported') reportInvalid(session, method, value);
  sendAnalytics(session, {
    event: 'error',
    currency: order.currency,
    error_type: 'unreadable_answer',
    error_text: value,
  });
}

/** Returns whether a successful response couldn't be read as one. */
export function isMalformed(error: unknown): error is TransportError {
  return error instanceof TransportError && error.status >= 200 && error.status < 300;
}

/** §8: reports this message to the host; the player reads that the outcome is unknown. */
function nameMissingData(
  session: Session,
  method: PaymentMethod,
  { kind, code, status }: TransportError,
) {
  const message = 'Deposit data is null after creation.';
  session.bridge.send({ messageType: 'Metric', payload: { name: 'error', value: message } });
  reportInvalid(session, method, message);
  return new TransportError({ kind, code, status, message });
}

/** Turns a failed call, or a captcha that wasn't solved, into an event of the attempt. */
export function describeError(error: unknown): DepositEvent {
  return { kind: 'failed', failure: toFailure(error), outcome: describeOutcome(error) };
}

function describeOutcome(error: unknown): FailedOutcome {
  return error instanceof CaptchaError ? 'refused' : outcomeOf(error);
}
