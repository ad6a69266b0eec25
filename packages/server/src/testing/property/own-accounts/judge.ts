import { addDecimals, compareDecimals, type Decimal } from '@kassa/contract';
import { checkLedger } from '../../../money/ledger/check-ledger.ts';
import type { Operator } from '../../../operator/scopes.ts';
import type { HistoryWorld } from './own-history.ts';
import type { TrueTransfer } from './true-transfer.ts';

/** By whose word money is credited: the bank's, that of a file's uploader, or a person's. */
export type Doer =
  | { kind: 'bank' }
  | { kind: 'file'; operator: Operator }
  | { kind: 'person'; operator: Operator }
  /** A second key has approved it. */
  | { kind: 'second' };

/** A credited receipt. */
interface Credit {
  id: string;
  playerId: string;
  depositId: string;
  /** The account that the money came to, its amount and its currency. */
  place: string;
  amount: Decimal;
  /** Who uploaded the file that reported it, or null. */
  uploader: string | null;
}

const placeOf = (accountId: string | null, amount: Decimal, currency: string) =>
  `${accountId} ${stripZeros(amount)} ${currency}`;

const stripZeros = (amount: Decimal) =>
  amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;

/**
 * Compares what was credited with whose money it was. It knows nothing of the product's rules: equal
 * amounts on one account are counted, whichever report is taken for which of them.
 */
export class Judge {
  readonly #world: HistoryWorld;
  readonly #known = new Set<string>();
  /** The credits at a place without a person, by player. */
  readonly #byItself = new Map<string, number>();
  /** What each key has credited alone by files, by day. */
  readonly #alone = new Map<string, Decimal>();

  constructor(world: HistoryWorld) {
    this.#world = world;
  }

