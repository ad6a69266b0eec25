import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNotification } from '../../ground/encryption/sealed.ts';
import { findNotifications } from '../../testing/find-notifications.ts';
import { signSandboxEvent } from '../../testing/sandbox-event.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

test('a notification is stored encrypted, with harmless headers only', async () => {
  const eventId = uuidv7();
  const iban = 'DE89370400440532013000';
  const { headers, body } = signSandboxEvent(
    { eventId, payer: { name: 'Zoë Müller', iban } },
    server.webhookSecret,
    new Date(),
  );
  const response = await fetch(`${server.url}/api/providers/kassa/sandbox/notifications`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'provider/1',
      'x-webhook-secret': 'a static secret',
      authorization: 'Basic c2VjcmV0',
    },
    body,
  });
  expect(response.status).toBe(200);
  const { core } = server;
  const load = async () => (await findNotifications(core, eventId))[0];
  await expect.poll(async () => (await load())?.outcome).toBe('unreadable');
  const row = await load();
  if (row === undefined) throw new Error('The notification is missing.');
  expect(row.headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'provider/1',
    'sandbox-signature': '',
  });
  const stored = JSON.stringify(row);
  for (const detail of [iban, 'Müller', 'static secret']) expect(stored).not.toContain(detail);
  expect(openNotification(core.vault, row)).toBe(body);
  expect(() => openNotification(core.vault, { ...row, id: uuidv7() })).toThrow();
});

test('a notification that was stored before notifications were encrypted is read as it is', () => {
  const open = (body: string) =>
    openNotification(server.core.vault, { id: uuidv7(), brand_id: 'kassa', body });
  for (const body of ['', '{"id":"s1.k.x"}', 'status=paid&id=s1.a.b', 's1.k']) {
    expect(open(body)).toBe(body);
  }
});
