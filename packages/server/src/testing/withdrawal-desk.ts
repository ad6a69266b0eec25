import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Account } from '../brands/accounts.ts';
import type { WithdrawalSettings } from '../brands/withdrawal-settings.ts';
import type { CatalogMethod } from '../catalog/catalog-schema.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { followUpWithdrawals } from '../money/provider-events/follow-up-withdrawals.ts';
import { buildFakeWallet, type FakeWallet } from './fake-wallet.ts';
import { createOperator, type OperatorClient } from './operator-client.ts';
import { type Reply, startTestServer, type TestServer } from './test-server.ts';

const shared: Omit<CatalogMethod, 'name'> = {
  category: 'bank',
  group: 'cards',
  countries: ['de'],
  transaction: 'withdrawal',
  connector: 'sandbox',
  cardViewType: 1,
  text: { en: 'Payout' },
  amount_rules: { EUR: { min: '1', max: '500' } },
  position: 9,
  iconIds: ['card'],
  fields: [{ name: 'account', type: 'text', placeholder: { en: 'Account' }, category: 'account' }],
};

/** 1 % and 50 cents. */
const fee = { percent: '1', fixed: { EUR: '0.50' } };

/** Payouts without a fee, with one, in a coin, those that pay back what cards brought, and one
 * whose bank names the holder. */
const methods: CatalogMethod[] = [
  { ...shared, name: 'free' },
  { ...shared, name: 'pays_back', paysBack: ['card'] },
  { ...shared, name: 'with_fee', fee, usualMinutes: 30 },
  {
    ...shared,
    name: 'to_holder',
    fields: [{ name: 'account', type: 'text', placeholder: { en: 'Holder' }, category: 'name' }],
  },
  {
    ...shared,
    name: 'pays_holder_back',
    paysBack: ['card'],
    fields: [{ name: 'account', type: 'text', placeholder: { en: 'Holder' }, category: 'name' }],
  },
  {
    ...shared,
    name: 'enquired',
    hasNameEnquiry: true,
    // The account of small amounts can't enquire.
    routes: [{ account: 'sandbox', amount: { EUR: { min: '30' } } }, { account: 'mute' }],
    fields: [
      { name: 'account', type: 'text', category: 'number' },
      { name: 'holder', type: 'text', category: 'name' },
    ],
  },
  { ...shared, name: 'costly', fee: { fixed: { EUR: '3' } } },
  { ...shared, name: 'in_coin', fee, coin: { currency: 'USDT', blockchain: 'TRON' } },
];

/** The provider's behaviour; the tests decide what becomes of a payout. */
const normal = {
  payout: 'normal',
  payoutOutcome: 'undecided',
  webhook: 'normal',
  nameEnquiry: 'normal',
};

export interface DeskPlayer {
  externalId: string;
  token: string;
  call: (name: Parameters<TestServer['call']>[0], request?: object, key?: string) => Promise<Reply>;
  /** Requests a withdrawal to an account and returns its id. */
  withdraw: (paymentType: string, amount: string, account?: string) => Promise<string>;
  balance: () => Promise<string>;
}

/**
 * Starts a server for the tests of a file, with methods of each cost and an operator. After each test
 * the brand's settings are as before, and at the end the ledger must have no problem.
 */
