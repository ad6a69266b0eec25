import * as z from 'zod/mini';

/**
 * The one table between the server's deposit states and the client's vocabularies: the push's
 * number and the `deposit-status` call's word; what a word shows stands below. Money that is there
 * and not on the balance yet isn't pushed, and has the word of a deposit that waits beside
 * `isReceived`. No other module knows the spellings `0/1/2`, `PAYED` or `mistaked`.
 */
const table = {
  created: { push: 0, word: 'PENDING' },
  awaitingPlayer: { push: 0, word: 'PENDING' },
  awaitingConfirmation: { push: 0, word: 'PENDING' },
  parked: { push: null, word: 'PENDING' },
  /** The money is there, and the operator's wallet has not said yet that the player has it. */
  crediting: { push: null, word: 'PENDING' },
  processed: { push: 1, word: 'PAYED' },
  declined: { push: 2, word: 'DECLINED' },
  failed: { push: 2, word: 'DECLINED' },
  canceled: { push: 2, word: 'CANCELED' },
  autoCanceled: { push: 2, word: 'AUTO_CANCELED' },
} as const satisfies Record<string, { push: 0 | 1 | 2 | null; word: DepositStatusWord }>;

/**
 * What a player is shown of a transaction (§4). `declined`, `canceled` and `expired` are one status
 * to the spec (`mistaked`) and have their own words here.
 */
export type TransactionStatus =
  | 'waiting'
  | 'accepted'
  | 'processed'
  | 'declined'
  | 'canceled'
  | 'expired';

/** The server's deposit states. */
export type DepositStatus = keyof typeof table;

export const depositStatuses = Object.keys(table) as DepositStatus[];

/** §3 "Deposit status values", and the two of ours. */
export const depositStatusWordSchema = z.enum([
  'PENDING',
  'PAYED',
  'DECLINED',
  'CANCELED',
  'AUTO_CANCELED',
]);

export type DepositStatusWord = z.infer<typeof depositStatusWordSchema>;

/** The push's number for a state, or null where a state is not pushed. */
export function encodePushStatus(status: DepositStatus): 0 | 1 | 2 | null {
  return table[status].push;
}

export function encodeStatusWord(status: DepositStatus): DepositStatusWord {
  return table[status].word;
}

/** Whether a deposit's money is there, and not on the balance yet: nobody should pay it again. */
export function isReceived(status: DepositStatus): boolean {
  return status === 'parked' || status === 'crediting';
}

const shownByWord: Record<DepositStatusWord, TransactionStatus> = {
  PENDING: 'waiting',
  PAYED: 'processed',
  DECLINED: 'declined',
  CANCELED: 'canceled',
  AUTO_CANCELED: 'expired',
};

/** What a player is shown of a deposit by what the server says of it: accepted once its money is there. */
export function decodeStatus({ status, isReceived = false }: SaidStatus): TransactionStatus {
  return isReceived && status === 'PENDING' ? 'accepted' : shownByWord[status];
}

interface SaidStatus {
  status: DepositStatusWord;
  isReceived?: boolean | undefined;
}

interface Pushed {
  status: number;
  word?: DepositStatusWord | undefined;
}

const wordsByPush: readonly DepositStatusWord[] = ['PENDING', 'PAYED', 'DECLINED'];

/** What a push says: its word, else that of its number (§4); null where that is unknown too. */
export function decodePush({ status, word }: Pushed): DepositStatusWord | null {
  return word ?? wordsByPush[status] ?? null;
}

/** Decodes the `status` query parameter of the complete page (§4), legacy spelling included. */
export function decodeStatusQuery(text: string): TransactionStatus | null {
  if (text === 'mistaked') return 'declined';
  return text === 'waiting' || text === 'accepted' || text === 'processed' ? text : null;
}
