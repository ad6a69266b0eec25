import { CallError, type DeclineReason } from '@kassa/contract';
import { type SqlBool, sql } from 'kysely';
import type { CreateOutcome, ReservedRequisite } from '../../connectors/connector.ts';
import type { ConnectorError } from '../../connectors/connector-outcome.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { retryDeadlock } from '../../ground/database/retry-deadlock.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { findBlock } from '../../players/player-blocks.ts';
import { isErased } from '../../players/player-row.ts';
import { reserveAddress } from '../addresses/reserve-address.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { type AttemptError, recordTransition } from '../deposits/move-deposit.ts';
import { planNextCheck } from '../deposits/plan-next-check.ts';
import { returnRequisite } from '../requisites/free-requisite.ts';
import { type ReservationRefusal, reserveRequisite } from '../requisites/reserve-requisite.ts';

/**
 * The reasons of a decline that another provider may see otherwise: they lie with this provider's
 * rules, its risk check or its systems. The other reasons lie with the payer's money, details, card
 * or bank, which the next provider would meet again.
 */
const reasonsOfProvider: ReadonlySet<DeclineReason> = new Set([
  'notPermitted',
  'suspectedFraud',
  'technical',
]);

/**
 * Whether another provider may take a deposit after this outcome: the one that was asked certainly
 * did nothing, or declined for a reason of its own. A decline without a reason permits nothing.
 */
export function mayAnotherAccept(outcome: CreateOutcome): outcome is ConnectorError {
  if (outcome.kind !== 'error') return false;
  switch (outcome.error) {
    case 'unavailable':
    case 'rateLimited':
    case 'rejected':
    case 'misconfigured':
      return true;
    case 'declined':
      return outcome.reason != null && reasonsOfProvider.has(outcome.reason);
    case 'timeoutUnknown':
    case 'malformed':
      return false;
  }
}

/** Whether the provider of the attempt under way hasn't accepted the deposit yet. */
const isInFirstRequest = ({ status, provider_reference }: Deposit) =>
  status === 'created' && provider_reference === null;

/**
 * Returns the account that follows the one under way in the deposit's plan; null if there is none, or if
 * the deposit's provider has accepted it.
 * Accounts that are off or gone by now are left out.
 */
export function findNextRoute(core: Pick<Core, 'brands'>, deposit: Deposit): string | null {
  return isInFirstRequest(deposit) ? (listFurther(core, deposit)[0] ?? null) : null;
}

/** Returns the accounts that follow the one under way in the plan, without those that are off. */
function listFurther(core: Pick<Core, 'brands'>, deposit: Deposit): string[] {
  const accounts = core.brands.get(deposit.brand_id)?.accounts;
  const planned = listPlanned(deposit);
  const position = planned.indexOf(deposit.connector);
  if (position < 0) return [];
  return planned.slice(position + 1).filter((name) => accounts?.get(name)?.isOn === true);
}

/** Returns the accounts of the plan in the order of their attempts. */
function listPlanned({ route_plan }: Pick<Deposit, 'route_plan'>): string[] {
  return (route_plan ?? [])
    .flatMap(({ account, order }) => (order === null ? [] : [{ account, order }]))
    .toSorted((left, right) => left.order - right.order)
    .map(({ account }) => account);
}

/**
 * Counts a request to create the payment before it is sent, if a further route may follow it: once
 * there is a second one, the first may have reached the provider, and a refusal proves nothing.
 * Returns false if the attempt has ended.
 */
export async function countRequest({ db }: Pick<Core, 'db'>, deposit: Deposit): Promise<boolean> {
  if (!isInFirstRequest(deposit) || listPlanned(deposit).length < 2) return true;
  const counted = await db
    .updateTable('deposit_attempts')
    .set((eb) => ({ asked_count: eb('asked_count', '+', 1) }))
    .where(underWay(deposit))
    .executeTakeFirst();
  return counted.numUpdatedRows > 0n;
}

/**
 * Ends the attempt under way and begins the next one at another account, in one transaction. Returns
 * null if the deposit must not go on: the outcome doesn't permit it, no further route can take it, the
 * deposit was moved, its player may no longer pay, or the provider was asked more than once. If the
 * process dies before the next provider is asked, the call's next run asks it.
 */
export async function failOver(
  core: Core,
  asked: Deposit,
  outcome: CreateOutcome,
): Promise<Deposit | null> {
  if (findNextRoute(core, asked) === null || !mayAnotherAccept(outcome)) return null;
  const move = async (tx: Tx) => {
    const deposit = await lockDepositAndPlayer(tx, { brandId: asked.brand_id }, asked.id);
    if (deposit === undefined || !isInFirstRequest(deposit)) return null;
    if (!(await mayPay(core, tx, deposit))) return null;
    const attempt = await tx
      .selectFrom('deposit_attempts')
      .select('number')
      .where(underWay(asked))
      .where('asked_count', '=', 1)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (attempt === undefined) return null;
    return beginNextAttempt(core, tx, deposit, {
      outcome: outcome.error === 'declined' ? 'declined' : 'failed',
      ...describeError(outcome),
    });
  };
  // Between two pools it locks a requisite of each.
  return retryDeadlock(() => core.db.transaction().execute(move));
}

