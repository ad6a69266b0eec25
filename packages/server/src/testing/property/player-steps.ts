import { addDecimals, CallError, type CallName, compareDecimals } from '@kassa/contract';
import { depositHandlers } from '../../api/handlers/deposits.ts';
import { withdrawalHandlers } from '../../api/handlers/withdrawals.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { runOnce } from '../../ground/idempotency/run-once.ts';
import { cancelDeposit, completeDeposit } from '../../money/requests/complete-deposit.ts';
import { cancelWithdrawal } from '../../money/requests/finish-withdrawal.ts';
import { unknownDevice } from '../order-players.ts';
import type { ActOf } from './acts.ts';
import {
  amountOf,
  choose,
  choosePlayer,
  listBonuses,
  listDeposits,
  listWithdrawals,
  ownerOf,
} from './choose.ts';
import { moreFields } from './simulated-connector.ts';
import type { World } from './world.ts';

/** The player creates a deposit; a repeated key repeats the first request. */
export async function takeCreateDeposit(
  world: World,
  core: Core,
  {
    player,
    key,
    cents,
    isForeign,
    hasBonus = false,
    duplicate,
  }: Omit<ActOf<'createDeposit'>, 'kind'>,
): Promise<void> {
  const caller = choosePlayer(world, player);
  const currency = isForeign ? 'USD' : caller.currency;
  const bonus = hasBonus ? await askForBonus(world, caller) : {};
  const money = { amount: amountOf(cents, currency), currency };
  const repeated = duplicate === 'repeats' ? await findRepeated(world, caller, cents) : undefined;
  const asked = duplicate === undefined ? {} : { isAnother: false };
  const fresh = { ...money, ...repeated, paymentType: 'card', ...bonus, ...asked };
  const name = `${caller.playerId} deposit-create key-${key}`;
  const request = (world.requests.get(name) as typeof fresh | undefined) ?? fresh;
  world.requests.set(name, request);
  const attempt = { call: 'deposit-create' as CallName, key: `key-${key}`, request };
  const work = depositHandlers['deposit-create'].work(core, caller, request, unknownDevice);
  try {
    const { depositId } = await runOnce(core, caller, attempt, work);
    remember(world, name, depositId);
  } catch (error) {
    if (error instanceof CallError && error.code === 'deposit.alreadyOpen') {
      await checkDuplicate(world, caller, request, error.params.depositId);
    }
    throw error;
  }
}

/** Returns the money of one of the player's deposits. */
async function findRepeated(world: World, { playerId }: Caller, index: number) {
  const own = (await listDeposits(world)).filter(({ player_id }) => player_id === playerId);
  const deposit = choose(own, index);
  return deposit && { amount: deposit.amount, currency: deposit.currency };
}

/** Checks that a refused duplicate names another deposit of the same player and money. */
async function checkDuplicate(
  world: World,
  { playerId }: Caller,
  { amount, currency }: { amount: string; currency: string },
  depositId: string | undefined,
): Promise<void> {
  const first = (await listDeposits(world)).find(({ id }) => id === depositId);
  const isSame =
    first?.player_id === playerId &&
    first.currency === currency &&
    compareDecimals(first.amount, amount) === 0;
  if (!isSame) world.findings.push(`a duplicate was refused because of deposit ${depositId}`);
}

/** Returns the part of a request that activates a bonus on offer; nothing if there is none. */
async function askForBonus(world: World, { playerId }: Caller) {
  const offered = await listBonuses(world, 'offered');
  const bonus = offered.find(({ player_id }) => player_id === playerId);
  return bonus === undefined ? {} : { bonusId: bonus.id, isActivatedBonus: true };
}

