import {
  blockchains,
  cardViewTypes,
  type DeclineReason,
  type DepositState,
  type DepositStatusWord,
  decodeStatus,
  type PaymentMethod,
  type ReturnReason,
  type TakenBack,
  type TransactionStatus,
} from '@kassa/contract';
import { isOnItsWay } from '../chain-payment.ts';
import { isStanding } from '../standing-payment.ts';

/** A crypto payment as it was detected on its chain. */
export type ChainUpdate = NonNullable<DepositState['chain']>;

/** The known state of a created deposit, from a response, a push or the cache. */
export interface DepositUpdate {
  status: DepositStatusWord;
  /** The money has arrived and isn't on the balance yet. Pushes don't hold this. */
  isReceived?: boolean | undefined;
  amount: string;
  currency: string;
  /** The credited amount, once anything was credited. */
  processingAmount?: string | undefined;
  /** The currency of the player's account, where it isn't that of the deposit. */
  processingCurrency?: string | undefined;
  /** The part of the credited amount that settled what the player owed. */
  settledDebt?: string | undefined;
  /** What was taken back of the credited amount since. */
  takenBack?: TakenBack | undefined;
  /** The fee on top of the amount, and their sum. Pushes don't hold them. */
  payerFee?: string | undefined;
  charged?: string | undefined;
  /** The reference for support. Pushes don't hold it. */
  reference?: string | undefined;
  declineReason?: DeclineReason | undefined;
  /** The provider says of a canceled deposit that nobody has paid it or can. Pushes don't hold this. */
  isUnpaid?: boolean | undefined;
  /** Why the money that arrived is, or was, returned to the player. */
  returnReason?: ReturnReason | undefined;
  chain?: ChainUpdate | undefined;
  /** All payments to the address, the newest first, where there are several. */
  transactions?: readonly ChainUpdate[] | undefined;
}

export interface CompleteState {
  status: TransactionStatus;
  /** The latest update; null before the first. */
  update: DepositUpdate | null;
  /** The status is the address's: there was no response of the server yet. */
  isFromAddress?: boolean;
  /** The number of confirmations that shows. */
  confirmations: number;
}

export type CompleteEvent =
  /** A response of deposit-status, or a push. */
  | { kind: 'updated'; update: DepositUpdate }
  /** A push with an unknown status: the deposit becomes accepted (§4). */
  | { kind: 'unknownPushed' }
  /** The server knows that the player has reported the payment. */
  | { kind: 'reported' }
  /** The deposit has waited for {@link longWaitMs}: the player need not stay. */
  | { kind: 'waitedLong' }
  /** The usual time for a block of the chain has passed (§4 "Crypto confirmation"). */
  | { kind: 'blockPassed' };

/** The data with which the complete page starts. */
export interface CompleteEntry {
  depositId: string;
  /** The address's `status`. */
  addressStatus: TransactionStatus | null;
  /** The update stored before, which may be of another deposit. */
  stored: (DepositUpdate & { depositId: string }) | null;
}

/**
 * §4 "On entry": a `status` of the query sets the status, but never to processed. Otherwise a
 * stored update counts where it is of this deposit. Without either the deposit waits.
 */
export function startComplete({ depositId, addressStatus, stored }: CompleteEntry): CompleteState {
  const own = stored?.depositId === depositId ? stored : null;
  const start: CompleteState = { status: 'waiting', update: null, confirmations: 0 };
  const known = own === null ? start : applyUpdate(start, own);
  if (addressStatus === null) return known;
  // A stored update has priority over the address.
  if (own !== null) return { ...known, status: mergeAddressStatus(addressStatus, known.status) };
  return { ...start, status: mergeAddressStatus(addressStatus, 'waiting'), isFromAddress: true };
}

/**
 * Returns the time in ms after which a waiting deposit shows as accepted: 60 s, and 300 s where the
 * player buys crypto as part of the payment (§4, §9). It changes texts, never money.
 */
export function longWaitMs(method: Pick<PaymentMethod, 'cardViewType'> | undefined): number {
  return method?.cardViewType === cardViewTypes.onramp ? 300_000 : 60_000;
}

/**
 * The successors of each state. Money may still arrive for a deposit that was declined, canceled or
 * has expired (design §3.3). A processed deposit stays processed.
 */
const successors: Record<TransactionStatus, readonly TransactionStatus[]> = {
  waiting: ['accepted', 'processed', 'declined', 'canceled', 'expired'],
  accepted: ['processed', 'declined', 'canceled', 'expired'],
  declined: ['accepted', 'processed'],
  canceled: ['accepted', 'processed'],
  expired: ['accepted', 'processed'],
  processed: [],
};

/** Performs one step of the complete page (§4). */
export function reduceComplete(state: CompleteState, event: CompleteEvent): CompleteState {
  switch (event.kind) {
    case 'updated':
      return applyUpdate(state, event.update);
    case 'unknownPushed':
      return acceptWaiting(state);
    case 'reported':
    case 'waitedLong':
      // A payment detected on its chain becomes accepted by its count.
      if (state.update?.chain !== undefined) return state;
      return acceptWaiting(state);
    case 'blockPassed':
      return passBlock(state);
  }
}

/**
 * Returns the number of confirmations that a payment of this chain needs. Only the chain itself
 * counts the last one.
 */
export function requiredConfirmations({ blockchain }: Pick<ChainUpdate, 'blockchain'>): number {
  return blockchains[blockchain].confirmations;
}

