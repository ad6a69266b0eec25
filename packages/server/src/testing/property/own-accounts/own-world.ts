import { randomBytes } from 'node:crypto';
import { type Decimal, toCurrencyDecimals } from '@kassa/contract';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { depositHandlers } from '../../../api/handlers/deposits.ts';
import { buildAccounts } from '../../../brands/accounts.ts';
import type { Brand } from '../../../brands/load-brands.ts';
import type { Catalog } from '../../../catalog/catalog-schema.ts';
import type { Caller } from '../../../core/caller.ts';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../ground/database/connect.ts';
import type { Database } from '../../../ground/database/schema.ts';
import type { RequisiteRow } from '../../../ground/database/tables/requisites.ts';
import { runOnce } from '../../../ground/idempotency/run-once.ts';
import { receiveNotification } from '../../../money/provider-events/inbox.ts';
import { processNotification } from '../../../money/provider-events/process-notification.ts';
import { addRequisite, type NewRequisite } from '../../../money/requisites/add-requisite.ts';
import { buildBuiltInWallet } from '../../../money/wallet/wallets.ts';
import { answerRequest } from '../../../operator/dispatch/answer-request.ts';
import { endpoints } from '../../../operator/dispatch/endpoints.ts';
import { authenticatedAs } from '../../../operator/keys/authenticate-key.ts';
import { createKey } from '../../../operator/keys/keys.ts';
import { type Operator, scopeNames } from '../../../operator/scopes.ts';
import { emptyProfile } from '../../../players/player-profile.ts';
import { buildCaller } from '../../build-caller.ts';
import { buildAccount, buildMethod } from '../../build-method.ts';
import { buildRequisite, makeIban } from '../../build-requisite.ts';
import { unknownDevice } from '../../order-players.ts';
import { signTransfers } from '../../sign-transfers.ts';
import { buildBareCore, parseBrandSettings } from '../build-bare-core.ts';
import { buildPayingBank } from './paying-bank.ts';

const webhookSecret = 'requisites-webhook-secret-of-worlds';
/** The brand's account whose pool has the operator's own accounts. */
const poolName = 'own';

/** A person with an account at a bank. */
export interface Person {
  first: string;
  last: string;
  iban: string;
}

/** A player, and the person behind them. */
export interface OwnPlayer {
  caller: Caller;
  person: Person;
}

/** One of the operator's own accounts. */
export interface PoolAccount {
  row: RequisiteRow;
  number: string;
}

/** A brand with accounts of its own, on a shared database. */
export interface OwnWorld {
  db: Db;
  core: Core;
  brandId: string;
  accounts: PoolAccount[];
  /** Moves the clock ahead. */
  pass: (ms: number) => void;
  /** Exceptions that were caught and logged: bugs. */
  logged: string[];
}

/** The amounts of the method that pays to the pool. */
const limits = {
  EUR: { min: '0.5', max: '100000' },
  JPY: { min: '10', max: '10000000' },
};

const catalog: Catalog = {
  methods: [
    buildMethod('transfer', {
      routes: [{ account: poolName }],
      amount_rules: limits,
      countries: '*',
      cardViewType: 9,
    }),
    buildMethod('payout', {
      connector: 'bank',
      amount_rules: limits,
      countries: '*',
      transaction: 'withdrawal',
    }),
  ],
  groups: [],
  countries: [{ code: 'de', currency: 'EUR' }],
  coinBoxes: [],
  cardSchemes: [],
  cardIssuers: [],
};

