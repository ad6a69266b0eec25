import { randomInt } from 'node:crypto';
import type { Decimal } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MovementKind } from '../connectors/provider-event.ts';
import type { RequisiteRow } from '../ground/database/tables/requisites.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { receiveNotification } from '../money/provider-events/inbox.ts';
import { processNotification } from '../money/provider-events/process-notification.ts';
import { receiveTransfer } from '../money/provider-events/receive-transfer.ts';
import { addRequisite, type NewRequisite } from '../money/requisites/add-requisite.ts';
import { type PlayerRef, resolvePlayer } from '../players/player-row.ts';
import type { Applied } from '../providers/evidence.ts';
import { buildRequisite, makeIban } from './build-requisite.ts';
import { createOperator, type OperatorClient } from './operator-client.ts';
import { freeForTest, reserveForTest } from './reserve-for-test.ts';
import { signTransfers } from './sign-transfers.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const webhookSecret = 'requisites-webhook-secret-of-tests';
const brandId = 'kassa';
const account = 'own';

interface TransferDesk {
  server: TestServer;
  operator: OperatorClient;
}

/** One of the operator's own accounts, with its number. */
export interface OwnAccount {
  row: RequisiteRow;
  number: string;
}

interface DeskOptions {
  brand?: object;
  /** Accounts of the brand beside its own ones. */
  accounts?: object;
}

/** A transfer as a bank reports it; the parts that a test leaves out are as usual. */
export interface Paid {
  to: OwnAccount | { number: string };
  id?: string;
  amount?: Decimal;
  currency?: string;
  bookedAt?: Date;
  text?: string | null;
  payerName?: string | null;
  payerAccount?: string | null;
  /** What the bank says that it is. */
  kind?: MovementKind;
  endToEndId?: string;
}

/**
 * Gives the tests of a file a server whose brand has accounts of its own, and a bank that reports
 * transfers to them; `desk` is filled once the hooks have run.
 */
export function useTransferDesk({ brand = {}, accounts: others = {} }: DeskOptions = {}) {
  const desk = {} as TransferDesk;
  beforeAll(async () => {
    const own = { connector: 'requisites', settings: { webhookSecret } };
    const accounts = { [account]: own, ...others };
    // The names of the players are those with which payers are compared.
    const playerData = { send: ['name'] };
    desk.server = await startTestServer({}, { brand: { accounts, playerData, ...brand } });
    desk.operator = await createOperator(desk.server);
  });
  afterAll(async () => {
    expect(await checkLedger(desk.server.core.db)).toEqual([]);
    await desk.server.stop();
  });

  /** The time of the booking is that of the server's clock, if the test names none. */
  const withDefaults = ({ to, ...paid }: Paid) => ({
    id: uuidv7(),
    account: to.number,
    amount: '50',
    currency: 'EUR',
    bookedAt: desk.server.core.now(),
    text: null,
    payerName: null,
    payerAccount: null,
    ...paid,
  });
  const fns = {
    addAccount: (part: Partial<NewRequisite> = {}) => addAccount(desk.server, part),
    /** Adds a bank account with an IBAN, as statements name theirs. */
    addIban: async (
      part: Partial<NewRequisite> = {},
      number: string = makeIban(),
    ): Promise<OwnAccount> => {
      const payee = { iban: number };
      return { ...(await addAccount(desk.server, { time_zone: 'UTC', payee, ...part })), number };
    },
    open: (part: OrderPart = {}) => openDeposit(desk.server, part),
    /** Opens a deposit of 50 EUR that has a requisite. */
    invoice: async (to: OwnAccount, amount: Decimal = '50') => {
      const deposit = await openDeposit(desk.server);
      await reserveForTest(desk.server.core, deposit.depositId, to.row, amount);
      return deposit;
    },
    /** Ends the reservation of a deposit. */
    free: (depositId: string, cooldownMs = 0) =>
      freeForTest(desk.server.core, depositId, cooldownMs),
    /** Sends a notification of the bank; returns its row. */
    notify: async (...transfers: Paid[]) => {
      const { core } = desk.server;
      const body = JSON.stringify({ id: uuidv7(), transfers: transfers.map(withDefaults) });
      const signed = signTransfers(body, webhookSecret, core.now());
      const stored = await receiveNotification(core, { brandId, account }, signed);
      if (stored.kind !== 'stored') throw new Error(stored.kind);
      await processNotification(core, stored.id);
      return core.db
        .selectFrom('provider_notifications')
        .selectAll()
        .where('id', '=', stored.id)
        .executeTakeFirstOrThrow();
    },
    /** Receives a line of a statement. */
    importLine: async (paid: Paid & { to: OwnAccount }): Promise<Applied> => {
      const { id, bookedAt, text, payerName, payerAccount, kind, endToEndId, ...rest } =
        withDefaults(paid);
      const transfer = {
        kind: 'transfer' as const,
        providerReference: id,
        accountNumber: rest.account,
        paid: { amount: rest.amount, currency: rest.currency },
        bookedAt,
        text,
        payerName,
        payerAccount,
        ...(kind !== undefined && { movement: kind }),
        ...(endToEndId !== undefined && { ids: endToEndId }),
      };
      const { core } = desk.server;
      const requisiteId = paid.to.row.id;
      const statementId = await addStatement(desk.server, requisiteId);
      const evidence = {
        brandId,
        connector: account,
        source: `statement ${statementId}`,
        confirmedBy: 'provider' as const,
      };
      const origin = { source: 'statement' as const, statementId, line: 1, requisiteId };
      return core.db
        .transaction()
        .execute((tx) => receiveTransfer(core, tx, evidence, transfer, origin));
    },
    /** Uploads a statement. */
    importFile: (
      file: string | Buffer,
      request: object = { account },
      by: OperatorClient = desk.operator,
    ) => by.ask('statements-import', { file: Buffer.from(file).toString('base64'), ...request }),
    /** The transfers to a requisite, oldest first. */
    transfersTo: ({ row }: OwnAccount) =>
      desk.server.core.db
        .selectFrom('bank_transfers')
        .selectAll()
        .where('requisite_id', '=', row.id)
        .orderBy('id')
        .execute(),
  };
  return { desk, ...fns };
}