  /** Returns the problems after a step. */
  async check(doer: Doer): Promise<string[]> {
    const { db, brandId } = this.#world;
    const credits = await loadCredits(this.#world);
    const fresh = credits.filter(({ id }) => !this.#known.has(id));
    for (const { id } of fresh) this.#known.add(id);
    const ledger = fresh.length > 0 ? await checkLedger(db, { brandId }) : [];
    return [
      ...fresh.flatMap((credit) => this.#checkOwner(credit, doer)),
      ...fresh.flatMap((credit) => this.#checkAlone(credit, doer)),
      ...this.#checkTwice(credits),
      ...(await checkRows(this.#world)),
      ...(await checkWithdrawals(this.#world)),
      ...ledger.map(({ rule, subject }) => `ledger: violated: ${rule}: ${subject}`),
    ];
  }

  /** Returns what is lost at the end. */
  async checkEnd(): Promise<string[]> {
    return findLost(this.#world);
  }

  /** What no person has decided belongs to the player whose money it was. */
  #checkOwner({ playerId, place, depositId }: Credit, doer: Doer): string[] {
    const { seen, withStranger } = this.#world;
    const owned = this.#at(place).filter(({ ownerId }) => ownerId === playerId);
    const isByOther =
      owned.length > 0 && owned.every((it) => it.isByOther && it.reportedBy.size > 0);
    if (isByOther) withStranger.add(playerId);
    seen.add(`credited by ${doer.kind}`);
    if (doer.kind === 'person' || doer.kind === 'second') return [];
    const key = `${place} ${playerId}`;
    const count = (this.#byItself.get(key) ?? 0) + 1;
    this.#byItself.set(key, count);
    if (count <= owned.length) return [];
    const owners = this.#at(place).map(
      ({ ownerId, number }) => `T${number} of ${ownerId ?? 'the operator'}`,
    );
    const truth = owners.join(', ') || 'nothing';
    return [`${place} is credited to ${playerId} (${depositId}), and there came ${truth}`];
  }

  /** No key credits more than the threshold on a day by files that it has uploaded. */
  #checkAlone({ amount, uploader }: Credit, doer: Doer): string[] {
    const { upTo, core } = this.#world;
    if (upTo === null || (doer.kind !== 'file' && doer.kind !== 'person')) return [];
    if (doer.kind === 'person' && uploader !== doer.operator.actor) return [];
    const day = core.now().toISOString().slice(0, 10);
    const key = `${doer.operator.actor} on ${day}`;
    const sum = addDecimals(this.#alone.get(key) ?? '0', amount);
    this.#alone.set(key, sum);
    return compareDecimals(sum, upTo) > 0 ? [`${key} has credited ${sum} alone by files`] : [];
  }

  /** No more receipts are credited than there were transfers, by whomever. */
  #checkTwice(credits: readonly Credit[]): string[] {
    const places = new Set(credits.map(({ place }) => place));
    return [...places].flatMap((place) => {
      const count = credits.filter((credit) => credit.place === place).length;
      const real = this.#at(place).filter(({ ownerId }) => ownerId !== null);
      return count <= real.length
        ? []
        : [`${place} came ${real.length} times, is credited ${count}`];
    });
  }

  #at(place: string): TrueTransfer[] {
    return this.#world.transfers.filter(
      ({ account, amount, currency }) => placeOf(account.row.id, amount, currency) === place,
    );
  }
}

async function loadCredits({ db, brandId }: HistoryWorld): Promise<Credit[]> {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
    .leftJoin('bank_transfers as t', (join) =>
      join
        .onRef('t.brand_id', '=', 'p.brand_id')
        .on((eb) => eb(eb.cast('t.id', 'text'), '=', eb.ref('p.provider_payment_id'))),
    )
    .leftJoin('bank_statements as s', 's.id', 't.statement_id')
    .select([
      'p.id',
      'p.amount',
      'p.currency',
      'd.player_id as playerId',
      'd.id as depositId',
      'd.requisite_id as invoiced',
      't.requisite_id as reached',
      's.actor as uploader',
    ])
    .where('p.brand_id', '=', brandId)
    .where('p.status', '=', 'credited')
    .execute();
  return rows.map(({ invoiced, reached, currency, ...row }) => ({
    ...row,
    place: placeOf(reached ?? invoiced, row.amount, currency),
  }));
}

/** Each recorded transfer has the amount of a real one, and is credited where it says so. */
async function checkRows({ db, brandId, transfers, seen }: HistoryWorld): Promise<string[]> {
  const rows = await db
    .selectFrom('bank_transfers as t')
    .select(['id', 'requisite_id', 'amount', 'currency', 'status', 'bank_reference', 'deposit_id'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments as p')
          .select('p.id')
          .whereRef('p.brand_id', '=', 't.brand_id')
          .whereRef('p.deposit_id', '=', 't.deposit_id')
          .whereRef('p.amount', '=', 't.amount'),
      ).as('hasReceipt'),
    )
    .where('t.brand_id', '=', brandId)
    .execute();
  const real = new Set(
    transfers.map(({ account, amount, currency }) => placeOf(account.row.id, amount, currency)),
  );
  return rows.flatMap((row) => {
    const place = placeOf(row.requisite_id, row.amount, row.currency);
    seen.add(`a transfer in ${row.status}`);
    const what = `the transfer ${row.bank_reference} (${place})`;
    if (!real.has(place)) return [`${what} never came`];
    return row.status === 'matched' && !row.hasReceipt ? [`${what} has no receipt`] : [];
  });
}

/** Nobody withdraws after money of somebody else, unless a person decides. */
async function checkWithdrawals({ db, withdrawals }: HistoryWorld): Promise<string[]> {
  const ids = withdrawals.filter(({ hadStranger }) => hadStranger).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('withdrawals')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .where('status', 'not in', ['rejected', 'inReview'])
    .execute();
  return rows.map(({ id, status }) => `the withdrawal ${id} is ${status} after a stranger's money`);
}

/**
 * Each player's transfer that was reported is recorded. Of equal ones as many are as the source
 * has that reports more: nobody can tell them apart.
 */
async function findLost({ db, brandId, transfers }: HistoryWorld): Promise<string[]> {
  const rows = await db
    .selectFrom('bank_transfers')
    .select(['requisite_id', 'amount', 'currency'])
    .where('brand_id', '=', brandId)
    .execute();
  const recorded = rows.map((row) => placeOf(row.requisite_id, row.amount, row.currency));
  const paid = transfers.filter(({ ownerId, isInvented }) => ownerId !== null && !isInvented);
  const places = new Map<string, TrueTransfer[]>();
  for (const transfer of paid) {
    const place = placeOf(transfer.account.row.id, transfer.amount, transfer.currency);
    places.set(place, [...(places.get(place) ?? []), transfer]);
  }
  return [...places].flatMap(([place, equal]) => {
    const counts = (['notification', 'csv', 'camt'] as const).map(
      (source) => equal.filter(({ reportedBy }) => reportedBy.has(source)).length,
    );
    const least = Math.max(...counts);
    const found = recorded.filter((it) => it === place).length;
    return found >= least ? [] : [`${place} was reported ${least} times, and recorded ${found}`];
  });
}