/** Creates a brand with an empty pool on a shared database. */
export function createOwnWorld(pool: pg.Pool, settings: object = {}): OwnWorld {
  const brandId = `own-${randomBytes(6).toString('hex')}`;
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const logged: string[] = [];
  let nowMs = nextMorningMs();
  const core = buildBareCore({
    db,
    brand: buildBrand(brandId, settings),
    catalog,
    wallet: buildBuiltInWallet(db),
    now: () => new Date(nowMs),
    log: { info: () => {}, warn: () => {}, error: buildErrorLog(logged) },
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { db, core, brandId, accounts: [], pass, logged };
}

const dayMs = 24 * 3_600_000;

/**
 * The same hour for every world, as statements have days alone. It is after the times that the
 * database itself writes.
 */
const nextMorningMs = () => (Math.floor(Date.now() / dayMs) + 1) * dayMs + 9 * 3_600_000;

function buildBrand(brandId: string, part: object): Brand {
  const accounts = { [poolName]: { connector: 'requisites', settings: { webhookSecret } } };
  const settings = parseBrandSettings({ accounts, ...part });
  const built = buildAccounts({ accounts }, false);
  built.accounts.set('bank', buildAccount('bank', { connector: buildPayingBank() }));
  return {
    ...settings,
    id: brandId,
    name: brandId,
    isLive: false,
    accounts: built.accounts,
    formOrigins: [],
  };
}

/** A caught and logged exception is a bug. */
function buildErrorLog(logged: string[]) {
  return (fields: object, message: string) => {
    const error = 'error' in fields ? fields.error : undefined;
    if (error instanceof Error) logged.push(`logged: ${message}: ${error.stack}`);
  };
}

/** Adds an account to the pool, whose transfers are known by their amounts alone. */
export async function addPoolAccount(
  { core, brandId, accounts }: OwnWorld,
  part: Partial<NewRequisite> = {},
): Promise<PoolAccount> {
  const number = makeIban();
  const added = buildRequisite({
    account: poolName,
    methods: ['transfer'],
    payee: { iban: number },
    ...part,
  });
  const row = await core.db.transaction().execute((tx) => addRequisite(core, tx, brandId, added));
  const account = { row, number };
  accounts.push(account);
  return account;
}

/** Brings players; one whose names aren't stated is known by an id alone. */
export async function bringPlayers(
  { db, brandId }: OwnWorld,
  people: readonly { person: Person; currency: string; isNamed: boolean }[],
): Promise<OwnPlayer[]> {
  const players = people.map(({ person, currency, isNamed }, index) => {
    const names = isNamed ? { firstName: person.first, lastName: person.last } : {};
    const stated = { profile: { ...emptyProfile, ...names }, unread: [] };
    return { person, caller: buildCaller(brandId, `player-${index}`, currency, { stated }) };
  });
  const rows = players.map(({ caller }) => ({
    id: caller.playerId,
    brand_id: brandId,
    external_id: `${caller.externalId} ${caller.playerId}`,
  }));
  await db.insertInto('players').values(rows).execute();
  return players;
}

/** What a player is asked to pay. */
export interface Invoice {
  depositId: string;
  reference: string;
  accountId: string;
  /** The exact amount. */
  amount: Decimal;
  currency: string;
  hasReference: boolean;
}

/**
 * Lets a player order a deposit.
 * @throws CallError if the server refuses it
 */
export async function order(
  { core, db }: OwnWorld,
  { caller }: Pick<OwnPlayer, 'caller'>,
  amount: Decimal,
): Promise<Invoice> {
  const request = { amount, currency: caller.currency, paymentType: 'transfer' };
  const attempt = { call: 'deposit-create' as const, key: uuidv7(), request };
  const work = depositHandlers['deposit-create'].work(core, caller, request, unknownDevice);
  const { depositId } = await runOnce(core, caller, attempt, work);
  const reserved = await db
    .selectFrom('requisite_reservations as r')
    .innerJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select(['r.amount', 'r.currency', 'r.has_reference', 'r.requisite_id', 'd.reference'])
    .where('r.deposit_id', '=', depositId)
    .executeTakeFirstOrThrow();
  return {
    depositId,
    reference: reserved.reference,
    accountId: reserved.requisite_id,
    amount: reserved.amount,
    currency: reserved.currency,
    hasReference: reserved.has_reference,
  };
}

/** Rounds what a player is asked to pay to what people type. */
export function roundAsPeopleDo({ amount, currency }: Invoice): Decimal {
  const step = currency === 'JPY' ? 10 : 1;
  const steps = Math.max(1, Math.round(Number(amount) / step));
  return toCurrencyDecimals(String(steps * step), currency);
}

/** A transfer as the bank's notification has it. */
export interface NotifiedTransfer {
  id: string;
  account: string;
  amount: string;
  currency: string;
  bookedAt: string;
  text: string | null;
  payerName: string | null;
  payerAccount: string | null;
}

/** Delivers a signed notification of the operator's bank. Returns the id of its row. */
export async function notify(
  { core, brandId }: OwnWorld,
  transfers: readonly NotifiedTransfer[],
  id: string = uuidv7(),
): Promise<string | null> {
  const body = JSON.stringify({ id, transfers });
  const signed = signTransfers(body, webhookSecret, core.now());
  const stored = await receiveNotification(core, { brandId, account: poolName }, signed);
  if (stored.kind !== 'stored') return null;
  await processNotification(core, stored.id);
  return stored.id;
}

/** Creates an operator's key with every scope, which no other key has created. */
export async function bringOperator({ core, brandId }: OwnWorld, name: string): Promise<Operator> {
  const { id } = await core.db.transaction().execute((tx) =>
    createKey(tx, {
      brandId,
      name,
      scopes: scopeNames,
      expiresAt: null,
      createdBy: 'a test',
      createdByKey: null,
      now: core.now(),
    }),
  );
  const row = await core.db
    .selectFrom('operator_keys')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return authenticatedAs(row, 'a test');
}

/** The answer to an operator's request. */
export interface OperatorReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/** Calls an operator's endpoint by its name. */
export async function ask(
  { core }: OwnWorld,
  operator: Operator,
  name: string,
  input: Record<string, unknown>,
): Promise<OperatorReply> {
  const endpoint = endpoints.get(name);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${name}`);
  const incoming = { idempotencyKey: uuidv7(), input };
  const answer = await answerRequest(core, operator, name, endpoint, incoming);
  if (answer.kind === 'file') throw new Error(`${name} answers with a file`);
  return { status: answer.status, body: answer.body };
}
