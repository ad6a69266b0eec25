import type { Decimal } from '@kassa/contract';
import type { Operator } from '../../../operator/scopes.ts';
import { choose } from '../choose.ts';
import type { Source, StepOf } from './history-steps.ts';
import type { Doer } from './judge.ts';
import { type HistoryWorld, house, type PlacedInvoice } from './own-history.ts';
import { ask, notify, type Person, type PoolAccount, roundAsPeopleDo } from './own-world.ts';
import {
  type Spelling,
  spell,
  type TrueTransfer,
  toCsv,
  toNotified,
  toStatement,
} from './true-transfer.ts';

const byBank: Doer = { kind: 'bank' };

/** Until when a payment is recognized by its amount: the late window has a day at least. */
const recognizableMs = 23 * 3_600_000;

interface NewTransfer {
  amount: Decimal;
  payer: Person | null;
  text: string | null;
}

/** Adds a payment of an invoice to what is true. */
export function addTransfer(
  world: HistoryWorld,
  { accountId, currency, player, depositId }: PlacedInvoice,
  { amount, payer, text }: NewTransfer,
): TrueTransfer {
  return keep(world, {
    account: requireAccount(world, accountId),
    amount,
    currency,
    ownerId: player.caller.playerId,
    depositId,
    payerName: payer && `${payer.first} ${payer.last}`,
    payerAccount: payer?.iban ?? null,
    text,
    isByOther: payer !== null && payer !== player.person,
  });
}

type Kept = Pick<
  TrueTransfer,
  | 'account'
  | 'amount'
  | 'currency'
  | 'ownerId'
  | 'depositId'
  | 'payerName'
  | 'payerAccount'
  | 'text'
> &
  Partial<TrueTransfer>;

/** Adds a transfer to what is true, booked now. */
export function keep({ transfers, core }: HistoryWorld, part: Kept): TrueTransfer {
  const transfer: TrueTransfer = {
    number: transfers.length + 1,
    bookedAt: core.now(),
    isByOther: false,
    isInvented: false,
    isReturn: false,
    reportedBy: new Set(),
    ...part,
  };
  transfers.push(transfer);
  return transfer;
}

export function requireAccount({ accounts }: HistoryWorld, id: string): PoolAccount {
  const found = accounts.find(({ row }) => row.id === id);
  if (found === undefined) throw new Error(`There is no account ${id}`);
  return found;
}

/** Somebody pays an invoice. */
export async function takePay(
  world: HistoryWorld,
  { invoice: index, amount, payer: who, text: written, by }: StepOf<'pay'>,
): Promise<Doer> {
  const invoice = choose(world.invoices, index);
  if (invoice === undefined) return byBank;
  const text = writeText(invoice, written);
  const ageMs = world.core.now().getTime() - invoice.createdAt.getTime();
  if (text !== invoice.reference && ageMs > recognizableMs) return byBank;
  const payer = { self: invoice.player.person, other: world.other, unnamed: null }[who];
  const paid = amount === 'exact' ? invoice.amount : roundAsPeopleDo(invoice);
  const transfer = addTransfer(world, invoice, { amount: paid, payer, text });
  world.seen.add(`paid by ${who}`);
  return by === null ? byBank : reportTransfers(world, [transfer], by, 'plain');
}

function writeText({ hasReference, reference }: PlacedInvoice, written: StepOf<'pay'>['text']) {
  if (written === 'none') return null;
  if (written === 'mistyped') return hasReference ? mistype(reference) : 'thank you';
  return hasReference ? reference : null;
}

/** Changes the last character of a reference. */
const mistype = (reference: string) =>
  reference.slice(0, -1) + (reference.endsWith('A') ? 'B' : 'A');

/** The bank reports a transfer, with earlier ones of its account. */
export async function takeReport(
  world: HistoryWorld,
  { transfer: index, by, overlap, spelling }: StepOf<'report'>,
): Promise<Doer> {
  const real = world.transfers.filter(({ isInvented }) => !isInvented);
  const chosen = choose(real, index);
  if (chosen === undefined) return byBank;
  const sameAccount = real.filter(
    ({ account, number }) => account === chosen.account && number <= chosen.number,
  );
  return reportTransfers(world, sameAccount.slice(-overlap - 1), by, spelling);
}

/** Money of the operator comes to an account: a payout that came back, or from another account. */
export async function takeMoveOwnMoney(
  world: HistoryWorld,
  { invoice: index, how, by }: StepOf<'moveOwnMoney'>,
): Promise<Doer> {
  const invoice = choose(world.invoices, index);
  if (invoice === undefined) return byBank;
  const other = world.accounts.find(({ row }) => row.id !== invoice.accountId);
  const isReturn = how === 'returned';
  const transfer = keep(world, {
    account: requireAccount(world, invoice.accountId),
    amount: invoice.amount,
    currency: invoice.currency,
    ownerId: null,
    depositId: null,
    payerName: how === 'inName' ? house : null,
    payerAccount: how === 'fromAccount' ? (other?.number ?? null) : null,
    text: isReturn ? `Return ${world.payouts.at(-1) ?? 'KW-7Q2M-41XK'}` : 'Liquidity',
    isReturn,
  });
  world.seen.add(`own money ${how}`);
  return reportTransfers(world, [transfer], by, 'plain');
}

/** Reports transfers of one account by a source. A file is uploaded by the first desk. */
export async function reportTransfers(
  world: HistoryWorld,
  transfers: readonly TrueTransfer[],
  by: Source,
  asked: Spelling,
): Promise<Doer> {
  // No bank puts marks between thousands elsewhere.
  const spelling = asked === 'grouped' && by !== 'csv' ? 'plain' : asked;
  const isReadable = transfers.every((it) => spell(it.amount, it.currency, spelling) === it.amount);
  const isTaken =
    by === 'notification'
      ? await deliver(world, transfers, spelling)
      : (await upload(world, world.desks[0], transfers, by, spelling)) === 200;
  if (!isReadable) world.seen.add(`an unreadable ${by}`);
  if (isTaken && isReadable) for (const { reportedBy } of transfers) reportedBy.add(by);
  return by === 'notification' ? byBank : { kind: 'file', operator: world.desks[0] };
}

async function deliver(
  world: HistoryWorld,
  transfers: readonly TrueTransfer[],
  spelling: Spelling,
): Promise<boolean> {
  const id = await notify(
    world,
    transfers.map((it) => toNotified(it, spelling)),
  );
  if (id === null) return false;
  const { outcome, processed_at } = await world.db
    .selectFrom('provider_notifications')
    .select(['outcome', 'processed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  world.seen.add(`notification answered ${outcome}`);
  return processed_at !== null && outcome !== 'unreadable';
}

/** Uploads a statement. Returns the status of the answer. */
export async function upload(
  world: HistoryWorld,
  operator: Operator,
  transfers: readonly TrueTransfer[],
  by: 'csv' | 'camt',
  spelling: Spelling,
): Promise<number> {
  const [first] = transfers;
  if (first === undefined) return 0;
  const text = by === 'csv' ? toCsv(transfers, spelling) : toStatement(transfers, spelling);
  const { status, body } = await ask(world, operator, 'statements-import', {
    file: Buffer.from(text).toString('base64'),
    requisiteId: first.account.row.id,
  });
  if (status >= 500) throw new Error(JSON.stringify(body));
  world.seen.add(`${by} answered ${status}`);
  return status;
}
