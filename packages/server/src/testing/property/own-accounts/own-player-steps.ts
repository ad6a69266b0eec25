import { compareDecimals, multiplyDecimals, toCurrencyDecimals } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { withdrawalHandlers } from '../../../api/handlers/withdrawals.ts';
import { runOnce } from '../../../ground/idempotency/run-once.ts';
import { loadBalance } from '../../../money/ledger/balances.ts';
import { followUpDeposits } from '../../../money/provider-events/follow-up-deposits.ts';
import { cancelDeposit } from '../../../money/requests/complete-deposit.ts';
import { stepStatements } from '../../../operator/statements/step-statements.ts';
import { unknownDevice } from '../../order-players.ts';
import { amountOf, choose } from '../choose.ts';
import { attacker, type StepOf } from './history-steps.ts';
import type { Doer } from './judge.ts';
import { addTransfer, reportTransfers } from './own-bank-steps.ts';
import { type HistoryWorld, tryRequest } from './own-history.ts';
import { type OwnPlayer, order } from './own-world.ts';

const byBank: Doer = { kind: 'bank' };

/** More own deposits than any look at the last ones. */
const washes = 27;

export async function takeOrder(
  world: HistoryWorld,
  { player: index, wanted, cancels }: StepOf<'order'>,
): Promise<Doer> {
  const player = choose(world.players, index);
  if (player === undefined) return byBank;
  const amount = amountOf(wanted, world.currency);
  await placeOrder(world, player, amount, index === attacker && cancels);
  return byBank;
}

async function placeOrder(
  world: HistoryWorld,
  player: OwnPlayer,
  amount: string,
  cancels: boolean,
) {
  const invoice = await tryRequest(world, () => order(world, player, amount));
  if (invoice === undefined) return undefined;
  const placed = { ...invoice, player, createdAt: world.core.now() };
  world.invoices.push(placed);
  if (cancels) await cancelDeposit(world.core, player.caller, invoice.depositId);
  return placed;
}

export async function takeCancel(
  world: HistoryWorld,
  { invoice: index }: StepOf<'cancel'>,
): Promise<Doer> {
  const invoice = choose(world.invoices, index);
  if (invoice === undefined) return byBank;
  const { player, depositId } = invoice;
  await tryRequest(world, () => cancelDeposit(world.core, player.caller, depositId));
  return byBank;
}

/** Time passes, and the jobs run. */
export async function takeWait(
  { core, pass }: HistoryWorld,
  { minutes }: StepOf<'wait'>,
): Promise<Doer> {
  pass(minutes * 60_000);
  await followUpDeposits(core);
  await stepStatements(core);
  return byBank;
}

export async function takeWithdraw(
  world: HistoryWorld,
  { player: index }: StepOf<'withdraw'>,
): Promise<Doer> {
  const player = choose(world.players, index);
  if (player !== undefined) await withdraw(world, player);
  return byBank;
}

/** Withdraws a part of the balance. */
async function withdraw(world: HistoryWorld, player: OwnPlayer): Promise<void> {
  const { core, currency, brandId } = world;
  const { caller } = player;
  const owner = { brandId, kind: 'player' as const, owner: caller.playerId, currency };
  const balance = await loadBalance(core.db, owner);
  const amount = toCurrencyDecimals(multiplyDecimals(balance, '0.1'), currency);
  if (compareDecimals(amount, currency === 'JPY' ? '10' : '1') < 0) return;
  const request = { amount, currency, paymentType: 'payout', fields: {} };
  const attempt = { call: 'withdrawal-create' as const, key: uuidv7(), request };
  const work = withdrawalHandlers['withdrawal-create'].work(core, caller, request, unknownDevice);
  const hadStranger = world.withStranger.has(caller.playerId);
  if (hadStranger) world.seen.add('a withdrawal after money of somebody else');
  const made = await tryRequest(world, () => runOnce(core, caller, attempt, work));
  if (made === undefined) return;
  world.withdrawals.push({ id: made.withdrawalId, hadStranger });
  const { status, reference } = await core.db
    .selectFrom('withdrawals')
    .select(['status', 'reference'])
    .where('id', '=', made.withdrawalId)
    .executeTakeFirstOrThrow();
  if (status === 'completed') world.payouts.push(reference);
}

/** A player pays many small deposits of their own, and withdraws. */
export async function takeWash(
  world: HistoryWorld,
  { player: index }: StepOf<'wash'>,
): Promise<Doer> {
  const { seen, currency } = world;
  // The first with money of somebody else; it takes long, and once is enough.
  const players = world.players.filter(({ caller }) => world.withStranger.has(caller.playerId));
  const player = choose(players, index);
  if (player === undefined || seen.has('washed')) return byBank;
  seen.add('washed');
  for (let count = 0; count < washes; count += 1) {
    const amount = currency === 'JPY' ? '7777' : '77.77';
    const invoice = await placeOrder(world, player, amount, false);
    if (invoice === undefined) break;
    const transfer = addTransfer(world, invoice, {
      amount: invoice.amount,
      payer: player.person,
      text: invoice.hasReference ? invoice.reference : null,
    });
    await reportTransfers(world, [transfer], 'notification', 'plain');
    world.pass(1_000);
  }
  await withdraw(world, player);
  return byBank;
}
