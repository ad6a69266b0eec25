import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unknownPlayer } from '../../testing/order-players.ts';
import type { Connector } from '../connector.ts';
import { factory } from './connector.ts';

/*
 * Responses that the simulated provider can't give, from a server that can. The other tests are in
 * conformance.test.ts.
 */

const apiKey = 'sandbox-api-key-of-this-test';
const account = '4111111111111111';
let answer: (response: ServerResponse) => void;
let origin: string;
let connector: Connector;

const server = createServer((request, response) => {
  request.resume().once('end', () => answer(response));
});

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  connector = build(10_000);
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function build(timeoutMs: number): Connector {
  const webhookSecret = 'sandbox-secret-of-this-test';
  const built = factory.build({ apiUrl: origin, apiKey, webhookSecret, timeoutMs });
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  return built.connector;
}

const order = {
  depositId: 'deposit-1',
  attemptId: 'deposit-1',
  playerId: 'player-1',
  player: unknownPlayer,
  paymentMethod: 'card',
  amount: '50',
  payerFee: '0',
  charged: '50',
  currency: 'EUR',
  fields: { account },
  category: 'card',
  cardViewType: 1,
  reference: 'KS-7Q2M-41XK',
  providerReference: null,
  returnUrl: 'https://casino.example/',
  notificationUrl: 'https://pay.example/notifications',
};
const unpaid = { depositId: 'deposit-1', providerReference: null };

/** Answers every request like this. */
function answerWith(status: number, body: unknown, headers: Record<string, string> = {}): void {
  answer = (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

const refusal = (code: string) => ({ error: { code, message: `not with ${account}` } });
const payment = {
  id: 'pay_1',
  merchantReference: 'deposit-1',
  status: 'pending',
  amount: '50',
  currency: 'EUR',
  paidAmount: null,
};
const redirect = { method: 'GET', url: 'https://pay.example/1' };

describe('a response to creating', () => {
  it.each([
    [301, '', 'malformed'],
    [400, refusal('request.invalid'), 'rejected'],
    [400, '<html>', 'misconfigured'],
    [401, refusal('unauthorized'), 'misconfigured'],
    [403, '<html>', 'misconfigured'],
    [404, refusal('route.notFound'), 'misconfigured'],
    [408, '', 'timeoutUnknown'],
    [409, refusal('payment.conflict'), 'malformed'],
    [422, refusal('declined'), 'declined'],
    [429, '', 'rateLimited'],
    [500, refusal('internal'), 'malformed'],
    [502, '<html>', 'timeoutUnknown'],
    [503, '<html>', 'unavailable'],
    [504, '', 'timeoutUnknown'],
    [200, '', 'malformed'],
    [200, '{"id": "pay_1"', 'malformed'],
    [200, { ...payment }, 'malformed'],
    [200, { ...payment, redirect: { method: 'GET', url: 'javascript:alert(1)' } }, 'malformed'],
    [200, { ...payment, redirect: null }, 'malformed'],
    [200, { ...payment, redirect: null, missingDetails: [] }, 'malformed'],
    [200, { ...payment, redirect: null, missingDetails: [{ name: 'x', kind: 'x' }] }, 'malformed'],
    [200, { ...payment, redirect, amount: true }, 'malformed'],
    [200, { ...payment, redirect, amount: '5e1' }, 'malformed'],
    [200, { ...payment, redirect, id: '../admin' }, 'malformed'],
    [200, `{"filling":"${'x'.repeat(2 * 1024 * 1024)}"}`, 'malformed'],
  ])('with %i %j is %s', async (status, body, error) => {
    answerWith(status, body);
    const outcome = await connector.create(order);
    expect(outcome).toMatchObject({ kind: 'error', error });
    if (outcome.kind === 'error') {
      expect(outcome.detail).toContain(String(status));
      expect(outcome.detail).not.toContain(account);
    }
  });

  it('follows no redirect, which would send the key along', async () => {
    let asked = 0;
    answer = (response) => {
      asked += 1;
      response.writeHead(307, { location: `${origin}/elsewhere` }).end();
    };
    expect(await connector.create(order)).toMatchObject({ error: 'malformed' });
    expect(asked).toBe(1);
  });

  it('keeps an echoed account number out of the detail, even in the code', async () => {
    answerWith(400, { error: { code: account, message: account } });
    const outcome = await connector.create(order);
    expect(JSON.stringify(outcome)).not.toContain(account);
  });

  it.each([
    ['7', 7_000, 7_000],
    ['999999999', 86_400_000, 86_400_000],
    [new Date(Date.now() + 3600_000).toUTCString(), 3_500_000, 3_600_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0, 0],
    ['soon', 30_000, 30_000],
  ])('Retry-After %j gives the pause', async (value, least, most) => {
    answerWith(429, '', { 'retry-after': value });
    const outcome = await connector.create(order);
    if (outcome.kind !== 'error' || outcome.error !== 'rateLimited') throw new Error(outcome.kind);
    expect(outcome.retryAfterMs).toBeGreaterThanOrEqual(least);
    expect(outcome.retryAfterMs).toBeLessThanOrEqual(most);
  });
});

describe('an incomplete response is unknown', () => {
  it('when the connection breaks during the response', async () => {
    answer = (response) => {
      response.writeHead(201, { 'content-length': '500' });
      response.write('{"id":', () => response.destroy());
    };
    expect(await connector.create(order)).toMatchObject({ error: 'timeoutUnknown' });
  });

  it('when the response arrives too slowly', async () => {
    answer = (response) => {
      response.writeHead(201);
      const drops = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drops));
    };
    // The response never ends.
    expect(await build(300).create(order)).toMatchObject({ error: 'timeoutUnknown' });
  });

  it('when two requests of one task together exceed the timeout', async () => {
    answer = (response) => {
      const found = { ...payment, receipts: [], reversals: [] };
      setTimeout(() => response.end(JSON.stringify(found)), 200);
    };
    expect(await build(300).cancel(unpaid)).toMatchObject({ error: 'timeoutUnknown' });
  });
});