/** Returns whether a payment has all of its confirmations, by its state or by its count. */
export function isConfirmedOnChain(chain: ChainUpdate): boolean {
  if (!isStanding(chain) || chain.state === 'pending') return false;
  return chain.state === 'confirmed' || chain.confirmations >= requiredConfirmations(chain);
}

/** Returns whether blocks are being counted: a payment that is in none may never be in one. */
function isCounted({ state = 'confirming' }: ChainUpdate): boolean {
  return state === 'confirming';
}

function applyUpdate(state: CompleteState, update: DepositUpdate): CompleteState {
  const merged = merge(state.update, update);
  const confirmations = countConfirmations(state, merged.chain);
  const reported = resolveStatus(merged);
  if (state.isFromAddress === true) {
    // The chain says more than the address.
    const isCounting = isOnItsWay(merged.chain, reported);
    const status = isCounting ? reported : mergeAddressStatus(state.status, reported);
    return { status, update: merged, confirmations };
  }
  if (isLate(state.status, update)) return state;
  // Without the chain the deposit was accepted for its time alone: the blocks are counted from now on.
  const isFirstSeen = state.update?.chain === undefined && isOnItsWay(merged.chain, reported);
  if (isFirstSeen && state.status === 'accepted') {
    return { status: reported, update: merged, confirmations };
  }
  return { status: advance(state.status, reported), update: merged, confirmations };
}

/** Without an update a deposit becomes accepted only while it waits. */
function acceptWaiting(state: CompleteState): CompleteState {
  return state.status === 'waiting' ? { ...state, status: 'accepted' } : state;
}

/**
 * Returns whether an update is older than the status: it is then ignored. Money that has arrived
 * also counts after an end without money.
 */
function isLate(
  status: TransactionStatus,
  { status: word, isReceived = false }: DepositUpdate,
): boolean {
  if (status === 'waiting' || status === 'accepted') return false;
  const isOlder = word === 'PENDING' && (!isReceived || status === 'processed');
  return isOlder || (status === 'processed' && word !== 'PAYED');
}

/**
 * Merges an update with the known one. A push holds less than a response: the other values stay.
 */
function merge(known: DepositUpdate | null, update: DepositUpdate): DepositUpdate {
  if (known === null) return update;
  const isSameWord = known.status === update.status;
  return {
    ...update,
    payerFee: update.payerFee ?? known.payerFee,
    charged: update.charged ?? known.charged,
    reference: update.reference ?? known.reference,
    isReceived: update.isReceived ?? (isSameWord ? known.isReceived : undefined),
    isUnpaid: update.isUnpaid ?? (isSameWord ? known.isUnpaid : undefined),
    chain: update.chain ?? known.chain,
    transactions: update.transactions ?? known.transactions,
    returnReason: update.returnReason ?? (isSameWord ? known.returnReason : undefined),
    declineReason: update.declineReason ?? (isSameWord ? known.declineReason : undefined),
  };
}

/** Returns the status of an update. A payment with all of its confirmations is accepted (§4). */
function resolveStatus(update: DepositUpdate): TransactionStatus {
  const reported = decodeStatus(update);
  const { chain } = update;
  const isConfirmed = chain !== undefined && isConfirmedOnChain(chain);
  return reported === 'waiting' && isConfirmed ? 'accepted' : reported;
}

/**
 * Returns the chain's count, or the shown one where the block timer was faster. A falling count is
 * taken over at once: another branch of the chain has won.
 */
function countConfirmations(state: CompleteState, chain: ChainUpdate | undefined): number {
  if (chain === undefined) return state.confirmations;
  const before = state.update?.chain;
  const hasFallen =
    before !== undefined &&
    (before.txid !== chain.txid || chain.confirmations < before.confirmations);
  return hasFallen ? chain.confirmations : Math.max(state.confirmations, chain.confirmations);
}

/**
 * Raises the counter by one, but never to the last block, and only while the payment is on its way (§4).
 */
function passBlock(state: CompleteState): CompleteState {
  const chain = state.update?.chain;
  if (chain === undefined || !isOnItsWay(chain, state.status) || !isCounted(chain)) return state;
  if (state.confirmations >= requiredConfirmations(chain) - 1) return state;
  return { ...state, confirmations: state.confirmations + 1 };
}

/**
 * Combines the address's status with the server's, which has priority once it isn't `waiting`. Only
 * the server reports that money arrived (the rules of money), so `processed` in the address shows
 * as accepted.
 */
function mergeAddressStatus(
  addressStatus: TransactionStatus,
  reported: TransactionStatus,
): TransactionStatus {
  if (reported !== 'waiting') return reported;
  return addressStatus === 'processed' ? 'accepted' : addressStatus;
}

function advance(from: TransactionStatus, to: TransactionStatus): TransactionStatus {
  return successors[from].includes(to) ? to : from;
}

const firstPollMs = 5000;
const longestPollMs = 60_000;
const eagerPolls = 12;

/**
 * Returns the time in ms before the next poll, or false to stop: every 5 s for the first minute
 * (§9), then less and less often, and once a minute for a status that rarely changes.
 */
export function pollDelayMs(status: TransactionStatus, pollsDone: number): number | false {
  if (status === 'processed') return false;
  if (status !== 'waiting' && status !== 'accepted') return longestPollMs;
  if (pollsDone < eagerPolls) return firstPollMs;
  return Math.min(firstPollMs * 2 ** (pollsDone - eagerPolls + 1), longestPollMs);
}
