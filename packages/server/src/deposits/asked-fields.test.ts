import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Connector, CreateOutcome, DepositOrder } from '../connectors/connector.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/* A provider that answers as the test says. */

let server: TestServer;
let connector: Connector;
let create: Connector['create'];
let orders: DepositOrder[];
let answers: CreateOutcome[];

beforeAll(async () => {
  server = await startTestServer();
  connector = server.core.brands.get('kassa')?.connectors.get('sandbox') as Connector;
  create = connector.create;
});

beforeEach(() => {
  orders = [];
  answers = [];
  connector.create = async (order) => {
    orders.push(order);
    return answers.shift() ?? { kind: 'error', error: 'timeoutUnknown', detail: 'no answer' };
  };
});

afterEach(() => {
  connector.create = create;
});

afterAll(() => server.stop());

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
const accepted: CreateOutcome = { kind: 'accepted', providerReference: 'pay_1', page: null };

/** The provider asks for these. */
const asks = (...fields: { name: string; alias?: string }[]): CreateOutcome => ({
  kind: 'fieldsRequired',
  providerReference: 'pay_1',
  fields: fields.map((field) => ({ ...field, type: 'text', placeholder: { en: 'More' } })),
});

/** A player of the test's own, with a deposit. */
async function begin(fields: Record<string, string> = {}) {
  const token = await server.token({ playerId: uuidv7() });
  const { body } = await server.call('deposit-create', { ...order, fields }, { token });
  const depositId = body.depositId as string;
  const goOn = (more: Record<string, string>) =>
    server.call('deposit-create', { ...order, fields: more, depositId }, { token });
  return { depositId, goOn };
}

test("what was asked for goes by its own alias, what was typed before by the method's", async () => {
  answers = [
    asks({ name: 'otp', alias: 'auth.otp' }),
    // What the provider calls `speed` is not what the method's form calls so.
    asks({ name: 'speed' }, { name: 'iban' }),
    accepted,
  ];
  const { goOn } = await begin({ speed: 'express', iban: 'DE00' });
  await goOn({ otp: '123456' });
  expect((await goOn({ speed: '90', iban: 'DE89' })).status).toBe(200);
  expect(orders.map(({ fields }) => fields)).toEqual([
    { 'transfer.speed': 'express', iban: 'DE00' },
    { 'transfer.speed': 'express', iban: 'DE00', 'auth.otp': '123456' },
    { 'transfer.speed': 'express', iban: 'DE89', 'auth.otp': '123456', speed: '90' },
  ]);
});
