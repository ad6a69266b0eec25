import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signSandboxEvent } from '../../testing/sandbox-event.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { withShortTimeouts } from '../../testing/with-short-timeouts.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { followUpDeposits } from '../provider-events/follow-up-deposits.ts';
import { sweepInbox } from '../provider-events/process-notification.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

/** Creates a player of its own for a test, so that balances don't mix. */
async function arrive() {
  const token = await server.token({ playerId: uuidv7() });
  const balance = async () =>
    (await server.call('user-get', {}, { token })).body.balanceData.primary.amount;
  const create = async () => {
    const { status, body } = await server.call('deposit-create', order, { token });
    expect(status).toBe(200);
    return body.depositId as string;
  };
  const status = async (depositId: string) =>
    (await server.call('deposit-status', { depositId, paymentMethod: 'card' }, { token })).body;
  return { token, balance, create, status };
}

async function newestDeposit(): Promise<string> {
  const { id } = await server.core.db
    .selectFrom('deposits')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

async function paymentOf(depositId: string) {
  const { body } = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
  return body as { id: string; merchantReference: string; amount: string; currency: string };
}

/** Sends a notification as the provider would; `fields` replace those of its payment. */
async function notify(
  payment: Awaited<ReturnType<typeof paymentOf>>,
  fields: object,
  { secret = server.webhookSecret, eventId = uuidv7(), sentAt = new Date() } = {},
) {
  const event = { eventId, type: 'payment.updated', payment: { ...payment, ...fields } };
  const response = await fetch(`${server.url}/api/providers/kassa/sandbox/notifications`, {
    method: 'POST',
    ...signSandboxEvent(event, secret, sentAt),
  });
  return response.status;
}

describe('an approved payment', () => {
  test('is credited once, and raises the balance by the amount that arrived', async () => {
    const player = await arrive();
    expect(await player.balance()).toBe('0.00');
    const depositId = await player.create();
    expect(await player.status(depositId)).toMatchObject({ status: 'PENDING', amount: '50.00' });

    const { id } = await paymentOf(depositId);
    await server.provider('POST', `/v1/payments/${id}/approve`, {});
    await expect
      .poll(() => player.status(depositId))
      .toMatchObject({
        status: 'PAYED',
        processingAmount: '50.00',
      });
    expect(await player.balance()).toBe('50.00');
  });

  test.each([
    ['a part of it', '20.50'],
    ['a little more than was ordered', '55'],
  ])('of %s credits the amount that arrived', async (_, paidAmount) => {
    const player = await arrive();
    const depositId = await player.create();
    const { id } = await paymentOf(depositId);
    await server.provider('POST', `/v1/payments/${id}/approve`, { paidAmount });
    await expect.poll(() => player.balance()).toBe(Number(paidAmount).toFixed(2));
    expect(await player.status(depositId)).toMatchObject({ status: 'PAYED', amount: '50.00' });
  });

  test('is credited once, however often and in whatever order its notifications arrive', async () => {
    const player = await arrive();
    const depositId = await player.create();
    const payment = await paymentOf(depositId);
    const eventId = uuidv7();
    const approved = { status: 'approved', paidAmount: '50.00' };
    const answers = await Promise.all([
      notify(payment, approved, { eventId }),
      notify(payment, approved, { eventId }),
      notify(payment, approved),
      notify(payment, { status: 'pending', paidAmount: null }),
      notify(payment, approved),
    ]);
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    await expect.poll(() => player.balance()).toBe('50.00');
    await notify(payment, { status: 'declined', paidAmount: null });
    await expect
      .poll(async () =>
        server.core.db
          .selectFrom('provider_notifications')
          .select('outcome')
          .where('processed_at', 'is', null)
          .execute(),
      )
      .toEqual([]);
    expect(await player.status(depositId)).toMatchObject({ status: 'PAYED' });
    expect(await player.balance()).toBe('50.00');
  });

  test('in another currency is parked, not credited and not lost', async () => {
    const player = await arrive();
    const depositId = await player.create();
    const payment = { ...(await paymentOf(depositId)), currency: 'USD' };
    await notify(payment, { status: 'approved', paidAmount: '50.00' });
    await expect
      .poll(async () =>
        server.core.db
          .selectFrom('payments')
          .select(['status', 'amount', 'currency', 'parked_reason'])
          .where('deposit_id', '=', depositId)
          .execute(),
      )
      .toEqual([
        {
          status: 'parked',
          amount: '50.00',
          currency: 'USD',
          parked_reason: 'arrived in USD, and EUR was asked for',
        },
      ]);
    expect(await player.status(depositId)).toMatchObject({ status: 'PENDING' });
    expect(await player.balance()).toBe('0.00');
  });

  test('that comes after the deposit was declined or has expired is still credited', async () => {
    const player = await arrive();
    const declined = await player.create();
    const payment = await paymentOf(declined);
    await notify(payment, { status: 'declined', paidAmount: null });
    await expect.poll(() => player.status(declined)).toMatchObject({ status: 'DECLINED' });
    await notify(payment, { status: 'approved', paidAmount: '50.00' });
    await expect.poll(() => player.status(declined)).toMatchObject({ status: 'PAYED' });
    expect(await player.balance()).toBe('50.00');
  });
});

describe('a payment that the provider reports differently', () => {
  const outcomes = async () => {
    const rows = await server.core.db
      .selectFrom('provider_notifications')
      .select(['outcome', 'processed_at'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    return rows[0];
  };

  test.each([
    ['with another amount', { status: 'approved', paidAmount: '60.00' }, 'conflicting'],
    ['with nothing paid', { status: 'approved', paidAmount: '0' }, 'conflicting'],
    ['with no amount', { status: 'approved', paidAmount: null }, 'conflicting'],
    ['as declined after all', { status: 'declined', paidAmount: null }, 'contradicting'],
  ])('%s changes nothing and is left to a person', async (_, fields, outcome) => {
    const player = await arrive();
    const payment = await paymentOf(await player.create());
    await notify(payment, { status: 'approved', paidAmount: '50.00' });
    await expect.poll(() => player.balance()).toBe('50.00');
    await notify(payment, fields);
    await expect.poll(outcomes).toMatchObject({ outcome, processed_at: expect.any(Date) });
    expect(await player.balance()).toBe('50.00');
  });

  test.each([
    ['0.004', '0.00', 'unreadable'],
    ['50.009', '0.00', 'unreadable'],
    ['50.000', '50.00', 'credited'],
    ['999999999999999999.99', '0.00', 'parked'],
  ])('of %s credits %s: never more than arrived', async (paidAmount, balance, outcome) => {
    const player = await arrive();
    const payment = await paymentOf(await player.create());
    await notify(payment, { status: 'approved', paidAmount });
    await expect.poll(outcomes).toMatchObject({ outcome });
    expect(await player.balance()).toBe(balance);
  });
});

describe('a notification', () => {
  test('that fails is retried later, and blocks no other', async () => {
    const { db } = server.core;
    const row = (index: number) => ({
      id: uuidv7(),
      brand_id: 'kassa',
      connector: 'gone',
      notification_id: `poison-${index}`,
      headers: '{}',
      body: '{}',
      received_at: new Date(0),
      next_attempt_at: new Date(0),
    });
    await db
      .insertInto('provider_notifications')
      .values(Array.from({ length: 100 }, (_, index) => row(index)))
      .execute();
    const player = await arrive();
    const payment = await paymentOf(await player.create());
    const { headers, body } = signSandboxEvent(
      {
        eventId: uuidv7(),
        type: 'payment.updated',
        payment: { ...payment, status: 'approved', paidAmount: '50.00' },
      },
      server.webhookSecret,
      new Date(),
    );
    // Stored by a process that died before it processed the notification.
    await db
      .insertInto('provider_notifications')
      .values({ ...row(100), connector: 'sandbox', headers: JSON.stringify(headers), body })
      .execute();
    await sweepInbox(server.core);
    await sweepInbox(server.core);
    expect(await player.balance()).toBe('50.00');
    const waiting = await db
      .selectFrom('provider_notifications')
      .select(['attempts'])
      .where('connector', '=', 'gone')
      .where('processed_at', 'is', null)
      .execute();
    expect(waiting).toHaveLength(100);
    await db.deleteFrom('provider_notifications').where('connector', '=', 'gone').execute();
  });

  test('with a wrong or old signature is rejected and changes nothing', async () => {
    const player = await arrive();
    const depositId = await player.create();
    const payment = await paymentOf(depositId);
    const approved = { status: 'approved', paidAmount: '50.00' };
    expect(await notify(payment, approved, { secret: 'not the secret' })).toBe(401);
    const anHourAgo = new Date(Date.now() - 3600_000);
    expect(await notify(payment, approved, { sentAt: anHourAgo })).toBe(401);
    expect(await player.status(depositId)).toMatchObject({ status: 'PENDING' });
    expect(await player.balance()).toBe('0.00');
  });

  test('that is unreadable, or names no known deposit, is stored with that outcome', async () => {
    const garbage = signSandboxEvent({ anything: true }, server.webhookSecret, new Date());
    const url = `${server.url}/api/providers/kassa/sandbox/notifications`;
    expect((await fetch(url, { method: 'POST', ...garbage })).status).toBe(200);
    const unknown = {
      id: 'p',
      merchantReference: uuidv7(),
      status: 'pending',
      amount: '50',
      currency: 'EUR',
    };
    expect(await notify(unknown, { status: 'approved', paidAmount: '50' })).toBe(200);
    await expect
      .poll(async () => {
        const rows = await server.core.db
          .selectFrom('provider_notifications')
          .select('outcome')
          .where('outcome', 'is not', null)
          .orderBy('id', 'desc')
          .limit(2)
          .execute();
        return rows.map(({ outcome }) => outcome).sort();
      })
      .toEqual(['unknownSubject', 'unreadable']);
  });

  test('for an unknown brand or connector gives a 404', async () => {
    for (const path of ['nobody/sandbox', 'kassa/nobody']) {
      const url = `${server.url}/api/providers/${path}/notifications`;
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(404);
    }
  });
});

describe('a lost notification', () => {
  test('is replaced by a status request', async () => {
    const player = await arrive();
    await server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
    const depositId = await player.create();
    const { id } = await paymentOf(depositId);
    await server.provider('POST', `/v1/payments/${id}/approve`, {});
    await server.provider('POST', '/v1/behaviours', { webhook: 'normal' });
    expect(await player.status(depositId)).toMatchObject({ status: 'PENDING' });
    await server.later(31_000, () => followUpDeposits(server.core));
    await expect.poll(() => player.status(depositId)).toMatchObject({ status: 'PAYED' });
    expect(await player.balance()).toBe('50.00');
  });

  test('does not stop an unpaid deposit from expiring, and later money still counts', async () => {
    const player = await arrive();
    const depositId = await player.create();
    await server.later(31 * 60_000, () => followUpDeposits(server.core));
    await expect.poll(() => player.status(depositId)).toMatchObject({ status: 'AUTO_CANCELED' });
    const { id } = await paymentOf(depositId);
    await server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
    await server.provider('POST', `/v1/payments/${id}/receipts`, { amount: '50' });
    await server.provider('POST', '/v1/behaviours', { webhook: 'normal' });
    await server.later(7 * 3600_000, () => followUpDeposits(server.core));
    await expect.poll(() => player.status(depositId)).toMatchObject({ status: 'PAYED' });
    expect(await player.balance()).toBe('50.00');
  });
});

describe('a provider that', () => {
  test.each([
    ['is down', 'unavailable', 502, 'provider.unavailable', 'DECLINED'],
    ['is slow', 'slow', 504, 'provider.timeout', 'PENDING'],
    ['responds with garbage', 'malformed', 504, 'provider.timeout', 'PENDING'],
    ['declines at once', 'declined', 422, 'banking.merchantClientError', 'DECLINED'],
  ])('%s gives a clear error', async (_, create, status, code, word) => {
    const player = await arrive();
    await server.provider('POST', '/v1/behaviours', { create });
    const ask = () => server.call('deposit-create', order, { token: player.token });
    const reply = await (create === 'slow' ? withShortTimeouts(ask) : ask());
    await server.provider('POST', '/v1/behaviours', { create: 'normal' });
    expect(reply).toMatchObject({ status, body: { error: { code } } });
    expect(reply.body.error.reference).toMatch(/^KS-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await player.status(await newestDeposit())).toMatchObject({ status: word });
    expect(await player.balance()).toBe('0.00');
  });

  test('times out but accepts the order is still credited', async () => {
    const player = await arrive();
    await server.provider('POST', '/v1/behaviours', { create: 'slow' });
    const token = player.token;
    const reply = await withShortTimeouts(() => server.call('deposit-create', order, { token }));
    expect(reply.status).toBe(504);
    await server.provider('POST', '/v1/behaviours', { create: 'normal' });
    const depositId = await newestDeposit();
    await expect.poll(async () => (await paymentOf(depositId)).merchantReference).toBe(depositId);
    const { id } = await paymentOf(depositId);
    await server.provider('POST', `/v1/payments/${id}/approve`, {});
    await expect.poll(() => player.balance()).toBe('50.00');
  });
});

test('a deposit whose reference is taken gets another one', async () => {
  const { db } = server.core;
  const { create } = await arrive();
  const before = await db
    .selectFrom('deposits')
    .select('reference')
    .where('id', '=', await create())
    .executeTakeFirstOrThrow();
  await sql`create sequence tries`.execute(db);
  await sql`
    create function repeat_reference() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then new.reference := ${sql.lit(before.reference)}; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger repeated before insert on deposits
      for each row execute function repeat_reference()`.execute(db);
  try {
    const { reference } = await db
      .selectFrom('deposits')
      .select('reference')
      .where('id', '=', await create())
      .executeTakeFirstOrThrow();
    expect(reference).toMatch(/^KS-.{4}-.{4}$/);
    expect(reference).not.toBe(before.reference);
    const { rows } = await sql`select last_value::int as tries from tries`.execute(db);
    expect(rows).toEqual([{ tries: 2 }]);
  } finally {
    await sql`drop function repeat_reference cascade`.execute(db);
    await sql`drop sequence tries`.execute(db);
  }
});

describe('the list of a player’s deposits', () => {
  test('has the last 50, and every unfinished one however old', async () => {
    const player = await arrive();
    const old = await player.create();
    const copy = async (count: number, status: string) => {
      const ids = Array.from({ length: count }, () => uuidv7());
      for (const id of ids) {
        const changes = { id, reference: id, provider_reference: null, status };
        await sql`
          insert into deposits
          select (jsonb_populate_record(d, ${JSON.stringify(changes)}::jsonb)).*
          from deposits d where id = ${old}`.execute(server.core.db);
      }
      return ids;
    };
    // More unfinished ones than a page has.
    const unfinished = [old, ...(await copy(55, 'awaitingPlayer'))];
    const newer = await copy(51, 'declined');
    const { body } = await server.call('deposit-list', {}, { token: player.token });
    const ids = body.deposits.map(({ depositId }: { depositId: string }) => depositId);
    expect(ids).toEqual([...newer.slice(1).reverse(), ...unfinished.reverse()]);
    expect(body.deposits.at(-1)).toMatchObject({ status: 'PENDING', canContinue: true });
    // The ledger's check would miss their transitions.
    const copies = [...newer, ...unfinished].filter((id) => id !== old);
    await server.core.db.deleteFrom('deposits').where('id', 'in', copies).execute();
  });
});

describe('the history of a deposit', () => {
  test('contains every status with its reason', async () => {
    const player = await arrive();
    const depositId = await player.create();
    const { id } = await paymentOf(depositId);
    await server.provider('POST', `/v1/payments/${id}/approve`, {});
    await expect.poll(() => player.balance()).toBe('50.00');
    const rows = await server.core.db
      .selectFrom('deposit_transitions')
      .select(['from_status', 'to_status', 'reason'])
      .where('deposit_id', '=', depositId)
      .orderBy('created_at')
      .execute();
    expect(rows).toEqual([
      { from_status: null, to_status: 'created', reason: 'requested by the player' },
      {
        from_status: 'created',
        to_status: 'awaitingPlayer',
        reason: 'the provider accepted the deposit',
      },
      {
        from_status: 'awaitingPlayer',
        to_status: 'processed',
        reason: 'the player was credited',
      },
    ]);
  });
});
