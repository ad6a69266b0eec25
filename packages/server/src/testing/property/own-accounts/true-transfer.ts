import type { Decimal } from '@kassa/contract';
import { writeCamt } from '../../write-camt.ts';
import type { Source } from './history-steps.ts';
import type { NotifiedTransfer, PoolAccount } from './own-world.ts';

/** A transfer as it really was. */
export interface TrueTransfer {
  number: number;
  account: PoolAccount;
  amount: Decimal;
  currency: string;
  bookedAt: Date;
  /** The player whose money it is; null: the operator's own money. */
  ownerId: string | null;
  /** The deposit that it is for. */
  depositId: string | null;
  payerName: string | null;
  payerAccount: string | null;
  text: string | null;
  /** Money of somebody else than the player, whom the bank names. */
  isByOther: boolean;
  /** A line that an operator has typed; nothing was paid. */
  isInvented: boolean;
  /** The bank's code of a payout that came back. */
  isReturn: boolean;
  /** Whether an operator has confirmed it for its deposit. */
  isConfirmed?: boolean;
  /** By which sources it was reported in a readable form. */
  reportedBy: Set<Source>;
}

/** How an amount is spelled in a report. */
export type Spelling = 'plain' | 'grouped' | 'finer';

/** Spells an amount; `grouped` only where it has thousands. */
export function spell(amount: Decimal, currency: string, spelling: Spelling): string {
  if (spelling === 'plain') return amount;
  if (spelling === 'finer') return currency === 'JPY' ? `${amount}.4` : `${amount}4`;
  const [whole = '', part] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return part === undefined || /^0*$/.test(part) ? grouped : amount;
}

/** Writes a transfer as the bank's notification has it. */
export function toNotified(transfer: TrueTransfer, spelling: Spelling): NotifiedTransfer {
  return {
    id: `n${transfer.number}`,
    account: transfer.account.number,
    amount: spell(transfer.amount, transfer.currency, spelling),
    currency: transfer.currency,
    bookedAt: transfer.bookedAt.toISOString(),
    text: transfer.text,
    payerName: transfer.payerName,
    payerAccount: transfer.payerAccount,
  };
}

const dayOf = ({ bookedAt }: TrueTransfer) => bookedAt.toISOString().slice(0, 10);

/** Writes a statement of an account in CSV. */
export function toCsv(transfers: readonly TrueTransfer[], spelling: Spelling): string {
  const rows = transfers.map((it) => [
    dayOf(it),
    spell(it.amount, it.currency, spelling),
    it.currency,
    `c${it.number}`,
    it.text ?? '',
    it.payerName ?? '',
    it.payerAccount ?? '',
  ]);
  const head = ['date', 'amount', 'currency', 'id', 'text', 'payer', 'payerAccount'];
  return [head, ...rows].map((row) => row.join(',')).join('\n');
}

const returned =
  '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>';

/** Writes a statement of an account in camt.053. */
export function toStatement(transfers: readonly TrueTransfer[], spelling: Spelling): string {
  const [first] = transfers;
  const lines = transfers.map((it) => ({
    bankId: `x${it.number}`,
    amount: spell(it.amount, it.currency, spelling),
    currency: it.currency,
    booked: dayOf(it),
    isCredit: true,
    isReversal: false,
    text: it.text,
    payerName: it.payerName,
    payerAccount: it.payerAccount,
  }));
  let at = -1;
  return writeCamt('08', { lines, accountNumber: first?.account.number ?? '' })
    .split('\n')
    .map((line) => {
      if (!line.startsWith('<Ntry>')) return line;
      at += 1;
      if (transfers[at]?.isReturn !== true) return line;
      return line
        .replace(/<BkTxCd\/>/, returned)
        .replace('</TxDtls>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>');
    })
    .join('\n');
}