export function useWithdrawalDesk() {
  let server: TestServer;
  let operator: OperatorClient;
  let ordinary: WithdrawalSettings;

  beforeAll(async () => {
    const rates = { kind: 'static', base: 'EUR', table: { USDT: '1.123456789' } };
    const withdrawals = { approveUpTo: { EUR: '100' } };
    const webhook = {
      url: 'http://localhost:1',
      secrets: ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGVzdHM='],
    };
    server = await startTestServer({}, { brand: { rates, withdrawals, webhook } });
    await server.provider('POST', '/v1/behaviours', normal);
    operator = await createOperator(server, { name: 'anna' });
    ordinary = { ...settings() };
    addMuteAccount();
    const { catalogOf } = server.core;
    const catalog = catalogOf('kassa');
    const extended = { ...catalog, methods: [...catalog.methods, ...methods] };
    Object.assign(server.core, {
      catalogOf: (brandId: string) => (brandId === 'kassa' ? extended : catalogOf(brandId)),
    });
  });

  afterEach(async () => {
    Object.assign(settings(), ordinary);
    account().canPayInPart = false;
    await server.provider('POST', '/v1/behaviours', normal);
  });

  afterAll(async () => {
    expect(await checkLedger(server.core.db)).toEqual([]);
    await server.stop();
  });

  const settings = () => {
    const brand = server.core.brands.get('kassa');
    if (brand === undefined) throw new Error('There is no brand');
    return brand.withdrawals;
  };

  const account = () => {
    const found = server.core.brands.get('kassa')?.accounts.get('sandbox');
    if (found === undefined) throw new Error('There is no account');
    return found;
  };

  /** Adds an account whose connector has no name enquiry. */
  const addMuteAccount = () => {
    const { connector, ...others } = account();
    if (connector.payouts === null) throw new Error('The connector has no payouts');
    const { enquireName: _, ...payouts } = connector.payouts;
    const accounts = server.core.brands.get('kassa')?.accounts as Map<string, Account>;
    accounts.set('mute', { ...others, name: 'mute', connector: { ...connector, payouts } });
  };

  /** Brings a player with 100 EUR in Kassa's own ledger, paid by Sam Sample. */
  const bring = async (claims: object = {}): Promise<DeskPlayer> => {
    const player = await meet(claims);
    const order = { amount: '100', currency: 'EUR', paymentType: 'card' };
    const { body } = await player.call('deposit-create', order);
    const found = await server.provider('GET', `/v1/payments?merchantReference=${body.depositId}`);
    const instrument = { payerName: 'Sam Sample' };
    await server.provider('POST', `/v1/payments/${found.body.id}/approve`, { instrument });
    await expect.poll(player.balance).toBe('100.00');
    return player;
  };

  const meet = async (claims: object = {}): Promise<DeskPlayer> => {
    const externalId = uuidv7();
    const token = await server.token({ playerId: externalId, ...claims });
    const call: DeskPlayer['call'] = (name, request = {}, key = uuidv7()) =>
      server.call(name, { ...request }, { token, key });
    return {
      externalId,
      token,
      call,
      withdraw: async (paymentType, amount, account = 'A-1') => {
        const reply = await call('withdrawal-create', orderOf(paymentType, amount, account));
        expect(reply).toMatchObject({ status: 200 });
        return reply.body.withdrawalId;
      },
      balance: async () => (await call('user-get')).body.balanceData.primary.amount,
    };
  };

  return {
    server: () => server,
    operator: () => operator,
    bring,
    meet,
    /** Changes the brand's settings for one test. */
    set: (part: Partial<WithdrawalSettings>) => Object.assign(settings(), part),
    /** The provider may pay a part of a payout. */
    payInPart: () => {
      account().canPayInPart = true;
    },
    /** Replaces Kassa's own ledger by a wallet of the operator, until the test ends it. */
    useWallet: (): { wallet: FakeWallet; end: () => void } => {
      const wallet = buildFakeWallet();
      const { walletOf } = server.core;
      Object.assign(server.core, { walletOf: () => wallet });
      return { wallet, end: () => Object.assign(server.core, { walletOf }) };
    },
    show: async (withdrawalId: string) =>
      (await operator.ask('withdrawals-show', { withdrawalId })).body,
    row: (withdrawalId: string) =>
      server.core.db
        .selectFrom('withdrawals')
        .selectAll()
        .where('id', '=', withdrawalId)
        .executeTakeFirstOrThrow(),
    /** Sends what is due, with the server's clock moved ahead. */
    followUp: (aheadMs = 0) => server.later(aheadMs, () => followUpWithdrawals(server.core)),
    payout: (withdrawalId: string) =>
      server.provider('GET', `/v1/payouts?merchantReference=${withdrawalId}`),
    /** Has a payout sent and decided by the provider. */
    decide: async (withdrawalId: string, decision: object) => {
      const find = `/v1/payouts?merchantReference=${withdrawalId}`;
      await expect
        .poll(async () => {
          await followUpWithdrawals(server.core);
          return (await server.provider('GET', find)).status;
        })
        .toBe(200);
      const { body } = await server.provider('GET', find);
      const reply = await server.provider('POST', `/v1/payouts/${body.id}/decide`, decision);
      expect(reply.status).toBe(200);
    },
    /** The lines of a withdrawal's transfers of one kind, as `account amount currency`. */
    lines: async (withdrawalId: string, kind: string) => {
      const rows = await server.core.db
        .selectFrom('ledger_entries as e')
        .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
        .innerJoin('ledger_transfers as t', 't.id', 'e.transfer_id')
        .select(['a.kind', 'e.amount', 'e.currency'])
        .where('t.withdrawal_id', '=', withdrawalId)
        .where('t.kind', '=', kind as 'hold')
        .execute();
      return rows.map((row) => `${row.kind} ${Number(row.amount)} ${row.currency}`).sort();
    },
  };
}

export const orderOf = (paymentType: string, amount: string, account = 'A-1') => ({
  amount,
  currency: 'EUR',
  paymentType,
  fields: { account },
});
