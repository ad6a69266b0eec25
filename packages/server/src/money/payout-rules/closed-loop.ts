import {
  addDecimals,
  compareDecimals,
  type Decimal,
  floorToCurrency,
  methodLimits,
  negateDecimal,
  padToCurrency,
} from '@kassa/contract';
import { sql } from 'kysely';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { loadOffered } from '../../catalog/method-switches.ts';
import { routesOf } from '../../catalog/plan-routes.ts';
import { findMethod } from '../../catalog/select-methods.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { findReceipt } from '../saved-details/instruments.ts';
import { restOfDeposit, restOfReceipt, wasCreditedUntil } from './credited-until.ts';
import { endedUnpaid, type Rule, type RuleCore, type RuleSubject } from './rule-subject.ts';

/**
 * Money goes back to where it came from, up to what came from there, before it goes elsewhere. A
 * source counts while a withdrawal method that pays it back is on offer, and as long as its rest
 * isn't below the least that the method pays.
 */
export const closedLoop: Rule = async ({ core, db, subject }) => {
  const { method, money, instrumentDigests } = subject;
  const { currency } = money;
  const deposited = await loadDeposited(db, subject);
  const channels = groupMethods(await loadPayingBack(core, db, subject, deposited), deposited);
  if (channels.length === 0) return null;
  const withdrawn = await loadWithdrawn(db, subject);
  const receipts = channels.some(({ isByInstrument }) => isByInstrument)
    ? await loadByInstrument(db, subject)
    : [];
  const sources = channels.flatMap((channel) => listSources(channel, { deposited, receipts }));
  const rests = sources.map((source) => ({ ...source, rest: restOf(source, withdrawn) }));
  const isOwn = (source: Source) =>
    source.methods.some(({ name }) => name === method.name) &&
    (source.digest === null || instrumentDigests.includes(source.digest));
  const own = rests.find(isOwn);
  if (own !== undefined && compareDecimals(money.amount, own.rest) <= 0) return null;
  const others = rests.filter((one) => !isOwn(one) && canPay(one, subject));
  const [most] = others.sort((left, right) => compareDecimals(right.rest, left.rest));
  if (most === undefined) return null;
  const amount = padToCurrency(floorToCurrency(most.rest, currency), currency);
  const way = await findWayBack(db, subject, most);
  return {
    params: { ...way, amount, currency },
    detail: `${amount} ${currency} has to go back by ${way.method} first`,
  };
};

/** Returns the method that pays a source back, the player's own where it can, and the card. */
async function findWayBack(
  db: Db | Tx,
  subject: RuleSubject,
  { methods, digest }: Source,
): Promise<{ method: string; detailsId?: string }> {
  const isOwn = ({ name }: CatalogMethod) => name === subject.method.name;
  const ordered = [...methods.filter(isOwn), ...methods.filter((method) => !isOwn(method))];
  const first = { method: ordered[0]?.name ?? '' };
  if (digest === null) return first;
  for (const method of ordered) {
    const detailsId = await findReceipt(db, subject, method, digest);
    if (detailsId !== null) return { method: method.name, detailsId };
  }
  return first;
}

/** What was credited to the player and not taken back since, by deposit method. */
interface Deposited {
  payment_method: string;
  total: Decimal;
}

async function loadDeposited(
  db: Db | Tx,
  { brandId, playerId, money, requestedAt }: RuleSubject,
): Promise<Deposited[]> {
  const total = sql<Decimal>`sum(${restOfDeposit(requestedAt)})`;
  return db
    .selectFrom('deposits')
    .select(['payment_method', total.as('total')])
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('account_currency', '=', money.currency)
    .whereRef('credited_amount', '>', 'reversed_amount')
    .$if(requestedAt !== null, (query) => query.where('created_at', '<=', requestedAt))
    .groupBy('payment_method')
    .having(sql<boolean>`${total} > 0`)
    .execute();
}

/** Loads the withdrawal methods on offer to the player that pay back one of their deposits. */
async function loadPayingBack(
  core: RuleCore,
  db: Db | Tx,
  { brandId, country, money: { currency } }: RuleSubject,
  deposited: readonly Deposited[],
): Promise<CatalogMethod[]> {
  if (deposited.length === 0) return [];
  const used = new Set(deposited.map(({ payment_method }) => payment_method));
  const catalog = await loadOffered(core, db, brandId);
  const accounts = core.brands.get(brandId)?.accounts;
  const isOn = (method: CatalogMethod) =>
    routesOf(method).some(({ account }) => accounts?.get(account)?.isOn === true);
  return catalog.methods
    .filter(({ paysBack = [] }) => paysBack.some((name) => used.has(name)))
    .flatMap(
      ({ name }) =>
        findMethod(catalog, { name, countries: [country], currency }, 'withdrawal') ?? [],
    )
    .filter(isOn)
    .sort((left, right) => left.position - right.position);
}

