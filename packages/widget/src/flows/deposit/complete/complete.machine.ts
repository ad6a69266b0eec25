import { type DepositStatusWord, decodeStatusWord, type TransactionStatus } from '@kassa/contract';

/** What is known of a deposit after it was created, however it became known. */
export interface DepositNews {
  status: DepositStatusWord;
  amount: string;
  currency: string;
  /** What was credited, once anything was. */
  processingAmount?: string | undefined;
}

export interface CompleteState {
  status: TransactionStatus;
  /** The latest news; null before any came. */
  news: DepositNews | null;
}

export type CompleteEvent =
  /** An answer of deposit-status, or a push. */
  | { kind: 'heard'; news: DepositNews }
  /** It has been waiting for 60 s (§4): the player need not stay. */
  | { kind: 'waitedLong' };

export const initialCompleteState: CompleteState = { status: 'waiting', news: null };

/** After this long a waiting deposit is shown as accepted (§9). It changes words, never money. */
export const longWaitMs = 60_000;

/**
 * The states each state may become. Money may still arrive for a deposit that was declined,
 * canceled or has expired (design §3.3); what is processed stays so.
 */
const successors: Record<TransactionStatus, readonly TransactionStatus[]> = {
  waiting: ['accepted', 'processed', 'declined', 'canceled', 'expired'],
  accepted: ['processed', 'declined', 'canceled', 'expired'],
  declined: ['processed'],
  canceled: ['processed'],
  expired: ['processed'],
  processed: [],
};

/** One step of the complete page (§4). */
export function reduceComplete(state: CompleteState, event: CompleteEvent): CompleteState {
  if (event.kind === 'waitedLong') return { ...state, status: advance(state.status, 'accepted') };
  const status = advance(state.status, decodeStatusWord(event.news.status));
  // Late news of an earlier state brings nothing new about a later one.
  const isStale = state.status === 'processed' && event.news.status !== 'PAYED';
  return { status, news: isStale ? state.news : event.news };
}

function advance(from: TransactionStatus, to: TransactionStatus): TransactionStatus {
  return successors[from].includes(to) ? to : from;
}

const firstPollMs = 5000;
const longestPollMs = 60_000;
const eagerPolls = 12;

/**
 * How long to wait before asking again, or false to stop: every 5 s for the first minute (§9),
 * then ever more seldom; once a minute where only a surprise can change it.
 */
export function pollDelayMs(status: TransactionStatus, pollsDone: number): number | false {
  if (status === 'processed') return false;
  if (status !== 'waiting' && status !== 'accepted') return longestPollMs;
  if (pollsDone < eagerPolls) return firstPollMs;
  return Math.min(firstPollMs * 2 ** (pollsDone - eagerPolls + 1), longestPollMs);
}
