import {
  addDecimals,
  CallError,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  smallestAmount,
  toCurrencyDecimals,
} from '@kassa/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import { cancelDeposit } from '../../../money/requests/complete-deposit.ts';
import type { AttackPlan, PaidBy, Victim } from './attack-plan.ts';
import {
  addPoolAccount,
  ask,
  bringOperator,
  bringPlayers,
  createOwnWorld,
  type Invoice,
  notify,
  type OwnPlayer,
  type OwnWorld,
  order,
  type Person,
  roundAsPeopleDo,
} from './own-world.ts';
import { drawUnits, seedCrowd, startRandom } from './seed-crowd.ts';

/** What became of an honest player's payment. */
export interface Outcome {
  paidBy: PaidBy;
  isRounded: boolean;
  /** `wrong` credits another player; `proposed` waits for one act, `waiting` for a person's search. */
  became: 'credited' | 'wrong' | 'proposed' | 'waiting' | 'lost';
  /** The row, for a failure. */
  detail: string;
}

const accountCount = 3;
/** The live invoices of each account before the round's own. */
const crowdSize = 45;
const minuteMs = 60_000;

/** Plays one round of the attack in a brand of its own. */
export async function playAttack(pool: pg.Pool, plan: AttackPlan): Promise<Outcome[]> {
  const world = createOwnWorld(pool);
  const { currency } = plan.money;
  for (let index = 0; index < accountCount; index += 1) await addPoolAccount(world, { currency });
  const { attackers, victims } = await bringPeople(world, plan);
  await makeKnown(world, victims);
  world.pass(48 * 60 * minuteMs);
  await seed(world, plan);
  const attack = (isFirst: boolean) =>
    attackers.map(async (player, index) => {
      const attacker = plan.attackers[index];
      if (attacker?.isFirst !== isFirst) return;
      await attackOnce(world, player, plan, attacker);
    });
  for (const attacking of attack(true)) await attacking;
  world.pass(minuteMs);
  const paying: { victim: HonestPlayer; invoice: Invoice }[] = [];
  for (const victim of victims) {
    const invoice = await tryToOrder(world, victim.player, toWanted(plan, victim.plan));
    if (invoice !== null) paying.push({ victim, invoice });
  }
  for (const attacking of attack(false)) await attacking;
  world.pass(3 * minuteMs);
  const outcomes: Outcome[] = [];
  paying.sort((one, other) => one.victim.plan.turn - other.victim.plan.turn);
  for (const { victim, invoice } of paying) outcomes.push(await pay(world, victim, invoice));
  if (world.logged.length > 0) throw new Error(world.logged.join('\n'));
  return outcomes;
}

interface HonestPlayer {
  player: OwnPlayer;
  plan: Victim;
  /** Who pays in the place of the player. */
  other: Person;
}

const letters = (index: number) => 'abcdefghijklmnop'[index] ?? 'q';

async function bringPeople(world: OwnWorld, plan: AttackPlan) {
  const { currency } = plan.money;
  const person = (first: string, index: number): Person => ({
    first: `${first}${letters(index)}`,
    last: `Mill${letters(index)}r`,
    iban: `DE${first.length}${index}0000000000000000`,
  });
  const attackers = await bringPlayers(
    world,
    plan.attackers.map((_, index) => ({ person: person('Mallo', index), currency, isNamed: true })),
  );
  const players = await bringPlayers(
    world,
    plan.victims.map((_, index) => ({ person: person('Anni', index), currency, isNamed: true })),
  );
  const victims = players.map((player, index): HonestPlayer => {
    const [victim] = plan.victims.slice(index);
    if (victim === undefined) throw new Error('Each player has a plan');
    return { player, plan: victim, other: person('Roberto', index) };
  });
  return { attackers, victims };
}

/** Somebody else pays for a player, and a person accepts it. */
async function makeKnown(world: OwnWorld, victims: readonly HonestPlayer[]): Promise<void> {
  const known = victims.filter(({ plan }) => plan.paidBy === 'knownOther');
  if (known.length === 0) return;
  const operator = await bringOperator(world, 'first desk');
  for (const { player, other } of known) {
    const asked = player.caller.currency === 'JPY' ? '3141' : '31.41';
    const invoice = await order(world, player, asked);
    const transfer = await report(world, invoice, invoice.amount, other);
    if (transfer.status === 'matched') continue;
    const reply = await ask(world, operator, 'bank-transfers-assign', {
      transferId: transfer.id,
      depositId: invoice.depositId,
      reason: 'a spouse',
    });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  }
}

