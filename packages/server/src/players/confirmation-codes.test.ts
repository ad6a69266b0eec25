import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../core/caller.ts';
import { readSamples } from '../testing/doc-samples.ts';
import { meetLimitedPlayer } from '../testing/limits-desk.ts';
import { type OperatorEndpoint, startOperatorEndpoint } from '../testing/operator-endpoint.ts';
import { usePayoutRulesDesk } from '../testing/payout-rules-desk.ts';
import {
  type CheckedCode,
  type ConfirmedOrder,
  checkCode,
  needsCode,
  sendCode,
  useCode,
} from './confirmation-codes.ts';

const { desk, core } = usePayoutRulesDesk();
let endpoint: OperatorEndpoint;

beforeEach(async () => {
  endpoint = await startOperatorEndpoint();
  endpoint.answer = () => ({ body: { sentTo: '+49 ••• 89' } });
  const { url, secret } = endpoint;
  desk.settings = { confirmation: { url, secrets: [secret], timeoutMs: 5000 } };
});

afterEach(() => endpoint.close());

const order: ConfirmedOrder = {
  money: { amount: '50', currency: 'EUR' },
  paymentType: 'sepa_withdrawal',
  destinationMasked: '•••• 3000',
  destinationDigest: 'a-Digest_1',
  locale: 'de-DE',
};

const minute = 60_000;
const wait = (ms: number) => {
  desk.now = new Date(desk.now.getTime() + ms);
};

const send = (part: Partial<ConfirmedOrder> = {}) =>
  sendCode(core, desk.caller, { ...order, ...part });

/** Has a code sent and returns it, as the player reads it. */
async function receive(part: Partial<ConfirmedOrder> = {}): Promise<string> {
  await send(part);
  return endpoint.received.at(-1)?.body.code;
}

const check = (code?: string, part: Partial<ConfirmedOrder> = {}, caller: Caller = desk.caller) =>
  checkCode(core, caller, { ...order, ...part }, code);

const use = (checked: CheckedCode) =>
  desk.db.transaction().execute((tx) => useCode(core, tx, desk.caller, checked));

/** Another code than the right one. */
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

const refused = (code: string) => expect.objectContaining({ code });

