import { cardViewTypes } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { CatalogField, CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { DrawnScreen } from '../../core/core.ts';
import { solveCaptcha } from '../../testing/solve-captcha.ts';
import { packages, useSweepstakeDesk } from '../../testing/sweepstake-desk.ts';

const { desk, boxes, bring, orderInBitcoin, deposit } = useSweepstakeDesk();

const code = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;

describe('the packages on offer', () => {
  test('are those on sale, with what is left of them', async () => {
    const { body } = await (await bring()).call('sweepstake-boxes');
    const shown = body.boxes.map(
      (box: { boxId: string; left?: number; leftForPlayer?: number }) =>
        `${box.boxId} ${box.left ?? '-'} ${box.leftForPlayer ?? '-'}`,
    );
    expect(shown).toEqual(['usual - -', 'dear - -', 'once - 1', 'rare 1 -', 'goldOnly - -']);
  });

  test('are drawn for the player with the methods', async () => {
    const asked: DrawnScreen[] = [];
    desk.server.core.drawScreen = async (screen) => {
      asked.push(screen);
      return 'drawn';
    };
    const screen = {
      ...{ build: 'b1', view: 'sweep', address: '/deposit', locale: 'en-US' },
      ...{ closingButton: true, hasBadge: false, bonuses: 0, hasCryptoBonus: false },
    };
    const player = await bring();
    const { body } = await player.call('methods-payment-v3', { screen });
    await player.call('methods-payment-v3', { screen });
    expect(body.screen).toBe('drawn');
    expect(asked.map((each) => each.packages)).toEqual([
      (await player.call('sweepstake-boxes')).body,
    ]);
  });

  test.each([
    ['an excluded region', { region: 'us-wa' }, 'us', 'region'],
    [
      'a country with excluded regions, and no region',
      { region: undefined },
      'us',
      'regionUnknown',
    ],
    ['a region of another country', { region: 'ca-on' }, 'us', 'regionUnknown'],
    ['an excluded country', { region: undefined }, 'gb', 'region'],
    ['no statement of the age', { of_age: undefined }, 'us', 'age'],
  ])('are none with %s', async (_, claims, country, obstacle) => {
    const player = await bring(claims, country);
    expect((await player.call('sweepstake-boxes')).body).toEqual({ boxes: [], obstacle });
    const refused = await player.order('usual');
    expect([refused.status, code(refused)]).toEqual([
      403,
      obstacle === 'age' ? 'sweepstake.underage' : 'sweepstake.excluded',
    ]);
  });
});

/** Runs a test while the brand has another method, made of one of the desk's. */
const withMethod = async (part: Partial<CatalogMethod>, of: string, run: () => Promise<void>) => {
  const { core } = desk.server;
  const { catalogOf } = core;
  const catalog = catalogOf('kassa');
  const method = catalog.methods.find(({ name }) => name === of);
  if (method === undefined) throw new Error(`There is no method ${of}`);
  const methods = [...catalog.methods, { ...method, ...part }];
  Object.assign(core, { catalogOf: () => ({ ...catalog, methods }) });
  try {
    await run();
  } finally {
    Object.assign(core, { catalogOf });
  }
};

test('an on-ramp, which seldom delivers the exact price, is neither offered nor taken', async () => {
  const onramp = { name: 'onramp_us', cardViewType: cardViewTypes.onramp };
  await withMethod(onramp, 'card_us', async () => {
    const player = await bring();
    const { methods } = (await player.call('methods-payment-v3')).body;
    const names = methods.map(({ name }: { name: string }) => name);
    expect([names.includes('card_us'), names.includes('onramp_us')]).toEqual([true, false]);
    expect(code(await player.order('usual', 'onramp_us'))).toBe('method.unavailable');
  });
});

test('an order in a coin goes on with the fields that its provider asks for', async () => {
  const phone = { type: 'text', name: 'phone', placeholder: { en: 'Phone' }, category: 'phone' };
  const asking = { name: 'asking', connector: 'sandbox', fields: [phone] as CatalogField[] };
  await withMethod({ ...asking, routes: undefined }, 'bitcoin', async () => {
    const player = await bring();
    const fields = { phone: '+12025551111' };
    const { body } = await player.order('usual', 'asking', { fields });
    const { depositId } = body;
    expect((await deposit(depositId)).currency).toBe('BTC');
    const more = { depositId, fields: { smsCode: '123456' } };
    const { status, body: done } = await player.order('usual', 'asking', more);
    expect([status, done.error, done.depositId]).toEqual([200, undefined, depositId]);
  });
});

describe('an order of a package', () => {
  test('fixes the package and its price', async () => {
    const { status, body } = await (await bring()).order('usual');
    expect([status, body.error]).toEqual([200, undefined]);
    expect(await deposit(body.depositId)).toMatchObject({
      amount: '9.99',
      currency: 'USD',
      account_amount: '9.99',
      account_currency: 'USD',
      box_id: 'usual',
      gold_amount: '100000',
      sweep_amount: '10',
      price: '9.99',
      price_currency: 'USD',
      price_rate: null,
      is_amount_open: false,
    });
  });

  test('needs the captcha of its method', async () => {
    const player = await bring();
    const refused = await player.order('usual', 'card_guarded');
    expect([refused.status, code(refused)]).toEqual([422, 'captcha_required']);
    const altcha = await solveCaptcha(desk.server, player.token);
    const ordered = await player.order('usual', 'card_guarded', { altcha });
    expect([ordered.status, ordered.body.error]).toEqual([200, undefined]);
  });

  test('has a session in the currency of the price', async () => {
    const player = await bring();
    const session = await player.call('session-start', { amount: '9.99', currency: 'USD' });
    expect(session.status).toBe(200);
    const inGold = await player.call('session-start', { amount: '9.99', currency: 'QGC' });
    expect([inGold.status, code(inGold)]).toEqual([422, 'currency.unsupported']);
  });

  test('names its coins to the player', async () => {
    const player = await bring();
    const { body } = await player.order('usual');
    const found = await player.call('deposit-get', { depositId: body.depositId });
    expect(found.body.deposit.coins).toEqual({ gcAmount: '100000', scAmount: '10' });
  });

  test('in a coin asks for the price at the present rate, which holds for a while', async () => {
    // 0.00001 BTC and 1.1 USD for a euro: 110,000 USD for a bitcoin.
    const { depositId, payAmount, address } = await orderInBitcoin(await bring());
    expect(payAmount).toBe('0.00009082');
    const row = await deposit(depositId);
    expect(row).toMatchObject({ amount: '0.00009082', currency: 'BTC', account_amount: '9.99' });
    expect(Number(row.price_rate)).toBeCloseTo(110_000, 6);
    const heldMs = Date.parse(address.priceUntil ?? '') - row.created_at.getTime();
    expect(heldMs).toBeGreaterThan(0);
    expect(heldMs).toBeLessThanOrEqual(900_000);
  });

  test.each([
    ['another price', { amount: '8.99' }, 'package.changed'],
    ['another currency', { currency: 'EUR' }, 'method.unavailable'],
    [
      'more gold coins than it has',
      { coins: { gcAmount: '100001', scAmount: '10' } },
      'package.changed',
    ],
    [
      'more sweep coins than it has',
      { coins: { gcAmount: '1', scAmount: '10.01' } },
      'package.changed',
    ],
    ['an unknown package', { boxId: 'none' }, 'package.unavailable'],
    ['an offer that is over', { boxId: 'over', amount: '4.99' }, 'package.unavailable'],
    ['no package', { boxId: '' }, 'request.invalid'],
    ['a bonus', { bonusId: uuidv7() }, 'bonus.notApplicable'],
  ])('with %s is refused', async (_, part, refused) => {
    expect(code(await (await bring()).order('usual', 'card_us', part))).toBe(refused);
  });

  test('says the present price where the player saw another one', async () => {
    const { status, body } = await (await bring()).order('usual', 'card_us', { amount: '8.99' });
    expect([status, body.error.params]).toEqual([409, { price: '9.99', currency: 'USD' }]);
  });

  test('keeps its price when the package changes', async () => {
    const player = await bring();
    const { body } = await player.order('usual');
    const at = boxes.findIndex(({ boxId }) => boxId === 'usual');
    boxes[at] = { ...packages.usual, price: '11.99' };
    try {
      expect(code(await player.order('usual', 'card_us', { isAnother: true }))).toBe(
        'package.changed',
      );
      expect((await deposit(body.depositId)).price).toBe('9.99');
    } finally {
      boxes[at] = packages.usual;
    }
  });

  test('of the last one is taken by one of two players', async () => {
    const players = await Promise.all([bring(), bring(), bring(), bring()]);
    const codes = await Promise.all(
      players.map(async (player) => code(await player.order('rare'))),
    );
    expect(codes.filter((one) => one === undefined)).toHaveLength(1);
    expect(codes.filter((one) => one === 'package.unavailable')).toHaveLength(3);
    const { body } = await (await bring()).call('sweepstake-boxes');
    expect(body.boxes.map((box: { boxId: string }) => box.boxId)).not.toContain('rare');
  });

  test.each([
    ['places of its stock', 'card_us', 10],
    ['addresses of a chain', 'bitcoin', undefined],
  ])('has at most two unpaid ones beside it, which hold %s', async (_, method, stock) => {
    const at = boxes.findIndex(({ boxId }) => boxId === 'usual');
    boxes[at] = { ...packages.usual, ...(stock !== undefined && { stock }) };
    try {
      const player = await bring();
      const order = (boxId: 'usual' | 'dear' = 'usual') =>
        player.order(boxId, method, { isAnother: true, currency: 'USD' });
      const { body } = await order();
      expect(code(await order())).toBeUndefined();
      expect(await order()).toMatchObject({
        status: 422,
        body: { error: { code: 'deposits.tooMany', params: { count: '2' } } },
      });
      expect(code(await order('dear'))).toBeUndefined();
      await player.call('deposit-cancel', { depositId: body.depositId, paymentMethod: method });
      const second = await order();
      expect(code(second)).toBeUndefined();
      const { depositId } = second.body;
      // One that its player says to have paid leaves room.
      await player.call('deposit-complete', { depositId });
      expect(code(await order())).toBeUndefined();
    } finally {
      boxes[at] = packages.usual;
    }
  });

  test('of a once-only package is taken once, as long as it may be paid', async () => {
    const player = await bring();
    const { body } = await player.order('once');
    expect(code(await player.order('once', 'bitcoin'))).toBe('package.unavailable');
    const { paymentMethod } = { paymentMethod: 'card_us' };
    await player.call('deposit-cancel', { depositId: body.depositId, paymentMethod });
    expect(code(await player.order('once', 'bitcoin'))).toBeUndefined();
  });

  test('repeated under its key creates one deposit', async () => {
    const player = await bring();
    const key = uuidv7();
    const { price: amount, priceCurrencyCode: currency } = packages.usual;
    const order = { amount, currency, boxId: 'usual', paymentType: 'card_us' };
    const first = await player.call('deposit-create-sweepstake', order, key);
    const again = await player.call('deposit-create-sweepstake', order, key);
    expect(again.body.depositId).toBe(first.body.depositId);
    const other = await player.call('deposit-create-sweepstake', { ...order, boxId: 'dear' }, key);
    expect(code(other)).toBe('idempotency.keyReused');
  });

  test('of the same package is asked about while the first can be paid', async () => {
    const player = await bring();
    const { body } = await player.order('usual');
    const again = await player.order('usual', 'card_us', { isAnother: false });
    expect([code(again), again.body.error.params.depositId]).toEqual([
      'deposit.alreadyOpen',
      body.depositId,
    ]);
    expect(code(await player.order('dear', 'card_us', { isAnother: false }))).toBeUndefined();
  });
});

test('coins are never bought by the amount', async () => {
  const player = await bring();
  const plain = { amount: '9.99', currency: 'USD', paymentType: 'card_us' };
  expect(code(await player.call('deposit-create', plain))).toBe('currency.unsupported');
});

test('a brand without sweepstakes sells no package', async () => {
  const token = await desk.server.otherToken({ currency: 'QSC' });
  const order = { amount: '9.99', currency: 'EUR', boxId: 'usual', paymentType: 'card' };
  const refused = await desk.server.call('deposit-create-sweepstake', order, { token });
  expect(code(refused)).toBe('currency.unsupported');
});

test('what was sold of a package is counted by its index', async () => {
  const { rows } = await desk.server.core.db.transaction().execute(async (tx) => {
    const { sql } = await import('kysely');
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`explain select id from deposits
      where brand_id = 'kassa' and box_id = 'rare' and player_id = ${uuidv7()}
        and status not in ('declined', 'failed', 'canceled', 'autoCanceled') limit 5`.execute(tx);
  });
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('deposits_of_package');
});

describe('the methods to pay a package with', () => {
  test.each([{}, { currency: 'QSC' }, { currency: 'EUR' }])(
    'are those in its currency, whatever is asked for: %o',
    async (request) => {
      const { body } = await (await bring()).call('methods-payment-v3', request);
      expect(body.currency).toBe('USD');
      const names = body.methods.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(['card_us', 'bitcoin']));
      expect(names).not.toContain('card');
    },
  );

  test('have limits in its currency', async () => {
    const asked = { currency: 'USD', paymentType: 'card_us' };
    const { body } = await (await bring()).call('deposit-limits', asked);
    expect(body).toMatchObject({ min: '1', max: '500' });
  });

  test('to be paid out with are in sweep coins', async () => {
    const { body } = await (await bring()).call('methods-withdrawal', {});
    expect([body.currency, body.methods.map(({ name }: { name: string }) => name)]).toEqual([
      'QSC',
      ['bitcoin_out'],
    ]);
  });
});
