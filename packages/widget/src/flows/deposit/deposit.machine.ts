import type { CaptchaSolution, DecodedDeposit, ExternalRedirect } from '@kassa/contract';
import { type Failure, unsupportedStep } from '../../features/failure/failure.ts';
import { isWebAddress } from '../../popup/is-web-address.ts';
import type { RouteName } from '../../routing/route-names.ts';
import {
  type Attempt,
  type AttemptKeys,
  beginAttempt,
  type Continuation,
  type DepositOrder,
  type OpenDeposit,
  type PopupChoice,
} from './deposit-attempt.ts';
import type { KindOf } from './method-kinds.ts';
import { resolvePage } from './next-page.ts';
import { readDuplicate } from './read-duplicate.ts';

/** The state of a deposit's creation (§4 "Deposit creation"). */
export type DepositState =
  | {
      kind: 'idle';
      failure: Failure | null;
      /** An attempt that the server may have acted on: the same order must reuse its keys. */
      unresolved: Attempt | null;
      /** The deposit that the next press continues, instead of creating another one. */
      continues: Continuation | null;
      /** The player has to choose: this deposit, or another one. */
      duplicate?: OpenDeposit;
    }
  | { kind: 'solvingCaptcha' | 'startingSession' | 'creatingDeposit'; attempt: Attempt }
  /** The player goes on by another click: see {@link PopupChoice}. */
  | {
      kind: 'offeringLink';
      depositId: string;
      redirect: ExternalRedirect;
      why: Exclude<PopupChoice, 'open'>;
      /** The screen that follows. */
      to: RouteName;
    }
  | { kind: 'finished'; depositId: string };

/**
 * The outcome of a failed attempt: nothing was created; nothing was created, but the same request
 * may succeed later; a deposit may have been created.
 */
export type FailedOutcome = 'refused' | 'repeatable' | 'unknown';

export type DepositEvent =
  | {
      kind: 'submitted';
      order: DepositOrder;
      keys: AttemptKeys;
      popup: PopupChoice;
      needsCaptcha: boolean;
    }
  | { kind: 'captchaSolved'; captcha: CaptchaSolution }
  | { kind: 'sessionStarted'; paymentSessionId: string }
  | {
      kind: 'depositCreated';
      deposit: DecodedDeposit;
      /** Whose kind may have pages of its own. */
      method?: KindOf;
      /**
       * The address for the popup, where it isn't the provider's page itself; null where loading it
       * failed.
       */
      detour?: ExternalRedirect | null;
    }
  | { kind: 'failed'; failure: Failure; outcome: FailedOutcome }
  | { kind: 'linkOpened' }
  /** The player doesn't want the deposit any more while it is being created. */
  | { kind: 'canceled' }
  | { kind: 'failureDismissed' }
  /** The player left the question about the duplicate for the form. */
  | { kind: 'questionLeft' };

/** Actions for the runner, carried out in this order. */
export type DepositEffect =
  | { kind: 'solveCaptcha' }
  | { kind: 'startSession'; attempt: Attempt }
  | { kind: 'createDeposit'; attempt: Attempt }
  | { kind: 'redirectPopup'; redirect: ExternalRedirect }
  | { kind: 'closePopup' }
  | { kind: 'rememberDeposit'; depositId: string; redirect: ExternalRedirect | null }
  /** The player is sent to the provider's page: report it to host and analytics. */
  | { kind: 'reportRedirect'; depositId: string }
  /** §4, §8: report the outcome of a creation as a metric. */
  | { kind: 'reportOutcome'; outcome: 'ok' | 'fail' }
  /** Show the screen with which the deposit goes on. */
  | { kind: 'showPage'; depositId: string; to: RouteName };

export interface DepositTransition {
  state: DepositState;
  effects: DepositEffect[];
}

type Idle = Extract<DepositState, { kind: 'idle' }>;
type Busy = Extract<DepositState, { attempt: Attempt }>;

/**
 * Returns the state before the first press, with the deposit to continue and the attempt of unknown
 * outcome, where there are any.
 */