/** Withdrawal methods that pay back the same deposits. */
interface Channel {
  methods: CatalogMethod[];
  /** The deposit methods. */
  paidBack: ReadonlySet<string>;
  /** Every card or account is a source of its own, as nothing else can be paid. */
  isByInstrument: boolean;
}

/** Methods with a deposit method in common are one channel: money that one pays, no other owes. */
function groupMethods(
  methods: readonly CatalogMethod[],
  deposited: readonly Deposited[],
): Channel[] {
  const used = new Set(deposited.map(({ payment_method }) => payment_method));
  const groups: { methods: CatalogMethod[]; paidBack: Set<string> }[] = [];
  for (const method of methods) {
    const paidBack = new Set((method.paysBack ?? []).filter((name) => used.has(name)));
    const joined = groups.filter((group) => !group.paidBack.isDisjointFrom(paidBack));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push({
      methods: [...joined.flatMap((group) => group.methods), method],
      paidBack: joined.reduce((all, group) => all.union(group.paidBack), paidBack),
    });
  }
  return groups.map((group) => ({
    ...group,
    isByInstrument: group.methods.every(({ paysToInstrument }) => paysToInstrument === true),
  }));
}

/** Where the player's money came from. */
interface Source {
  methods: readonly CatalogMethod[];
  /** The digest of the card or account; null if any destination is the source. */
  digest: string | null;
  deposited: Decimal;
}

interface Receipts {
  payment_method: string;
  connector: string;
  digest: string;
  total: Decimal;
}

function listSources(
  { methods, paidBack, isByInstrument }: Channel,
  { deposited, receipts }: { deposited: readonly Deposited[]; receipts: readonly Receipts[] },
): Source[] {
  if (!isByInstrument) {
    const own = deposited.filter(({ payment_method }) => paidBack.has(payment_method));
    return [{ methods, digest: null, deposited: sumUp(own) }];
  }
  // A provider's token means nothing at another account.
  const accounts = new Set(methods.flatMap(routesOf).map(({ account }) => account));
  const own = receipts.filter(
    ({ payment_method, connector }) => paidBack.has(payment_method) && accounts.has(connector),
  );
  const byDigest = Map.groupBy(own, ({ digest }) => digest);
  return [...byDigest].map(([digest, rows]) => ({ methods, digest, deposited: sumUp(rows) }));
}

/** The same by the card or account of the receipts. */
async function loadByInstrument(
  db: Db | Tx,
  { brandId, playerId, money, requestedAt }: RuleSubject,
): Promise<Receipts[]> {
  const { rows } = await sql<Receipts>`
    select d.payment_method, p.connector, p.instrument_digest as digest,
      sum(${restOfReceipt}) as total
    from deposits d join payments p on p.deposit_id = d.id
    where d.brand_id = ${brandId} and d.player_id = ${playerId}
      and d.account_currency = ${money.currency} and d.credited_amount > d.reversed_amount
      and p.status = 'credited' and p.instrument_digest is not null
      and ${wasCreditedUntil(requestedAt)}
    group by d.payment_method, p.connector, p.instrument_digest`.execute(db);
  return rows;
}

interface Withdrawn {
  payment_method: string;
  destination_digest: string | null;
  total: Decimal;
}

/** Loads what the player withdrew before, by method and destination; of partial payouts the part. */
async function loadWithdrawn(
  db: Db | Tx,
  { brandId, playerId, money, withdrawalId, requestedAt }: RuleSubject,
): Promise<Withdrawn[]> {
  return db
    .selectFrom('withdrawals')
    .select([
      'payment_method',
      'destination_digest',
      sql<Decimal>`sum(case when paid_amount is null or payout_amount is null then amount
        else amount * paid_amount / payout_amount end)`.as('total'),
    ])
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('currency', '=', money.currency)
    .where('status', 'not in', endedUnpaid)
    .$if(withdrawalId !== null, (query) => query.where('id', '<>', withdrawalId))
    .$if(requestedAt !== null, (query) => query.where('created_at', '<=', requestedAt))
    .groupBy(['payment_method', 'destination_digest'])
    .execute();
}

function restOf({ methods, digest, deposited }: Source, withdrawn: readonly Withdrawn[]): Decimal {
  const back = withdrawn.filter(
    (row) =>
      methods.some(({ name }) => name === row.payment_method) &&
      (digest === null || row.destination_digest === digest),
  );
  return addDecimals(deposited, negateDecimal(sumUp(back)));
}

/** Whether a rest can be paid at all: one below every method's minimum can't. */
function canPay(
  { methods, rest }: Source & { rest: Decimal },
  { money: { currency }, country }: RuleSubject,
): boolean {
  if (compareDecimals(floorToCurrency(rest, currency), '0') <= 0) return false;
  return methods.some(
    (method) => compareDecimals(methodLimits(method, currency, country).min, rest) <= 0,
  );
}

const sumUp = (rows: readonly { total: Decimal }[]): Decimal =>
  rows.reduce((sum, { total }) => addDecimals(sum, total), '0');
