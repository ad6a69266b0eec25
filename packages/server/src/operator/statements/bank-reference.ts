import { createHash } from 'node:crypto';
import type { Decimal } from '@kassa/contract';

/** A movement as its bank reference is made of. */
export interface Movement {
  /** The bank's own id; null if it has none. */
  bankId: string | null;
  /** The booking day as the file has it: `2026-11-20`. */
  day: string;
  amount: Decimal;
  currency: string;
  isCredit: boolean;
  isReversal: boolean;
  /** Everything else that distinguishes it, used without a `bankId`. */
  content: readonly (string | null)[];
}

/**
 * Returns the maker of a file's bank references. A reference is the same in every file that has the
 * movement, so that a file that is loaded twice, or overlaps another one, repeats no money. Banks
 * give one id to several movements at times, such as the payments of a batch; so the day and the
 * amount belong to the reference, and no money is lost. Equal movements of a day are numbered.
 */
export function startReferences(): (movement: Movement) => string {
  const counts = new Map<string, number>();
  return ({ bankId, day, amount, currency, isCredit, isReversal, content }) => {
    const money = `${day} ${trimZeros(amount)} ${currency}`;
    const base =
      bankId === null
        ? `${money} ${digest([isCredit, isReversal, ...content])}`
        : `${storable(bankId)} ${money}`;
    const key = `${isCredit} ${isReversal} ${base}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? base : `${base} (${count})`;
  };
}

/** An id of any length and any characters: what no index or text column takes is replaced by a digest. */
const storable = (bankId: string) =>
  bankId.length > longestId || /\p{Cc}/u.test(bankId) ? digest([bankId]) : bankId;

const longestId = 200;

/** `12.5` and `12.50` are the same amount. */
const trimZeros = (amount: Decimal) =>
  amount
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

function digest(content: readonly unknown[]): string {
  const text = JSON.stringify(content).normalize('NFC');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