async function addAccount({ core }: TestServer, part: Partial<NewRequisite>): Promise<OwnAccount> {
  const number = Array.from({ length: 20 }, () => randomInt(10)).join('');
  const requisite = buildRequisite({
    account,
    time_zone: 'Europe/Berlin',
    payee: { account_number: number },
    ...part,
  });
  const row = await core.db
    .transaction()
    .execute((tx) => addRequisite(core, tx, brandId, requisite));
  return { row, number };
}

const ada = { given_name: 'Ada', family_name: 'Lovelace' };

interface OrderPart extends Record<string, unknown> {
  /** What the token states of the player. */
  person?: object;
  /** The external id; a new player by default. */
  playerId?: string;
}

/** @param part - of the order */
async function openDeposit(
  server: TestServer,
  { person = ada, playerId = uuidv7(), ...part }: OrderPart = {},
) {
  const issuedAt = server.core.now();
  const token = await server.token({ playerId, issuedAt, person: { ...person } });
  const order = { amount: '50', currency: 'EUR', paymentType: 'card', ...part };
  const { status, body } = await server.call('deposit-create', order, { token });
  expect(status).toBe(200);
  const depositId: string = body.depositId;
  const find = () =>
    server.core.db
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', depositId)
      .executeTakeFirstOrThrow();
  const owner: PlayerRef = {
    brandId,
    playerId: await resolvePlayer(server.core.db, brandId, playerId),
  };
  return {
    depositId,
    reference: body.reference as string,
    owner,
    externalId: playerId,
    find,
    status: async () => (await find()).status,
    cancel: () => server.call('deposit-cancel', { depositId }, { token }),
    balance: async () => {
      const { body: user } = await server.call('user-get', {}, { token });
      return user.balanceData.primary.amount as string;
    },
    payments: () =>
      server.core.db
        .selectFrom('payments')
        .selectAll()
        .where('deposit_id', '=', depositId)
        .orderBy('created_at')
        .execute(),
  };
}

async function addStatement({ core }: TestServer, requisiteId: string): Promise<string> {
  const id = uuidv7();
  await core.db
    .insertInto('bank_statements')
    .values({
      id,
      brand_id: brandId,
      account,
      requisite_id: requisiteId,
      format: 'csv',
      digest: id,
      bank_reference: null,
      lines: 1,
      matched: 0,
      known: 0,
      review: 0,
      ignored: 0,
      taken_back: [],
      actor: 'a test',
      next_step_at: core.now(),
    })
    .execute();
  return id;
}