describe('sending', () => {
  test('asks the operator, and stores the code as a digest only', async () => {
    const sent = await send();
    expect(sent).toEqual({
      sentTo: '+49 ••• 89',
      expiresAt: desk.now.getTime() + 10 * minute,
      nextAt: desk.now.getTime() + minute,
    });
    const body = endpoint.received[0]?.body;
    expect(body).toEqual({
      type: 'confirmationCode',
      brand: 'kassa',
      playerId: desk.caller.externalId,
      code: expect.stringMatching(/^\d{6}$/),
      amount: '50.00',
      currency: 'EUR',
      paymentType: 'sepa_withdrawal',
      destination: '•••• 3000',
      locale: 'de-DE',
      expiresAt: new Date(sent.expiresAt).toISOString(),
    });
    const rows = await desk.db.selectFrom('confirmation_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(`"${body.code}"`);
    expect(desk.logged).not.toHaveBeenCalled();
  });

  test('asks as the documentation shows', async () => {
    const samples = readSamples('withdrawals.md', 'json').map((text) => JSON.parse(text));
    const sample = samples.find(({ type }) => type === 'confirmationCode');
    const { amount, currency, paymentType, destination, locale } = sample;
    await send({
      money: { amount, currency },
      paymentType,
      destinationMasked: destination,
      locale,
    });
    const { code, playerId, expiresAt } = endpoint.received[0]?.body ?? {};
    expect(endpoint.received[0]?.body).toEqual({
      ...sample,
      brand: 'kassa',
      ...{ code, playerId, expiresAt },
    });
    expect([code, expiresAt].map((text) => text.length)).toEqual([6, sample.expiresAt.length]);
  });

  test.each([[{}], [{ sentTo: null }], [{ sentTo: ' ' }]])(
    'needs no word on where: %j',
    async (body) => {
      endpoint.answer = () => ({ body });
      expect(await send()).toMatchObject({ sentTo: null });
    },
  );

  test('waits a minute for the next code', async () => {
    const first = await receive();
    wait(minute - 1000);
    await expect(send()).rejects.toMatchObject({ code: 'rate.limited', params: { seconds: '1' } });
    wait(1000);
    const second = await receive();
    expect(endpoint.received).toHaveLength(2);
    // The last one counts.
    await expect(check(first === second ? wrongFor(second) : first)).rejects.toEqual(
      refused('code.wrong'),
    );
    expect(await check(second)).not.toBeNull();
  });

  test('sends five an hour', async () => {
    for (let count = 0; count < 5; count += 1) {
      await send();
      wait(minute);
    }
    await expect(send()).rejects.toMatchObject({
      code: 'rate.limited',
      params: { seconds: String(55 * 60) },
    });
    wait(55 * minute);
    await send();
  });

  test('sends one of several at a time', async () => {
    const results = await Promise.allSettled([send(), send(), send()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(endpoint.received).toHaveLength(1);
  });

  test.each([
    ['an error', () => ({ status: 500 })],
    ['an error with a word', () => ({ status: 422, body: { sentTo: 'nowhere' } })],
    ['too many requests', () => ({ status: 429 })],
    ['what it must not answer', () => ({ body: { sentTo: 7 } })],
  ])('where the operator answers %s, the code works for nothing and counts', async (_, answer) => {
    endpoint.answer = answer;
    await expect(send()).rejects.toEqual(refused('server.unavailable'));
    const code = endpoint.received[0]?.body.code;
    await expect(check(code)).rejects.toEqual(refused('code.expired'));
    expect(JSON.stringify(desk.logged.mock.calls)).not.toContain(code);
    await expect(send()).rejects.toMatchObject({ code: 'rate.limited', params: { seconds: '60' } });
    for (let count = 1; count < 5; count += 1) {
      wait(minute);
      await expect(send()).rejects.toEqual(refused('server.unavailable'));
    }
    wait(minute);
    await expect(send()).rejects.toEqual(refused('rate.limited'));
    expect(endpoint.received).toHaveLength(5);
  });

  test('an operator that is not there counts, too', async () => {
    await endpoint.close();
    await expect(send()).rejects.toEqual(refused('server.unavailable'));
    await expect(send()).rejects.toEqual(refused('rate.limited'));
  });

  test('the code before one that failed still works', async () => {
    const code = await receive();
    wait(minute);
    endpoint.answer = () => ({ status: 500 });
    await expect(send()).rejects.toEqual(refused('server.unavailable'));
    expect(await check(code)).not.toBeNull();
  });

  test('without an endpoint there is nothing to send or to check', async () => {
    expect(needsCode(core, desk.caller)).toBe(true);
    desk.settings = {};
    expect(needsCode(core, desk.caller)).toBe(false);
    await expect(send()).rejects.toEqual(refused('request.invalid'));
    expect(await check()).toBeNull();
    await use(null);
  });

  test('sends nothing to a player who was erased', async () => {
    await desk.db
      .updateTable('players')
      .set({ erased_at: desk.now })
      .where('id', '=', desk.caller.playerId)
      .execute();
    await expect(send()).rejects.toEqual(refused('auth.tokenExpired'));
    expect(endpoint.received).toEqual([]);
  });
});

describe('a code', () => {
  test('confirms its order once', async () => {
    const code = await receive();
    const checked = await check(code);
    await use(checked);
    await expect(use(checked)).rejects.toEqual(refused('code.expired'));
    await expect(check(code)).rejects.toEqual(refused('code.expired'));
  });

  test('is read however the player writes it', async () => {
    const code = await receive();
    const arabic = code.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
    for (const typed of [` ${code} `, `${code.slice(0, 3)} ${code.slice(3)}`, arabic]) {
      expect(await check(typed)).not.toBeNull();
    }
  });

  test.each([[undefined], [''], ['  ']])('is required: %j', async (typed) => {
    await receive();
    await expect(check(typed)).rejects.toEqual(refused('code.required'));
  });

  test('has five tries', async () => {
    const code = await receive();
    for (let count = 0; count < 5; count += 1) {
      await expect(check(wrongFor(code))).rejects.toEqual(refused('code.wrong'));
    }
    await expect(check(code)).rejects.toEqual(refused('code.expired'));
  });

  test('has five tries for parallel guesses, too', async () => {
    const code = await receive();
    const guesses = Array.from({ length: 12 }, () => check(wrongFor(code)));
    const results = await Promise.allSettled(guesses);
    const wrong = results.filter(
      (result) => result.status === 'rejected' && result.reason.code === 'code.wrong',
    );
    expect(wrong).toHaveLength(5);
    await expect(check(code)).rejects.toEqual(refused('code.expired'));
  });

  test('works for ten minutes', async () => {
    const code = await receive();
    wait(10 * minute - 1);
    expect(await check(code)).not.toBeNull();
    wait(1);
    await expect(check(code)).rejects.toEqual(refused('code.expired'));
  });

  test.each<[string, Partial<ConfirmedOrder>]>([
    ['amount', { money: { amount: '50.01', currency: 'EUR' } }],
    ['currency', { money: { amount: '50', currency: 'USD' } }],
    ['method', { paymentType: 'pix_withdrawal' }],
    ['destination', { destinationDigest: 'another' }],
    // The vault's digests ignore case and dashes.
    ['destination in another case', { destinationDigest: 'A-dIGEST_1' }],
    ['destination without its dash', { destinationDigest: 'aDigest_1' }],
  ])('is for no other %s', async (_, part) => {
    const code = await receive();
    await expect(check(code, part)).rejects.toEqual(refused('code.expired'));
    // A changed order asks for its own code, and the try doesn't count.
    expect(await check(code)).not.toBeNull();
  });

  test('is for the same amount, however it is written', async () => {
    const code = await receive();
    expect(await check(code, { money: { amount: '50.00', currency: 'EUR' } })).not.toBeNull();
  });

  test('is for no other player', async () => {
    const code = await receive();
    const other = await meetLimitedPlayer(desk.db, 'kassa');
    await expect(check(code, {}, other)).rejects.toEqual(refused('code.expired'));
    const own = await check(code);
    const stolen = desk.db.transaction().execute((tx) => useCode(core, tx, other, own));
    await expect(stolen).rejects.toEqual(refused('code.expired'));
  });

  test('of two uses at once, one passes', async () => {
    const code = await receive();
    const checked = await Promise.all([check(code), check(code)]);
    const results = await Promise.allSettled(checked.map(use));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('stays unused if its withdrawal fails, and the tries stay counted', async () => {
    const code = await receive();
    for (let count = 0; count < 5; count += 1) {
      const checked = await check(code);
      const failed = desk.db.transaction().execute(async (tx) => {
        await useCode(core, tx, desk.caller, checked);
        throw new Error('the balance is too low');
      });
      await expect(failed).rejects.toThrow('too low');
    }
    await expect(check(code)).rejects.toEqual(refused('code.expired'));
  });
});