/** A deposit that was begun, with the requisite that was reserved for it. */
export interface BegunDeposit {
  deposit: Deposit;
  /** Left out: to be loaded. */
  requisite?: ReservedRequisite;
}

/**
 * Reserves a requisite for a new deposit whose account is a pool. If none is free, or its player gets no further
 * invoice now, the deposit begins at the next account of its plan. The transaction ends with it, as the requisite
 * stays locked.
 * @throws CallError requisites.noneFree, invoices.tooMany, invoices.paused if no account of the plan can take it
 */
export async function reserveFirst(core: Core, tx: Tx, deposit: Deposit): Promise<BegunDeposit> {
  const taken = await take(core, tx, deposit, deposit.connector, { isLast: true });
  if ('deposit' in taken) return taken;
  const { code, params } = taken.refusal;
  const why = { outcome: 'failed', error: code, detail: refusals[code] } as const;
  const moved = await beginNextAttempt(core, tx, deposit, why);
  if (moved === null) throw new CallError(code, refusals[code], params, deposit.reference);
  return { deposit: moved };
}

const refusals: Record<ReservationRefusal['code'], string> = {
  'requisites.noneFree': 'No account is free to pay this amount into now.',
  'invoices.tooMany': 'The player has too many open invoices.',
  'invoices.paused': 'The player has left invoices unpaid, and has to wait.',
};

function accountOf(core: Core, { brand_id }: Pick<Deposit, 'brand_id'>, account: string) {
  return core.brands.get(brand_id)?.accounts.get(account);
}

/** Whether an account gives each deposit a requisite or an address. */
export function mustReserve(
  core: Core,
  deposit: Pick<Deposit, 'brand_id'>,
  account: string,
): boolean {
  const { usesRequisites, rails } = accountOf(core, deposit, account) ?? {};
  return usesRequisites === true || (rails !== undefined && rails.size > 0);
}

const noneFree = { refusal: { code: 'requisites.noneFree', params: {} } } as const;

/** Reserves a requisite if the account is a pool, and an address if it watches chains. */
async function take(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  account: string,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<BegunDeposit | { refusal: ReservationRefusal }> {
  const { usesRequisites, rails } = accountOf(core, deposit, account) ?? {};
  if (rails !== undefined && rails.size > 0) {
    return (await reserveAddress(core, tx, deposit, account)) ? { deposit } : noneFree;
  }
  if (usesRequisites !== true) return { deposit };
  const reserved = await reserveRequisite(core, tx, deposit, account, { isLast });
  if (reserved.kind === 'refused') return reserved;
  const { requisiteId: requisite_id, requisite } = reserved;
  return { deposit: { ...deposit, requisite_id }, requisite };
}

/**
 * Moves a deposit to the first further account of its plan that can take it, and records why the
 * others didn't. Returns null if there is none.
 */
async function beginNextAttempt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  why: { outcome: 'declined' | 'failed'; error: string; detail: string | null },
): Promise<Deposit | null> {
  if (deposit.requisite_id !== null) await returnRequisite(tx, deposit);
  const refused = [{ account: deposit.connector, error: why.error }];
  for (const next of listFurther(core, deposit)) {
    const taken = await take(core, tx, deposit, next);
    if ('deposit' in taken) {
      const reasons = refused.map(({ account, error }) => `account ${account}: ${error}`);
      // The provider's words stay with the attempt, where an erasure finds them.
      const reason = `${reasons.join('; ')}; next account: ${next}`;
      return moveToAccount(core, tx, taken.deposit, { next, why, reason });
    }
    refused.push({ account: next, error: taken.refusal.code });
  }
  return null;
}

async function moveToAccount(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  {
    next,
    why,
    reason,
  }: { next: string; why: Parameters<typeof beginNextAttempt>[3]; reason: string },
): Promise<Deposit> {
  await tx
    .updateTable('deposit_attempts')
    .set({ ...why, ended_at: core.now() })
    .where(underWay(deposit))
    .execute();
  const changes = {
    connector: next,
    attempt: deposit.attempt + 1,
    next_check_at: planNextCheck(deposit, core.now()),
    updated_at: core.now(),
  };
  const moved = await recordTransition(core, tx, {
    write: { update: changes, row: { ...deposit, status: 'created' } },
    deposit: { ...deposit, ...changes },
    from: 'created',
    reason,
  });
  if (moved === undefined) throw new Error(`Deposit ${deposit.id} was moved despite its lock`);
  return moved;
}

async function mayPay(core: Core, tx: Tx, { brand_id, player_id }: Deposit): Promise<boolean> {
  const player = { brandId: brand_id, playerId: player_id };
  if (await isErased(tx, player)) return false;
  return (await findBlock(core, tx, player, 'deposit')) === undefined;
}

/** The row of the attempt under way, as long as it is open. */
const underWay = ({ brand_id, id, attempt }: Deposit) => sql<SqlBool>`
  brand_id = ${brand_id} and deposit_id = ${id} and number = ${attempt} and outcome is null`;

/** The error, or the reason of a decline, and the detail for the operator. */
export function describeError(outcome: ConnectorError): AttemptError {
  const reason = outcome.error === 'declined' ? outcome.reason : null;
  return { error: reason ?? outcome.error, detail: outcome.detail };
}