/** Sends another request with a used key; the server must reject it. */
export async function takeCreateDepositOtherwise(
  world: World,
  core: Core,
  { player, key }: ActOf<'createDepositOtherwise'>,
): Promise<void> {
  const caller = choosePlayer(world, player);
  if (!world.requests.has(`${caller.playerId} deposit-create key-${key}`)) return;
  const known = await findKey(world, caller, `key-${key}`);
  if (!known) return;
  const request = { amount: '777', currency: caller.currency, paymentType: 'card' };
  const attempt = { call: 'deposit-create' as CallName, key: `key-${key}`, request };
  await runOnce(
    core,
    caller,
    attempt,
    depositHandlers['deposit-create'].work(core, caller, request, unknownDevice),
  );
  world.findings.push('a key was accepted for a second request');
}

async function findKey({ db }: World, { brandId, playerId }: Caller, key: string) {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('call', '=', 'deposit-create')
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The player sends the fields that a provider may ask for, even for a deposit whose provider asks
 * for none.
 */
export async function takeContinueDeposit(
  world: World,
  core: Core,
  { deposit: index, key }: ActOf<'continueDeposit'>,
): Promise<void> {
  const deposit = choose(await listDeposits(world), index);
  const caller = world.players.find(({ playerId }) => playerId === deposit?.player_id);
  if (deposit === undefined || caller === undefined) return;
  const { id, amount, currency, payment_method: paymentType } = deposit;
  const request = { depositId: id, amount, currency, paymentType, fields: moreFields };
  const attempt = { call: 'deposit-create' as CallName, key: `more-${key}`, request };
  const work = depositHandlers['deposit-create'].work(core, caller, request, unknownDevice);
  const { depositId } = await runOnce(core, caller, attempt, work);
  remember(world, `${caller.playerId} deposit-create more-${key}`, depositId);
  world.seen.add('a deposit went on');
}

export async function takeCompleteDeposit(
  world: World,
  core: Core,
  { deposit: index }: ActOf<'completeDeposit'>,
): Promise<void> {
  const deposit = choose(await listDeposits(world), index);
  if (deposit !== undefined) {
    const details = { confirmationId: null, fields: {} };
    await completeDeposit(core, ownerOf(deposit), deposit.id, details);
  }
}

export async function takeCancelDeposit(
  world: World,
  core: Core,
  { deposit: index }: ActOf<'cancelDeposit'>,
): Promise<void> {
  const deposit = choose(await listDeposits(world), index);
  if (deposit !== undefined) await cancelDeposit(core, ownerOf(deposit), deposit.id);
}

export async function takeCreateWithdrawal(
  world: World,
  core: Core,
  { player, key, cents, method = 'payout' }: ActOf<'createWithdrawal'>,
): Promise<void> {
  const caller = choosePlayer(world, player);
  const { currency } = caller;
  const fresh = { amount: amountOf(cents, currency), currency, paymentType: method };
  const name = `${caller.playerId} withdrawal-create key-${key}`;
  const request = (world.requests.get(name) as typeof fresh | undefined) ?? fresh;
  world.requests.set(name, request);
  const attempt = { call: 'withdrawal-create' as CallName, key: `key-${key}`, request };
  const work = withdrawalHandlers['withdrawal-create'].work(core, caller, request, unknownDevice);
  const { withdrawalId } = await runOnce(core, caller, attempt, work);
  remember(world, name, withdrawalId);
}

export async function takeCancelWithdrawal(
  world: World,
  core: Core,
  { withdrawal: index }: ActOf<'cancelWithdrawal'>,
): Promise<void> {
  const withdrawal = choose(await listWithdrawals(world), index);
  if (withdrawal !== undefined) await cancelWithdrawal(core, ownerOf(withdrawal), withdrawal.id);
}

/** Moves money out of a remote wallet without Kassa; Kassa's own ledger has no bets. */
export function takeBet(world: World, { player, cents }: ActOf<'bet'>): void {
  const { playerId, externalId, currency } = choosePlayer(world, player);
  const amount = amountOf(cents, currency);
  if (!world.wallet?.spend(externalId, amount)) return;
  world.spent.set(playerId, addDecimals(world.spent.get(playerId) ?? '0', amount));
}

function remember({ answers }: World, name: string, id: string): void {
  const known = answers.get(name) ?? new Set();
  answers.set(name, known.add(id));
}