async function seed(world: OwnWorld, { money, crowd }: AttackPlan): Promise<void> {
  const random = startRandom(crowd);
  const perUnit = money.currency === 'JPY' ? 1 : 100;
  const base = Number(money.base) * perUnit;
  const crowds = world.accounts.map((account) => ({
    account,
    units: drawUnits(random, { base, perUnit, count: crowdSize }),
  }));
  const toAmount = (units: number) =>
    perUnit === 1
      ? String(units)
      : `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`;
  await seedCrowd(world, crowds, toAmount);
}

async function attackOnce(
  world: OwnWorld,
  player: OwnPlayer,
  { money }: AttackPlan,
  { detours, cancels }: AttackPlan['attackers'][number],
): Promise<void> {
  for (const detour of detours) {
    const invoice = await tryToOrder(world, player, shift(money, detour));
    if (invoice === null || !cancels) continue;
    await cancelDeposit(world.core, player.caller, invoice.depositId);
  }
}

/** Moves an amount by smallest units of its currency. */
function shift({ base, currency }: AttackPlan['money'], units: number): Decimal {
  const offset = multiplyDecimals(smallestAmount(currency), String(units));
  return toCurrencyDecimals(addDecimals(base, offset), currency);
}

function toWanted({ money }: AttackPlan, { wants, near, lonely, detour }: Victim): Decimal {
  const { base, currency } = money;
  if (wants === 'same') return shift(money, detour);
  const factor = wants === 'near' ? 1000 + near : 10 * lonely;
  const amount = multiplyDecimals(base, toCurrencyDecimals(String(factor), 'JPY'));
  // In whole units, as players order.
  return toCurrencyDecimals(String(Math.max(5, Math.round(Number(amount) / 1000))), currency);
}

/** Orders, or gives up where the server refuses it: there are limits, and no free amount. */
async function tryToOrder(world: OwnWorld, player: OwnPlayer, amount: Decimal) {
  try {
    return await order(world, player, amount);
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}

async function pay(world: OwnWorld, victim: HonestPlayer, invoice: Invoice): Promise<Outcome> {
  const { paidBy, isRounding, hasCanceled } = victim.plan;
  const { player, other } = victim;
  if (hasCanceled) await cancelDeposit(world.core, player.caller, invoice.depositId);
  const paid = isRounding ? roundIfNear(invoice) : invoice.amount;
  const payer = { self: player.person, knownOther: other, other, unnamed: null }[paidBy];
  const transfer = await report(world, invoice, paid, payer);
  const isRounded = compareDecimals(paid, invoice.amount) !== 0;
  const became = await judge(world, player, invoice, transfer);
  const detail = JSON.stringify({ paidBy, paid, invoice, transfer });
  return { paidBy, isRounded, became, detail };
}

/** One whom rounding moves by more than 1 % pays the exact amount. */
function roundIfNear(invoice: Invoice): Decimal {
  const rounded = roundAsPeopleDo(invoice);
  const asked = Number(invoice.amount);
  return Math.abs(Number(rounded) - asked) > asked / 100 ? invoice.amount : rounded;
}

let transfers = 0;

/** Reports a transfer to an invoice's account. Returns its row. */
async function report(
  world: OwnWorld,
  { accountId, currency }: Invoice,
  amount: Decimal,
  payer: Person | null,
) {
  transfers += 1;
  const id = `T${transfers}`;
  const account = world.accounts.find(({ row }) => row.id === accountId);
  await notify(world, [
    {
      id,
      account: account?.number ?? '',
      amount,
      currency,
      bookedAt: world.core.now().toISOString(),
      text: null,
      payerName: payer && `${payer.last} ${payer.first}`,
      payerAccount: payer?.iban ?? null,
    },
  ]);
  const { rows } = await sql<{
    id: string;
    status: string;
    because: string | null;
    depositId: string | null;
    proposedDepositId: string | null;
  }>`
    select id, status, because, deposit_id as "depositId",
      to_jsonb(t) ->> 'proposed_deposit_id' as "proposedDepositId"
    from bank_transfers t where brand_id = ${world.brandId} and bank_reference = ${id}`.execute(
    world.db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`The transfer ${id} is lost`);
  return row;
}

type Row = Awaited<ReturnType<typeof report>>;

/** Compares a transfer's row with whose money it was. */
async function judge(
  { db }: OwnWorld,
  { caller }: OwnPlayer,
  { depositId }: Invoice,
  transfer: Row,
): Promise<Outcome['became']> {
  if (transfer.status === 'review') {
    return transfer.proposedDepositId === depositId ? 'proposed' : 'waiting';
  }
  const payment = await db
    .selectFrom('payments as p')
    .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
    .select(['p.status', 'd.player_id'])
    .where('p.provider_payment_id', '=', transfer.id)
    .executeTakeFirst();
  if (payment === undefined) return 'lost';
  if (payment.player_id !== caller.playerId) return 'wrong';
  return payment.status === 'credited' ? 'credited' : 'waiting';
}
