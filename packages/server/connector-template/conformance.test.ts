import { testConnector } from '../src/connectors/conformance.suite.ts';
import { findFreePort } from '../src/ground/database/embedded/free-port.ts';
import type { Task } from '../src/testing/connector-conformance/description.ts';
import { factory } from './connector.ts';
import { type Fault, startExamplePay } from './testing/example-pay-stand-in.ts';

const apiKey = 'the-api-key-of-the-tests';
const webhookSecret = 'the-webhook-secret-of-the-tests';
const good = { apiUrl: 'https://api.example-pay.example', apiKey, webhookSecret };

async function start() {
  const provider = await startExamplePay(apiKey, webhookSecret);
  return {
    provider,
    settings: { ...good, apiUrl: provider.url },
    settingsOfAnotherSecret: { ...good, webhookSecret: 'another-webhook-secret' },
    answerWithinMs: 10_000,
    secrets: [apiKey, webhookSecret],
    receivedPlayer: async (depositId: string) => provider.findCustomer(depositId),
    money: {
      arrive: provider.pay,
      decline: (depositId: string, reason?: string) =>
        provider.refuse(depositId, reason === 'suspectedFraud' ? 'FRAUD' : 'UNHEARD_OF'),
      takeBack: (depositId: string, kind: string, amount: string) =>
        provider.takeBack(depositId, kind === 'chargeback' ? 'CHARGEBACK' : 'REFUND', amount),
      // Refunds: leave out both if your provider has none, as `refundStatuses` and `canVoid`.
      settle: async (depositId: string) => provider.settle(depositId),
      settleRefund: async (refundId: string, status: 'sent' | 'completed' | 'failed') => {
        if (status !== 'sent') {
          await provider.settleRefund(refundId, status === 'completed' ? 'DONE' : 'FAILED');
        }
      },
      settlePayout: async () => {
        throw new Error('Example Pay has no payouts');
      },
    },
    signNotification: (body: string) => ({ headers: { 'x-signature': provider.sign(body) }, body }),
    recover: async () => provider.faults.clear(),
    stop: provider.stop,
  };
}

type Running = Awaited<ReturnType<typeof start>>;

/** The tasks that send a request to the provider, with its kind. */
const requestOf: Partial<Record<Task, Fault['request']>> = {
  create: 'create',
  cancel: 'void',
  status: 'find',
  sendRefund: 'refund',
  refundStatus: 'findRefund',
};
const tasks = Object.keys(requestOf) as Task[];

const misbehave = (kind: Fault['kind']) => async (running: Running, task: Task) => {
  const request = requestOf[task];
  if (request !== undefined) running.provider.faults.set(request, kind);
  return {};
};

testConnector({
  name: 'example-pay',
  factory,
  start,
  order: {
    paymentMethod: 'example_pay',
    amount: '50',
    currency: 'EUR',
    fields: { account: 'ACCOUNT-5f2c' },
  },
  payoutOrder: null,
  // Example Pay asks for no further fields.
  asking: null,
  badSettings: [
    { settings: { ...good, apiUrl: 'nowhere' }, names: 'apiUrl' },
    { settings: { ...good, apiKey: '' }, names: 'apiKey' },
    { settings: { ...good, webhookSecret: undefined }, names: 'webhookSecret' },
  ],
  abilities: {
    isPaidRepeatedly: false,
    reversals: ['refund', 'chargeback'],
    declineReasons: ['suspectedFraud'],
    namesInstrument: true,
    hasIdempotencyKey: true,
    sentPlayerParts: ['ipAddress', 'country', 'firstName', 'lastName', 'email'],
    payoutStatuses: [],
    refundStatuses: ['sent', 'completed', 'failed'],
    canVoid: true,
    isSignatureTimed: false,
  },
  errors: {
    unavailable: [
      { by: 'its word', tasks, provoke: misbehave('down') },
      {
        by: 'a closed port',
        tasks,
        provoke: async () => ({
          settings: { ...good, apiUrl: `http://127.0.0.1:${await findFreePort()}` },
        }),
      },
    ],
    rateLimited: [{ by: 'its word', tasks, provoke: misbehave('busy') }],
    rejected: [
      {
        by: 'a currency it cannot read',
        tasks: ['create'],
        provoke: async () => ({ order: { currency: 'eur' } }),
      },
      {
        by: 'an amount below the minor unit',
        tasks: ['create'],
        provoke: async () => ({ order: { amount: '50.005' } }),
      },
    ],
    declined: [{ by: 'its word', tasks: ['create', 'sendRefund'], provoke: misbehave('refuses') }],
    timeoutUnknown: [
      {
        by: 'silence',
        tasks,
        provoke: async (running, task) => {
          await misbehave('hangs')(running, task);
          return { settings: { ...running.settings, timeoutMs: 300 }, answerWithinMs: 300 };
        },
      },
    ],
    malformed: [{ by: 'a page instead of JSON', tasks, provoke: misbehave('rubbish') }],
    misconfigured: [
      {
        by: 'a wrong key',
        tasks,
        provoke: async ({ settings }) => ({
          settings: { ...settings, apiKey: 'not-the-key-of-this-one' },
        }),
      },
    ],
  },
});
