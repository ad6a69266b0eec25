import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { approve, bringPlayer } from '../testing/paying-player.ts';
import { signSandboxEvent } from '../testing/sandbox-event.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { endpoints } from './endpoints.ts';
import { describeFields } from './parse-request.ts';

let server: TestServer;
let owner: OperatorClient;
let stranger: OperatorClient;
/** Something of each kind that the first brand has. */
let ids: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({}, { brand: { webhook } });
  owner = await createOperator(server);
  stranger = await createOperator(server, { brandId: 'other' });
  ids = await bringOneOfEach();
});

afterAll(() => server.stop());

/** Where nobody listens: what is told there stays on the list of deliveries. */
const webhook = {
  url: 'http://localhost:5699/webhooks',
  secrets: [`whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`],
};

async function bringOneOfEach(): Promise<Record<string, string>> {
  const player = await bringPlayer(server);
  const { depositId, paymentId } = await player.deposit();
  await approve(server, paymentId);
  await vi.waitFor(async () => expect(await player.balance()).toBe('100.00'));
  const { body } = await player.withdraw();
  const event = { id: `evt-${uuidv7()}`, type: 'nonsense' };
  const { headers, body: text } = signSandboxEvent(event, server.webhookSecret, new Date());
  const url = `${server.url}/api/providers/kassa/sandbox/notifications`;
  await fetch(url, { method: 'POST', headers, body: text });
  const { body: deposit } = await owner.ask('deposits-show', { depositId });
  const { db } = server.core;
  const newest = (table: 'provider_notifications' | 'webhook_events') =>
    db.selectFrom(table).select('id').where('brand_id', '=', 'kassa').executeTakeFirstOrThrow();
  return {
    deposit: depositId,
    withdrawal: body.withdrawalId,
    payment: deposit.payments[0].id,
    player: deposit.playerId,
    key: owner.keyId,
    notification: (await newest('provider_notifications')).id,
    delivery: (await newest('webhook_events')).id,
  };
}

/** Good values for fields that have to be there, so that only the subject can be refused. */
const samples: Record<string, unknown> = {
  amount: '1',
  currency: 'EUR',
  reason: 'a generated test',
};

function fillRequest(name: string): Record<string, unknown> {
  const endpoint = endpoints.get(name);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${name}`);
  const { properties, required } = describeFields(endpoint.request);
  const { subject } = endpoint;
  return Object.fromEntries(
    required.map((field) => {
      if (field === subject?.field) return [field, ids[subject.kind]];
      const choices = properties[field]?.enum as unknown[] | undefined;
      return [field, samples[field] ?? choices?.[0] ?? samples.reason];
    }),
  );
}

const named = [...endpoints].filter(([, { subject }]) => subject !== undefined);
const lists = [...endpoints].filter(
  ([, { subject, kind, path }]) =>
    subject === undefined && kind === 'reading' && !path.includes('{'),
);

describe("another brand's key", () => {
  // First: what is refused below stands in the stranger's own log of acts.
  test.each(lists)('%s shows nothing of the first', async (name) => {
    const { status, body } = await stranger.ask(name, fillRequest(name));
    expect(status, JSON.stringify(body)).toBe(200);
    const text = JSON.stringify(body);
    for (const id of Object.values(ids)) expect(text).not.toContain(id);
  });

  test.each(named)('%s answers 404', async (name, { subject }) => {
    expect(ids, `add one "${subject?.kind}" to bringOneOfEach`).toHaveProperty(subject?.kind ?? '');
    const { status, body } = await stranger.ask(name, fillRequest(name));
    expect(status, JSON.stringify(body)).toBe(404);
    expect(body.error.code).toMatch(/\.notFound$/);
  });
});

test.each(named.filter(([, { kind }]) => kind === 'reading'))(
  "%s answers the brand's own key",
  async (name) => {
    expect((await owner.ask(name, fillRequest(name))).status).toBe(200);
  },
);
