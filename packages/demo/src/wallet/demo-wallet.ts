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
import { openJournal } from './wallet-journal.ts';
import { type WalletAccount, WalletLedger, type WalletTransfer } from './wallet-ledger.ts';

/** The host's own wallet: its players' balances, stored in a file. */
export interface DemoWallet {
  /** Opens an account for a player who has none in this currency. */
  open: (account: WalletAccount) => void;
  /** Processes a request of Kassa. */
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

/** @throws if the file holds something else: balances must not be guessed. */
export function openDemoWallet(file: string): DemoWallet {
  const ledger = new WalletLedger();
  const journal = openJournal(file, (read) => {
    const entry = entrySchema.parse(read);
    if ('account' in entry) ledger.open(entry.account);
    else if (entry.transfer.operation !== 'profile') {
      ledger.apply({ transfer: entry.transfer, refusal: entry.refusal });
    }
  });
  const move = (transfer: WalletTransfer): WalletRefusal | null => {
    const before = ledger.recall(transfer);
    if (before !== undefined) return before;
    const decided = { transfer, refusal: ledger.decide(transfer) };
    // Written to the disk first, so that no response is ever forgotten.
    journal.append(decided);
    ledger.apply(decided);
    return decided.refusal;
  };
  return {
    open: ({ playerId, currency }) => {
      const account = { playerId, currency };
      if (ledger.open(account)) journal.append({ account });
    },
    answer: (request) => {
      if (request.operation !== 'profile') {
        const refusal = move(request);
        const { transferId } = request;
        return refusal === null ? { transferId, status: 'done' } : { refusal };
      }
      const { playerId, currency } = request;
      const amount = ledger.find(request);
      return typeof amount === 'string' ? { playerId, balance: { amount, currency } } : amount;
    },
    close: journal.close,
  };
}
