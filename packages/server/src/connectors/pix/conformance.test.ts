import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod/mini';
import { findFreePort } from '../../ground/database/embedded/free-port.ts';
import { testConnector } from '../conformance.suite.ts';
import { encodeTransactionId } from './br-code/transaction-id.ts';
import { factory } from './connector.ts';

const bankToken = 'pix-bank-token-of-conformance';
const webhookSecret = 'pix-webhook-secret-of-conformance';
const key = 'caixa@cassino.example';
const own = { key, merchantName: 'Cassino São João', city: 'São Paulo', webhookSecret };
const settings = { ...own, bankUrl: 'http://localhost:4200/pix-bank', bankToken };

const statementSchema = z.object({ pix: z.array(z.object({ endToEndId: z.string() })) });

let sandbox: Sandbox;
let dataFolder: string;
/** The account holders so far: each test has one of its own at the bank. */
let holders = 0;

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'kassa-pix-'));
  const timing = { slowAnswerMs: 3600_000 };
  sandbox = await startSandbox({ port: 0, dataFolder, apiKey: bankToken, webhookSecret, timing });
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataFolder, { recursive: true, force: true });
});

/** An account of the operator at the simulated bank. */
async function start(webhookUrl: string) {
  holders += 1;
  const access = {
    bankUrl: `${sandbox.url}/pix-bank`,
    bankToken: `${bankToken}.h${holders}`,
    webhookSecret: `${webhookSecret}.h${holders}`,
  };
  const ask = async (method: string, route: string, body?: object) => {
    const response = await fetch(`${sandbox.url}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${access.bankToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(answer);
    return answer;
  };
  const txidOf = (depositId: string) => encodeTransactionId(depositId) ?? '';
  const behave = (behaviours: object) => ask('POST', '/v1/behaviours', behaviours);
  await ask('PUT', `/pix-bank/webhook/${key}`, { webhookUrl });
  let returns = 0;

  return {
    settings: { ...settings, ...access },
    settingsOfAnotherSecret: { ...settings, webhookSecret: 'another-secret-than-the-banks' },
    answerWithinMs: 10_000,
    secrets: [access.bankToken, access.webhookSecret],
    behave,
    money: {
      arrive: async (depositId: string, valor: string) => {
        await ask('POST', '/pix-bank/arrivals', { chave: key, txid: txidOf(depositId), valor });
      },
      decline: async () => {
        throw new Error("a Pix key can't decline");
      },
      takeBack: async (depositId: string, kind: string, valor: string) => {
        const statement = await ask('GET', `/pix-bank/pix?txid=${txidOf(depositId)}`);
        const [first] = statementSchema.parse(JSON.parse(statement)).pix;
        returns += 1;
        const natureza = kind === 'chargeback' ? 'MED_FRAUDE' : 'ORIGINAL';
        const route = `/pix-bank/pix/${first?.endToEndId}/devolucao/r${returns}`;
        await ask('PUT', route, { valor, natureza });
      },
      settlePayout: async () => {
        throw new Error('Pix has no payouts');
      },
    },
    signNotification: (body: string, at: Date) => {
      const time = Math.floor(at.getTime() / 1000);
      const hash = createHmac('sha256', access.webhookSecret)
        .update(`${time}.${body}`)
        .digest('hex');
      return { headers: { 'pix-signature': `t=${time},v1=${hash}` }, body };
    },
    recover: async () => {
      await behave({ status: 'normal' });
    },
    stop: async () => {},
  };
}

type Bank = Awaited<ReturnType<typeof start>>;

/** No other task sends a request. */
const tasks = ['status'] as const;

const misbehave = (status: string) => async (bank: Bank) => {
  await bank.behave({ status });
  return {};
};

testConnector({
  name: 'pix',
  factory,
  start,
  order: { paymentMethod: 'pix', amount: '50', currency: 'BRL', fields: { cpf: '11144477735' } },
  payoutOrder: null,
  asking: null,
  badSettings: [
    { settings: { ...settings, key: 'nobody' }, names: 'key' },
    { settings: { ...settings, key: '12345678000196' }, names: 'key' },
    { settings: { ...settings, key: '52998224724' }, names: 'key' },
    { settings: { ...settings, merchantName: '🎰' }, names: 'merchantName' },
    { settings: { ...settings, city: undefined }, names: 'city' },
    { settings: { ...settings, description: 'x'.repeat(60) }, names: 'description' },
    { settings: { ...settings, webhookSecret: 'short' }, names: 'webhookSecret' },
    { settings: { ...settings, lifetimeSeconds: 5 }, names: 'lifetimeSeconds' },
    { settings: { ...settings, bankUrl: 'javascript:alert(1)' }, names: 'bankUrl' },
    { settings: { ...settings, bankToken: undefined }, names: 'bankToken' },
    { settings: { ...settings, timeoutMs: 3600_000 }, names: 'timeoutMs' },
  ],
  abilities: {
    isPaidRepeatedly: true,
    namesInstrument: true,
    reversals: ['chargeback', 'refund'],
    payoutStatuses: [],
    isSignatureTimed: true,
    knowsMoneyAlone: true,
    cannotCancel: true,
  },
  errors: {
    unavailable: [
      { by: 'its word', tasks, provoke: misbehave('unavailable') },
      {
        by: 'a closed port',
        tasks,
        provoke: async () => ({
          settings: { ...settings, bankUrl: `http://127.0.0.1:${await findFreePort()}/` },
        }),
      },
    ],
    rateLimited: [{ by: 'its word', tasks, provoke: misbehave('rate-limited') }],
    rejected: [
      {
        by: 'another currency',
        tasks: ['create'],
        provoke: async () => ({ order: { currency: 'USD' } }),
      },
      {
        by: 'an amount that reais do not have',
        tasks: ['create'],
        provoke: async () => ({ order: { amount: '1.005' } }),
      },
      {
        by: 'an amount that no code has room for',
        tasks: ['create'],
        provoke: async () => ({ order: { amount: '123456789012.00' } }),
      },
    ],
    declined: [],
    timeoutUnknown: [
      {
        by: 'a late answer',
        tasks,
        provoke: async (bank) => {
          await bank.behave({ status: 'slow' });
          return { settings: { ...bank.settings, timeoutMs: 300 }, answerWithinMs: 300 };
        },
      },
    ],
    malformed: [
      { by: 'a page instead of JSON', tasks, provoke: misbehave('malformed') },
      { by: 'a failure of its own', tasks, provoke: misbehave('broken') },
    ],
    misconfigured: [
      {
        by: 'a wrong token',
        tasks,
        provoke: async (bank) => ({
          settings: { ...bank.settings, bankToken: 'not-the-token-of-this-one' },
        }),
      },
      {
        by: 'an address where no bank is',
        tasks,
        provoke: async (bank) => ({
          settings: { ...bank.settings, bankUrl: `${bank.settings.bankUrl}/elsewhere` },
        }),
      },
    ],
  },
});
