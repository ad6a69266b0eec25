import { type DepositStatusWord, decodeStatusWord, type TransactionStatus } from '@kassa/contract';

/** What is known of a deposit after it was created, however it became known. */
export interface DepositNews {
  status: DepositStatusWord;
  amount: string;
  currency: string;
  /** What was credited, once anything was. */
  processingAmount?: string | undefined;
  /** The currency of the player's account, where it isn't that of the deposit. */
  processingCurrency?: string | undefined;
}

export interface CompleteState {
  status: TransactionStatus;
  /** The latest news; null before any came. */
  news: DepositNews | null;
  /** The status is what the address says, and the server has not been heard yet. */
  isClaimed?: boolean;
}

export type CompleteEvent =
  /** An answer of deposit-status, or a push. */
  | { kind: 'heard'; news: DepositNews }
  /** It has been waiting for 60 s (§4): the player need not stay. */
  | { kind: 'waitedLong' };

/** §4: a `status` of the query sets the status; without one the deposit is waited for. */
export function startComplete(claim: TransactionStatus | null): CompleteState {
  if (claim === null) return { status: 'waiting', news: null };
  return { status: claim, news: null, isClaimed: true };
}

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
  const heard = decodeStatusWord(event.news.status);
  if (state.isClaimed === true)
    return { status: settleClaim(state.status, heard), news: event.news };
  const status = advance(state.status, heard);
  // Late news of an earlier state brings nothing new about a later one.
  const isStale = state.status === 'processed' && event.news.status !== 'PAYED';
  return { status, news: isStale ? state.news : event.news };
}

/**
 * What the server says counts. Where it still waits the claim stays, but for one: that money arrived
 * is the server's alone to say (the rules of money), so that is accepted until it does.
 */
function settleClaim(claim: TransactionStatus, heard: TransactionStatus): TransactionStatus {
  if (heard !== 'waiting') return heard;
  return claim === 'processed' ? 'accepted' : claim;
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
