import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DeclineReason, declineReasons } from '@kassa/contract';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod/mini';
import { findFreePort } from '../../ground/database/embedded/free-port.ts';
import type { Task } from '../../testing/connector-conformance/description.ts';
import { testConnector } from '../conformance.suite.ts';
import { factory } from './connector.ts';

const apiKey = 'sandbox-api-key-of-conformance';
const webhookSecret = 'sandbox-webhook-secret-of-conformance';
const settings = { apiUrl: 'http://localhost:4200', apiKey, webhookSecret };

let sandbox: Sandbox;
let dataFolder: string;
/** The merchants so far: each test has one of its own at the provider. */
let merchants = 0;

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'kassa-conformance-'));
  const timing = { slowAnswerMs: 3600_000 };
  sandbox = await startSandbox({ port: 0, dataFolder, apiKey, webhookSecret, timing });
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataFolder, { recursive: true, force: true });
});

/** A merchant of the simulated provider, with the actions of a test for a player or a bank. */
async function start() {
  merchants += 1;
  const own = {
    apiUrl: sandbox.url,
    apiKey: `${apiKey}.m${merchants}`,
    webhookSecret: `${webhookSecret}.m${merchants}`,
  };
  const ask = async (method: 'GET' | 'POST', route: string, body?: object) => {
    const response = await fetch(`${sandbox.url}${route}`, {
      method,
      headers: { authorization: `Bearer ${own.apiKey}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(answer);
    return answer;
  };
  const idOf = async (resource: 'payments' | 'payouts' | 'refunds', reference: string) => {
    const answer = await ask('GET', `/v1/${resource}?merchantReference=${reference}`);
    return z.object({ id: z.string() }).parse(JSON.parse(answer)).id;
  };
  const behave = (behaviours: object) => ask('POST', '/v1/behaviours', behaviours);
  await behave({ payoutOutcome: 'undecided', refundOutcome: 'undecided' });

  return {
    settings: own,
    settingsOfAnotherSecret: { ...own, webhookSecret: 'another-secret-than-the-providers' },
    answerWithinMs: 10_000,
    secrets: [own.apiKey, own.webhookSecret],
    behave,
    idOf,
    charged: async (depositId: string) => {
      const answer = await ask('GET', `/v1/payments?merchantReference=${depositId}`);
      return z.object({ charged: z.string() }).parse(JSON.parse(answer)).charged;
    },
    money: {
      arrive: async (depositId: string, amount: string) => {
        const id = await idOf('payments', depositId);
        await ask('POST', `/v1/payments/${id}/receipts`, { amount });
      },
      decline: async (depositId: string, reason?: DeclineReason) => {
        const body = reason === undefined ? {} : { reason: wordOf[reason] };
        await ask('POST', `/v1/payments/${await idOf('payments', depositId)}/decline`, body);
      },
      takeBack: async (depositId: string, kind: string, amount: string) => {
        const body = { kind, amount };
        await ask('POST', `/v1/payments/${await idOf('payments', depositId)}/reversals`, body);
      },
      settlePayout: async (withdrawalId: string, status: string) => {
        const route = `/v1/payouts/${await idOf('payouts', withdrawalId)}/decide`;
        if (status === 'returned') await ask('POST', route, { status: 'completed' });
        await ask('POST', route, { status });
      },
      settleRefund: async (refundId: string, status: string) => {
        if (status === 'sent') return;
        await ask('POST', `/v1/refunds/${await idOf('refunds', refundId)}/decide`, { status });
      },
      settle: async () => {
        await behave({ void: 'impossible' });
      },
    },
    signNotification: (body: string, at: Date) => {
      const time = Math.floor(at.getTime() / 1000);
      const hash = createHmac('sha256', own.webhookSecret).update(`${time}.${body}`).digest('hex');
      return { headers: { 'sandbox-signature': `t=${time},v1=${hash}` }, body };
    },
    recover: async () => {
      const tasks = { create: 'normal', update: 'normal', payout: 'normal', refund: 'normal' };
      await behave({ ...tasks, nameEnquiry: 'normal', status: 'normal' });
    },
    stop: async () => {},
  };
}

/** The provider's codes, by its manual. */
const wordOf: Record<DeclineReason, string> = {
  insufficientFunds: 'insufficient_funds',
  limitExceeded: 'limit_exceeded',
  wrongDetails: 'wrong_details',
  expiredCard: 'expired_card',
  authenticationFailed: 'authentication_failed',
  notPermitted: 'not_permitted',
  suspectedFraud: 'suspected_fraud',
  technical: 'technical_error',
};

type Merchant = Awaited<ReturnType<typeof start>>;

/** The provider's behaviour that each task depends on. */
const behaviourOf: Record<Task, string> = {
  create: 'create',
  complete: 'update',
  cancel: 'update',
  status: 'status',
  quoteOffers: 'update',
  chooseOffer: 'update',
  sendPayout: 'payout',
  payoutStatus: 'status',
  enquireName: 'nameEnquiry',
  sendRefund: 'refund',
  refundStatus: 'status',
};
const tasks = Object.keys(behaviourOf) as Task[];

const misbehave = (fault: string) => async (merchant: Merchant, task: Task) => {
  await merchant.behave({ [behaviourOf[task]]: fault });
  return {};
};

const withSettings = (part: object) => async (merchant: Merchant) => ({
  settings: { ...merchant.settings, ...part },
});

testConnector({
  name: 'sandbox',
  factory,
  start,
  order: {
    paymentMethod: 'card',
    amount: '50',
    currency: 'EUR',
    fields: { holder: 'HOLDER-9b1d', account: 'ACCOUNT-5f2c' },
  },
  otherSteps: [
    { paymentMethod: 'pix_code', cardViewType: 6 },
    { paymentMethod: 'virtual_account', cardViewType: 8 },
    { paymentMethod: 'sandbox_unified', cardViewType: 0 },
  ],
  offering: { paymentMethod: 'onramp', cardViewType: 13 },
  payoutOrder: {
    paymentMethod: 'bank',
    amount: '20',
    currency: 'EUR',
    fields: { iban: 'IBAN-77aa' },
  },
  enquiry: {
    fields: { iban: 'IBAN-93450' },
    holder: 'LENA VOGEL',
    absent: { iban: 'IBAN-70000' },
  },
  asking: {
    fields: { account: 'ACCOUNT-93b7-1111' },
    answers: { smsCode: '804613' },
  },
  preparing: { paymentMethod: 'upi', currency: 'INR' },
  badSettings: [
    { settings: { ...settings, apiUrl: 'javascript:alert(1)' }, names: 'apiUrl' },
    { settings: { ...settings, apiKey: undefined }, names: 'apiKey' },
    { settings: { ...settings, webhookSecret: 'short' }, names: 'webhookSecret' },
    { settings: { ...settings, timeoutMs: 3600_000 }, names: 'timeoutMs' },
  ],
  abilities: {
    isPaidRepeatedly: true,
    namesInstrument: true,
    reversals: ['chargeback', 'refund', 'reversal'],
    declineReasons,
    payoutStatuses: ['sent', 'completed', 'failed', 'returned'],
    refundStatuses: ['sent', 'completed', 'failed'],
    canVoid: true,
    isSignatureTimed: true,
  },
  errors: {
    unavailable: [
      { by: 'its word', tasks, provoke: misbehave('unavailable') },
      {
        by: 'a closed port',
        tasks,
        provoke: async () => ({
          settings: { ...settings, apiUrl: `http://127.0.0.1:${await findFreePort()}` },
        }),
      },
    ],
    rateLimited: [{ by: 'its word', tasks, provoke: misbehave('rate-limited') }],
    rejected: [
      {
        by: 'a currency it cannot read',
        tasks: ['create', 'sendPayout'],
        provoke: async () => ({ order: { currency: 'eur' } }),
      },
    ],
    declined: [
      {
        by: 'its word',
        tasks: ['create', 'sendPayout', 'sendRefund'],
        provoke: misbehave('declined'),
      },
    ],
    timeoutUnknown: [
      {
        by: 'a late answer',
        tasks,
        provoke: async (merchant, task) => {
          await misbehave('slow')(merchant, task);
          return { settings: { ...merchant.settings, timeoutMs: 300 }, answerWithinMs: 300 };
        },
      },
    ],
    malformed: [
      { by: 'a page instead of JSON', tasks, provoke: misbehave('malformed') },
      { by: 'a failure of its own', tasks, provoke: misbehave('broken') },
    ],
    misconfigured: [
      { by: 'a wrong key', tasks, provoke: withSettings({ apiKey: 'not-the-key-of-this-one' }) },
    ],
  },
});
