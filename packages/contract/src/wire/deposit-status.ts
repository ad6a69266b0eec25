import * as z from 'zod/mini';

/**
 * The only mapping between the server's deposit statuses and the client's values: the push's number
 * and the word of the `deposit-status` call. Received money that isn't credited yet is not pushed;
 * its word is that of a waiting deposit, next to `isReceived`. No other module knows the spellings
 * `0/1/2`, `PAYED` or `mistaked`.
 */
const table = {
  created: { push: 0, word: 'PENDING' },
  awaitingPlayer: { push: 0, word: 'PENDING' },
  awaitingConfirmation: { push: 0, word: 'PENDING' },
  parked: { push: null, word: 'PENDING' },
  /** The money arrived, and the operator's wallet hasn't confirmed the credit yet. */
  crediting: { push: null, word: 'PENDING' },
  processed: { push: 1, word: 'PAYED' },
  declined: { push: 2, word: 'DECLINED' },
  failed: { push: 2, word: 'DECLINED' },
  canceled: { push: 2, word: 'CANCELED' },
  autoCanceled: { push: 2, word: 'AUTO_CANCELED' },
} as const satisfies Record<string, { push: 0 | 1 | 2 | null; word: DepositStatusWord }>;

/**
 * The status of a transaction as displayed to the player (§4). The spec has one status (`mistaked`)
 * for `declined`, `canceled` and `expired`; they have their own texts here.
 */
export type TransactionStatus =
  | 'waiting'
  | 'accepted'
  | 'processed'
  | 'declined'
  | 'canceled'
  | 'expired';

/** The server's deposit statuses. */
export type DepositStatus = keyof typeof table;

export const depositStatuses = Object.keys(table) as DepositStatus[];

/** §3 "Deposit status values", and two of our own. */
export const depositStatusWordSchema = z.enum([
  'PENDING',
  'PAYED',
  'DECLINED',
  'CANCELED',
  'AUTO_CANCELED',
]);

export type DepositStatusWord = z.infer<typeof depositStatusWordSchema>;

/** Returns the push's number for a status, or null if the status is not pushed. */
export function encodePushStatus(status: DepositStatus): 0 | 1 | 2 | null {
  return table[status].push;
}

export function encodeStatusWord(status: DepositStatus): DepositStatusWord {
  return table[status].word;
}

/** Whether a deposit's money arrived but is not credited yet: nobody should pay it again. */
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

/** Returns the displayed status for a response of the server: accepted once the money arrived. */
export function decodeStatus({ status, isReceived = false }: StatusFields): TransactionStatus {
  return isReceived && status === 'PENDING' ? 'accepted' : shownByWord[status];
}

interface StatusFields {
  status: DepositStatusWord;
  isReceived?: boolean | undefined;
}

interface Pushed {
  status: number;
  word?: DepositStatusWord | undefined;
}

const wordsByPush: readonly DepositStatusWord[] = ['PENDING', 'PAYED', 'DECLINED'];

/**
 * Returns the word of a push: its own, else that of its number (§4); null if that is unknown too.
 */
export function decodePush({ status, word }: Pushed): DepositStatusWord | null {
  return word ?? wordsByPush[status] ?? null;
}

/**
 * Decodes the `status` query parameter of the complete page (§4), including the legacy spelling.
 */
export function decodeStatusQuery(text: string): TransactionStatus | null {
  if (text === 'mistaked') return 'declined';
  return text === 'waiting' || text === 'accepted' || text === 'processed' ? text : null;
}