export function startDepositState(
  continues: Continuation | null = null,
  unresolved: Attempt | null = null,
): Idle {
  return { kind: 'idle', failure: null, unresolved, continues };
}

/**
 * Performs one step of a deposit's creation. An event that its state doesn't expect changes
 * nothing.
 */
export function reduceDeposit(state: DepositState, event: DepositEvent): DepositTransition {
  switch (event.kind) {
    case 'submitted':
      return state.kind === 'idle' ? submit(state, event) : stay(state);
    case 'captchaSolved':
      if (state.kind !== 'solvingCaptcha') return stay(state);
      return proceedToServer({ ...state.attempt, captcha: event.captcha });
    case 'sessionStarted':
      if (state.kind !== 'startingSession') return stay(state);
      return proceedToServer({ ...state.attempt, paymentSessionId: event.paymentSessionId });
    case 'depositCreated':
      return state.kind === 'creatingDeposit' ? goOn(state.attempt, event) : stay(state);
    case 'failed':
      return isCreating(state) ? fail(state, event) : stay(state);
    case 'linkOpened':
      if (state.kind !== 'offeringLink') return stay(state);
      return finish(state, [{ kind: 'reportRedirect', depositId: state.depositId }]);
    case 'canceled':
      // The runner cancels what the abandoned request creates.
      return isWaiting(state)
        ? { state: startDepositState(), effects: [{ kind: 'closePopup' }] }
        : stay(state);
    case 'questionLeft':
      return stay(state.kind === 'idle' ? withoutQuestion(state) : state);
    case 'failureDismissed':
      return stay(state.kind === 'idle' ? { ...state, failure: null } : state);
  }
}

/** Returns whether the player has pressed the button and waits. */
export function isCreating(state: DepositState): state is Busy {
  return 'attempt' in state;
}

/** Returns whether the deposit waits for the server. A captcha waits for the player. */
export function isWaiting(state: DepositState): state is Busy {
  return isCreating(state) && state.kind !== 'solvingCaptcha';
}

/** Returns the deposit that a press continues; null where it creates one. */
export function continuationOf(state: DepositState): Continuation | null {
  if (state.kind === 'idle') return state.continues;
  return isCreating(state) ? state.attempt.continues : null;
}

/**
 * Returns the attempt that the server may have acted on. It is kept when the player leaves the
 * form; {@link startDepositState} receives it when they return.
 */
export function unresolvedOf(state: DepositState): Attempt | null {
  if (state.kind === 'idle') return state.unresolved;
  if (!isCreating(state)) return null;
  const { kind, attempt } = state;
  return { ...attempt, mayExist: attempt.mayExist || kind === 'creatingDeposit' };
}

function withoutQuestion({ duplicate: _, ...idle }: Idle): Idle {
  return idle;
}

function stay(state: DepositState): DepositTransition {
  return { state, effects: [] };
}

function submit(
  { unresolved, continues }: Idle,
  { needsCaptcha, ...press }: Extract<DepositEvent, { kind: 'submitted' }>,
): DepositTransition {
  const attempt = beginAttempt({ ...press, unresolved, continues });
  if (needsCaptcha && attempt.captcha === null) return askForCaptcha(attempt);
  return proceedToServer(attempt);
}

function askForCaptcha(attempt: Attempt): DepositTransition {
  return { state: { kind: 'solvingCaptcha', attempt }, effects: [{ kind: 'solveCaptcha' }] };
}

/** Starts the session first. A continued or repeated deposit has one already. */
function proceedToServer(attempt: Attempt): DepositTransition {
  const hasSession = attempt.paymentSessionId !== null || attempt.continues !== null;
  return hasSession
    ? { state: { kind: 'creatingDeposit', attempt }, effects: [{ kind: 'createDeposit', attempt }] }
    : { state: { kind: 'startingSession', attempt }, effects: [{ kind: 'startSession', attempt }] };
}

