import type { DecodedDeposit, ExternalRedirect } from '@kassa/contract';
import { type Failure, unsupportedStep } from '../../features/failure/failure.ts';

/** One wish of the player to pay. Its keys are made once and kept over every attempt (design §3.6). */
export interface Intent {
  paymentType: string;
  amount: string;
  currency: string;
  isFromChip: boolean;
  sessionKey: string;
  depositKey: string;
}

/** Where the creation of a deposit stands (§4 "Deposit creation"). */
export type DepositState =
  | {
      kind: 'idle';
      failure: Failure | null;
      /** An intent that the server may have acted on: the same wish must reuse its keys. */
      unresolved: Intent | null;
    }
  | { kind: 'startingSession'; intent: Intent; hasPopup: boolean }
  | { kind: 'creatingDeposit'; intent: Intent; hasPopup: boolean }
  | { kind: 'offeringLink'; depositId: string; redirect: ExternalRedirect }
  | { kind: 'finished'; depositId: string };

export type DepositEvent =
  | { kind: 'submitted'; intent: Intent; hasPopup: boolean }
  | { kind: 'sessionStarted'; paymentSessionId: string }
  | { kind: 'depositCreated'; deposit: DecodedDeposit }
  | { kind: 'failed'; failure: Failure; isOutcomeUnknown: boolean }
  | { kind: 'linkOpened' }
  | { kind: 'failureDismissed' };

/** What must be done because of an event, in this order. */
export type DepositEffect =
  | { kind: 'startSession'; intent: Intent }
  | { kind: 'createDeposit'; intent: Intent; paymentSessionId: string }
  | { kind: 'redirectPopup'; redirect: ExternalRedirect }
  | { kind: 'closePopup' }
  | { kind: 'rememberDeposit'; depositId: string; redirect: ExternalRedirect | null }
  | { kind: 'goToComplete'; depositId: string };

export interface DepositTransition {
  state: DepositState;
  effects: DepositEffect[];
}

export const initialDepositState: DepositState = { kind: 'idle', failure: null, unresolved: null };

/** One step of a deposit's creation. An event that its state doesn't wait for changes nothing. */
export function reduceDeposit(state: DepositState, event: DepositEvent): DepositTransition {
  switch (event.kind) {
    case 'submitted':
      return state.kind === 'idle' ? submit(event) : stay(state);
    case 'sessionStarted':
      return state.kind === 'startingSession' ? create(state, event.paymentSessionId) : stay(state);
    case 'depositCreated':
      return state.kind === 'creatingDeposit' ? proceed(state, event.deposit) : stay(state);
    case 'failed':
      return isCreating(state) ? fail(state.intent, event) : stay(state);
    case 'linkOpened':
      return state.kind === 'offeringLink' ? finish(state.depositId, []) : stay(state);
    case 'failureDismissed':
      return stay(state.kind === 'idle' ? { ...state, failure: null } : state);
  }
}

/** Whether the player has pressed the button and waits. */
export function isCreating(
  state: DepositState,
): state is Extract<DepositState, { intent: Intent }> {
  return state.kind === 'startingSession' || state.kind === 'creatingDeposit';
}

/**
 * The intent behind a press of the button: the unresolved one where the player wishes the very
 * same again, else a new one with new keys.
 */
export function resolveIntent(
  wish: Omit<Intent, 'sessionKey' | 'depositKey'>,
  unresolved: Intent | null,
  makeKey: () => string,
): Intent {
  const isSame =
    unresolved !== null &&
    unresolved.paymentType === wish.paymentType &&
    unresolved.amount === wish.amount &&
    unresolved.currency === wish.currency &&
    unresolved.isFromChip === wish.isFromChip;
  return isSame ? unresolved : { ...wish, sessionKey: makeKey(), depositKey: makeKey() };
}

function stay(state: DepositState): DepositTransition {
  return { state, effects: [] };
}

function submit({ intent, hasPopup }: { intent: Intent; hasPopup: boolean }): DepositTransition {
  return {
    state: { kind: 'startingSession', intent, hasPopup },
    effects: [{ kind: 'startSession', intent }],
  };
}

function create(
  { intent, hasPopup }: { intent: Intent; hasPopup: boolean },
  paymentSessionId: string,
): DepositTransition {
  return {
    state: { kind: 'creatingDeposit', intent, hasPopup },
    effects: [{ kind: 'createDeposit', intent, paymentSessionId }],
  };
}

function proceed(
  { hasPopup }: { hasPopup: boolean },
  { depositId, reference, externalRedirect: redirect, next }: DecodedDeposit,
): DepositTransition {
  if (next.kind === 'unsupported') {
    return {
      state: { kind: 'idle', failure: unsupportedStep(next.what, reference), unresolved: null },
      effects: [{ kind: 'closePopup' }],
    };
  }
  const remember: DepositEffect = { kind: 'rememberDeposit', depositId, redirect };
  if (redirect === null) return finish(depositId, [{ kind: 'closePopup' }, remember]);
  if (hasPopup) return finish(depositId, [{ kind: 'redirectPopup', redirect }, remember]);
  return { state: { kind: 'offeringLink', depositId, redirect }, effects: [remember] };
}

function finish(depositId: string, before: DepositEffect[]): DepositTransition {
  return {
    state: { kind: 'finished', depositId },
    effects: [...before, { kind: 'goToComplete', depositId }],
  };
}

function fail(
  intent: Intent,
  { failure, isOutcomeUnknown }: { failure: Failure; isOutcomeUnknown: boolean },
): DepositTransition {
  return {
    state: { kind: 'idle', failure, unresolved: isOutcomeUnknown ? intent : null },
    effects: [{ kind: 'closePopup' }],
  };
}
