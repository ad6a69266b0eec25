import {
  blockchains,
  cardViewTypes,
  type DeclineReason,
  type DepositState,
  type DepositStatusWord,
  decodeStatus,
  type PaymentMethod,
  type TransactionStatus,
} from '@kassa/contract';

/** A payment in crypto as it was seen on its chain. */
export type ChainUpdate = NonNullable<DepositState['chain']>;

/** What is known of a deposit after it was created, however it became known. */
export interface DepositUpdate {
  status: DepositStatusWord;
  /** Its money is there, and not on the balance yet; a push doesn't hold it. */
  isReceived?: boolean | undefined;
  amount: string;
  currency: string;
  /** What was credited, once anything was. */
  processingAmount?: string | undefined;
  /** The currency of the player's account, where it isn't that of the deposit. */
  processingCurrency?: string | undefined;
  /** What the player gives to support; a push doesn't hold it. */
  reference?: string | undefined;
  declineReason?: DeclineReason | undefined;
  chain?: ChainUpdate | undefined;
}

export interface CompleteState {
  status: TransactionStatus;
  /** The latest update; null before any came. */
  update: DepositUpdate | null;
  /** The status is what the address says, and the server has not been heard yet. */
  isClaimed?: boolean;
  /** Blocks that are shown to confirm a payment in crypto. */
  confirmations: number;
}

export type CompleteEvent =
  /** An answer of deposit-status, or a push. */
  | { kind: 'updated'; update: DepositUpdate }
  /** A push that says nothing we know: unknown becomes accepted (§4). */
  | { kind: 'heardUnknown' }
  /** It has been waiting for {@link longWaitMs}: the player need not stay. */
  | { kind: 'waitedLong' }
  /** The time that a block of the chain takes has passed (§4 "Crypto confirmation"). */
  | { kind: 'blockPassed' };

/** How a deposit's page is entered. */
export interface CompleteEntry {
  depositId: string;
  /** What the address's `status` says. */
  claim: TransactionStatus | null;
  /** What is known of a deposit from before, which may be another one. */
  stored: (DepositUpdate & { depositId: string }) | null;
}

/**
 * §4 "On entry": a `status` of the query sets the status, but never to processed; else what is known already counts where it
 * is of this deposit; without either the deposit is waited for.
 */
export function startComplete({ depositId, claim, stored }: CompleteEntry): CompleteState {
  const own = stored?.depositId === depositId ? stored : null;
  const start: CompleteState = { status: 'waiting', update: null, confirmations: 0 };
  const known = own === null ? start : hear(start, own);
  if (claim === null) return known;
  // What has been heard is more than what is claimed.
  if (own !== null) return { ...known, status: settleClaim(claim, known.status) };
  return { ...start, status: settleClaim(claim, 'waiting'), isClaimed: true };
}

/**
 * After this long a waiting deposit is shown as accepted: 60 s, and 300 s where the player buys
 * crypto on the way (§4, §9). It changes words, never money.
 */
export function longWaitMs(method: Pick<PaymentMethod, 'cardViewType'> | undefined): number {
  return method?.cardViewType === cardViewTypes.onramp ? 300_000 : 60_000;
}

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
  switch (event.kind) {
    case 'updated':
      return hear(state, event.update);
    case 'heardUnknown':
      return { ...state, status: advance(state.status, 'accepted') };
    case 'waitedLong':
      // A payment that is seen on its chain has a count of its own to become accepted by.
      if (state.update?.chain !== undefined) return state;
      return { ...state, status: advance(state.status, 'accepted') };
    case 'blockPassed':
      return passBlock(state);
  }
}

/** The blocks that a payment of this chain needs; the last of them is the chain's alone to count. */
export function requiredConfirmations({ blockchain }: Pick<ChainUpdate, 'blockchain'>): number {
  return blockchains[blockchain].confirmations;
}

function hear(state: CompleteState, update: DepositUpdate): CompleteState {
  const merged = merge(state.update, update);
  const confirmations = countConfirmations(state, merged.chain);
  const heard = judge(merged);
  if (state.isClaimed === true) {
    return { status: settleClaim(state.status, heard), update: merged, confirmations };
  }
  if (isLate(state.status, update.status)) return state;
  return { status: advance(state.status, heard), update: merged, confirmations };
}

/** A late update of an earlier state brings nothing new about a later one. */
function isLate(status: TransactionStatus, word: DepositStatusWord): boolean {
  if (status === 'waiting' || status === 'accepted') return false;
  return word === 'PENDING' || (status === 'processed' && word !== 'PAYED');
}

/** A push says less than an answer: what is known besides stays. */
function merge(known: DepositUpdate | null, update: DepositUpdate): DepositUpdate {
  if (known === null) return update;
  const isSameWord = known.status === update.status;
  return {
    ...update,
    reference: update.reference ?? known.reference,
    isReceived: update.isReceived ?? (isSameWord ? known.isReceived : undefined),
    chain: update.chain ?? known.chain,
    declineReason: update.declineReason ?? (isSameWord ? known.declineReason : undefined),
  };
}

/** What the update makes of the deposit: a payment with all of its blocks is accepted (§4). */
function judge(update: DepositUpdate): TransactionStatus {
  const heard = decodeStatus(update);
  const { chain } = update;
  const isConfirmed = chain !== undefined && chain.confirmations >= requiredConfirmations(chain);
  return heard === 'waiting' && isConfirmed ? 'accepted' : heard;
}

/**
 * The chain's own count, or where the block timer was faster, what is shown already. A count that
 * falls (another branch of the chain has won) is believed at once.
 */
function countConfirmations(state: CompleteState, chain: ChainUpdate | undefined): number {
  if (chain === undefined) return state.confirmations;
  const before = state.update?.chain;
  const hasFallen =
    before !== undefined &&
    (before.txid !== chain.txid || chain.confirmations < before.confirmations);
  return hasFallen ? chain.confirmations : Math.max(state.confirmations, chain.confirmations);
}

/** The counter rises by one, but never to the last block, and only while the deposit waits (§4). */
function passBlock(state: CompleteState): CompleteState {
  const chain = state.update?.chain;
  if (state.status !== 'waiting' || chain === undefined) return state;
  if (state.confirmations >= requiredConfirmations(chain) - 1) return state;
  return { ...state, confirmations: state.confirmations + 1 };
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
