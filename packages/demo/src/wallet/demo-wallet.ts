import {
  currencySchema,
  type WalletDone,
  type WalletProfile,
  type WalletRefusal,
  type WalletRequest,
  walletRefusals,
  walletRequestSchema,
} from '@kassa/contract';
import * as z from 'zod/mini';
import { type WalletAccount, WalletBook, type WalletTransfer } from './wallet-book.ts';
import { openJournal } from './wallet-journal.ts';

/** The host's own wallet: balances of its players, kept in a file. */
export interface DemoWallet {
  /** Makes an account for a player who has none in this currency. */
  open: (account: WalletAccount) => void;
  /** Answers a request of Kassa's. */
  answer: (request: WalletRequest) => WalletProfile | WalletDone | { refusal: WalletRefusal };
  close: () => void;
}

const accountSchema = z.object({ playerId: z.string(), currency: currencySchema });

const entrySchema = z.union([
  z.object({ account: accountSchema }),
  z.object({
    transfer: walletRequestSchema,
    refusal: z.nullable(z.enum(Object.keys(walletRefusals) as WalletRefusal[])),
  }),
]);

/** @throws where the file holds something else: money is not to be guessed. */
export function openDemoWallet(file: string): DemoWallet {
  const book = new WalletBook();
  const journal = openJournal(file, (read) => {
    const entry = entrySchema.parse(read);
    if ('account' in entry) book.open(entry.account);
    else if (entry.transfer.operation !== 'profile') {
      book.apply({ transfer: entry.transfer, refusal: entry.refusal });
    }
  });
  const move = (transfer: WalletTransfer): WalletRefusal | null => {
    const before = book.recall(transfer);
    if (before !== undefined) return before;
    const decided = { transfer, refusal: book.judge(transfer) };
    // On the disk first: what was said is never forgotten.
    journal.append(decided);
    book.apply(decided);
    return decided.refusal;
  };
  return {
    open: ({ playerId, currency }) => {
      const account = { playerId, currency };
      if (book.open(account)) journal.append({ account });
    },
    answer: (request) => {
      if (request.operation !== 'profile') {
        const refusal = move(request);
        const { transferId } = request;
        return refusal === null ? { transferId, status: 'done' } : { refusal };
      }
      const { playerId, currency } = request;
      const amount = book.find(request);
      return typeof amount === 'string' ? { playerId, balance: { amount, currency } } : amount;
    },
    close: journal.close,
  };
}
