import { once } from 'node:events';
import { createServer } from 'node:http';
import { parsePix } from 'pix-utils';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownPlayer } from '../../testing/order-players.ts';
import type { DepositOrder } from '../connector.ts';
import { encodeTransactionId } from './br-code/transaction-id.ts';
import { factory } from './connector.ts';
import { parsePixNotification } from './webhook.ts';

/* Responses that the simulated bank can't give. The other tests are in conformance.test.ts. */

const settings = {
  key: '+5511987654321',
  merchantName: 'Açaí & Cia',
  city: 'Florianópolis',
  webhookSecret: 'pix-secret-of-this-test',
};

function build(part: object = {}) {
  const built = factory.build({ ...settings, ...part });
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  expect(built.formOrigins).toEqual([]);
  return built.connector;
}

const order = (part: Partial<DepositOrder> = {}): DepositOrder => ({
  depositId: uuidv7(),
  attemptId: uuidv7(),
  playerId: 'player-1',
  player: unknownPlayer,
  paymentMethod: 'pix',
  category: 'bankTransfer',
  cardViewType: 6,
  reference: 'KS-7Q2M-41XK',
  amount: '123.4',
  payerFee: '0',
  charged: '123.4',
  currency: 'BRL',
  fields: {},
  providerReference: null,
  returnUrl: 'https://casino.example/',
  notificationUrl: 'https://pay.example/notifications',
  ...part,
});

const received = (part: object = {}) => ({
  endToEndId: 'E99999010202611211200abcdefghijk',
  valor: '20.00',
  horario: '2026-11-21T12:00:00Z',
  ...part,
});

describe('creating', () => {
  it('returns a code of the deposit without a request', async () => {
    const given = order();
    const outcome = await build().create(given);
    if (outcome.kind !== 'accepted' || outcome.step?.kind !== 'code') throw new Error('no code');
    const { pageId, data } = outcome.step;
    expect(pageId).toBe('pix');
    expect(parsePix(data.qrCodeText ?? '')).toMatchObject({
      pixKey: '+5511987654321',
      transactionAmount: 123.4,
      merchantName: 'Acai & Cia',
      merchantCity: 'Florianopolis',
      txid: encodeTransactionId(given.depositId),
    });
    expect(data.lifetime).toBe(1800);
    expect(Date.now() - Date.parse(data.created ?? '')).toBeLessThan(60_000);
  });
});

describe('without a bank URL', () => {
  it('no payment is known', async () => {
    const deposit = { depositId: uuidv7(), providerReference: null };
    expect(await build().status(deposit)).toEqual({ kind: 'known', events: [] });
    expect(await build().status({ ...deposit, depositId: 'dep-1' })).toEqual({ kind: 'absent' });
  });
});

describe('a notification', () => {
  const parse = (...pix: object[]) => parsePixNotification(JSON.stringify({ pix }));

  it('reports several payments at once, in upper or lower case', () => {
    const [one, other] = [uuidv7(), uuidv7()];
    const events = parse(
      received({ txid: encodeTransactionId(one) }),
      received({ endToEndId: 'E2', txid: encodeTransactionId(other)?.toLowerCase(), valor: '5' }),
    );
    expect(events).toMatchObject([
      { depositId: one, paid: { amount: '20.00', currency: 'BRL' } },
      { depositId: other, providerReference: 'E2', paid: { amount: '5' } },
    ]);
  });

  it('of a payment without a deposit’s txid is reported, too', () => {
    expect(parse(received({ txid: 'LOJA123' }), received({ endToEndId: 'E2' }))).toMatchObject([
      { depositId: 'LOJA123', status: 'approved' },
      { depositId: 'E2', status: 'approved' },
    ]);
  });

  it('reports a return once it is completed', () => {
    const giveBack = { id: 'r1', valor: '5.00', status: 'DEVOLVIDO' };
    const events = parse(
      received({
        devolucoes: [
          { ...giveBack, status: 'EM_PROCESSAMENTO' },
          { ...giveBack, id: 'r2' },
          { ...giveBack, id: 'r3', natureza: 'MED_FRAUDE' },
        ],
      }),
    );
    expect(events).toMatchObject([
      { kind: 'payment' },
      { kind: 'reversal', providerReference: `${received().endToEndId}.r2`, reversal: 'refund' },
      { kind: 'reversal', reversal: 'chargeback' },
    ]);
  });

  it.each([
    { valor: true },
    { valor: '-20.00' },
    { valor: '2e1' },
    { valor: '20.005' },
    { endToEndId: '' },
  ])('with an invalid value is malformed: %j', (part) => {
    expect(parse(received(part))).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a bank', () => {
  let answer: object;
  let asked: URL;
  const server = createServer((request, response) => {
    asked = new URL(request.url ?? '', 'http://bank.example');
    response.end(JSON.stringify(answer));
  });
  let bankUrl: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    bankUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/v2`;
  });
  afterAll(() => {
    server.close();
  });

  it('is queried at its own path, for the time since the deposit', async () => {
    answer = { parametros: {}, pix: [] };
    const depositId = uuidv7();
    const connector = build({ bankUrl, bankToken: 'token-of-this-very-test' });
    await connector.status({ depositId, providerReference: null });
    expect(asked.pathname).toBe('/api/v2/pix');
    expect(asked.searchParams.get('txid')).toBe(encodeTransactionId(depositId));
    const from = Date.parse(asked.searchParams.get('inicio') ?? '');
    expect(Date.now() - from).toBeGreaterThan(3_500_000);
    expect(Date.now() - from).toBeLessThan(3_700_000);
    expect(Date.parse(asked.searchParams.get('fim') ?? '')).toBeGreaterThan(Date.now());
  });

  it('that returns another deposit’s payment gives a malformed response', async () => {
    answer = { pix: [received({ txid: encodeTransactionId(uuidv7()) })] };
    const connector = build({ bankUrl, bankToken: 'token-of-this-very-test' });
    const outcome = await connector.status({ depositId: uuidv7(), providerReference: null });
    expect(outcome).toMatchObject({ error: 'malformed' });
  });
});