describe('absent', () => {
  it('is only the provider’s own error code, not any 404', async () => {
    answerWith(404, refusal('payment.notFound'));
    expect(await connector.status(unpaid)).toEqual({ kind: 'absent' });
    answerWith(404, refusal('payout.notFound'));
    expect(await connector.payouts?.status('withdrawal-1')).toEqual({ kind: 'absent' });
    answerWith(404, '<html>');
    expect(await connector.status(unpaid)).toMatchObject({ error: 'misconfigured' });
    expect(await connector.payouts?.status('w')).toMatchObject({ error: 'misconfigured' });
  });

  it('is not a response about another deposit or withdrawal', async () => {
    const other = { ...payment, merchantReference: 'deposit-2', receipts: [], reversals: [] };
    answerWith(200, other);
    expect(await connector.status(unpaid)).toMatchObject({ error: 'malformed' });
    expect(await connector.payouts?.status('w')).toMatchObject({ error: 'malformed' });
    answerWith(200, { ...other, redirect });
    expect(await connector.create(order)).toMatchObject({ error: 'malformed' });
  });
});

describe('a payout', () => {
  const payoutOrder = { ...order, withdrawalId: 'withdrawal-1', instrumentToken: null };
  const payout = { ...payment, merchantReference: 'withdrawal-1' };

  it.each([
    ['pending', 'sent'],
    ['sent', 'sent'],
    ['completed', 'completed'],
    // Accepted, then failed: an event reports that, not the response to the request.
    ['failed', 'sent'],
    ['returned', 'sent'],
  ])('that is %s already is accepted as %s', async (status, told) => {
    answerWith(200, { ...payout, status });
    const outcome = await connector.payouts?.send(payoutOrder);
    expect(outcome).toMatchObject({ kind: 'accepted', providerReference: 'pay_1', status: told });
  });

  // The requested money stands in the response, too.
  it.each([
    [
      { paidAmount: '1.00', paidCurrency: 'JPY' },
      { amount: '1.00', currency: 'JPY' },
    ],
    [{ paidAmount: '1.00' }, null],
    [{}, null],
  ])('that is completed with %j reports %j as paid', async (part, paid) => {
    answerWith(200, { ...payout, paidAmount: null, status: 'completed', ...part });
    expect(await connector.payouts?.send(payoutOrder)).toMatchObject({ status: 'completed', paid });
    expect(await connector.payouts?.status('withdrawal-1')).toMatchObject({ events: [{ paid }] });
  });

  it('may have been paid if the provider has another one with its id', async () => {
    answerWith(409, refusal('payout.conflict'));
    expect(await connector.payouts?.send(payoutOrder)).toMatchObject({ error: 'malformed' });
  });
});