function goOn(
  attempt: Attempt,
  { deposit, method, detour }: Extract<DepositEvent, { kind: 'depositCreated' }>,
): DepositTransition {
  const { depositId, reference, externalRedirect: redirect, next } = deposit;
  if (next.kind === 'unsupported') {
    return {
      state: { ...startDepositState(), failure: unsupportedStep(next.what, reference) },
      effects: [{ kind: 'closePopup' }, { kind: 'reportOutcome', outcome: 'fail' }],
    };
  }
  if (next.kind === 'fields') {
    const { paymentSessionId, order } = attempt;
    const { amount } = order;
    return {
      state: startDepositState({ depositId, paymentSessionId, amount, fields: next.fields }),
      effects: [{ kind: 'closePopup' }],
    };
  }
  const page = { depositId, to: resolvePage(next, method) };
  const report: DepositEffect = { kind: 'reportOutcome', outcome: 'ok' };
  const remember: DepositEffect = { kind: 'rememberDeposit', depositId, redirect };
  const close: DepositEffect = { kind: 'closePopup' };
  if (redirect === null) return finish(page, [close, report, remember]);
  const offer = (why: Exclude<PopupChoice, 'open'>): DepositTransition => {
    const isOpen = attempt.popup === 'open';
    return {
      state: { kind: 'offeringLink', ...page, redirect, why },
      effects: [...(isOpen ? [close] : []), report, remember],
    };
  };
  const target = detour === undefined ? redirect : detour;
  // A popup can't open a link to an app: the player follows it by a click.
  if (target === null || !isWebAddress(target.url)) return offer('later');
  if (attempt.popup !== 'open') return offer(attempt.popup);
  const send: DepositEffect = { kind: 'redirectPopup', redirect: target };
  return finish(page, [send, { kind: 'reportRedirect', depositId }, report, remember]);
}

interface NextPage {
  depositId: string;
  to: RouteName;
}

function finish({ depositId, to }: NextPage, before: DepositEffect[]): DepositTransition {
  return {
    state: { kind: 'finished', depositId },
    effects: [...before, { kind: 'showPage', depositId, to }],
  };
}

/** Error codes after which a continued deposit is over: the next press creates another one. */
const endingCodes: ReadonlySet<string> = new Set([
  'deposit.notFound',
  'deposit.notOpen',
  'operator.declined',
  'provider.declined',
  'banking.merchantClientError',
]);

function fail(
  state: Busy,
  { failure, outcome }: Extract<DepositEvent, { kind: 'failed' }>,
): DepositTransition {
  const isCreation = state.kind === 'creatingDeposit';
  const duplicate = readDuplicate(failure, state.attempt.order);
  if (duplicate !== null) {
    return { state: { ...startDepositState(), duplicate }, effects: [{ kind: 'closePopup' }] };
  }
  const isCaptchaRefused = isCreation && failure.code === 'captcha_required';
  // A rejected captcha would be rejected again.
  const attempt = isCaptchaRefused ? { ...state.attempt, captcha: null } : state.attempt;
  // §8: one retry, with a new captcha. The popup would cover the captcha, so it closes.
  if (isCaptchaRefused && !attempt.isCaptchaRetry) {
    const again = { ...attempt, popup: 'later' as const, isCaptchaRetry: true };
    const { state: next, effects } = askForCaptcha(again);
    return { state: next, effects: [{ kind: 'closePopup' }, ...effects] };
  }
  const mayExist = isCreation
    ? outcome === 'unknown' || (outcome === 'repeatable' && attempt.mayExist)
    : attempt.mayExist;
  const isKept = mayExist || outcome !== 'refused';
  // A captcha that the player closed is no failure (§8 "cancel is silent").
  const isOwnNo = failure.kind === 'captcha' && failure.code === 'closed';
  const close: DepositEffect = { kind: 'closePopup' };
  const isOver = outcome === 'refused' && endingCodes.has(failure.code);
  return {
    state: {
      kind: 'idle',
      failure: {
        ...failure,
        isOutcomeUnknown: mayExist,
        ...(attempt.continues && { isCreated: true }),
      },
      unresolved: isKept ? { ...attempt, mayExist } : null,
      continues: isOver ? null : attempt.continues,
    },
    effects: isOwnNo ? [close] : [close, { kind: 'reportOutcome', outcome: 'fail' }],
  };
}
