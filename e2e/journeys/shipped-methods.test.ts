import { randomUUID } from 'node:crypto';
import {
  altchaChallengeSchema,
  type CoinBoxOnWire,
  cardViewTypes,
  compareDecimals,
  isPaidToAddress,
  methodLimits,
  type PaymentMethod,
} from '@kassa/contract';
import { expect, test } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import file from '../../catalog/countries.json' with { type: 'json' };
import { readSeed } from '../../scripts/read-seed.ts';
import { callApi } from '../stack/call-api.ts';
import { type Account, fetchToken } from '../stack/player-token.ts';
import { sampleFields } from '../stack/sample-fields.ts';
import { stack } from '../stack/stack.ts';

/**
 * What is offered can be paid: a deposit of each method's minimum is created, and a withdrawal of it is
 * quoted, in the shipped brands. One country a commit; `npm run test:long` walks through all.
 */
const seed = readSeed();
const { countries } = file;
const walked =
  process.env.KASSA_LONG === '1' ? countries : countries.slice(seed % countries.length).slice(0, 1);

/** Each payment is one of a new player's, as a player has few open invoices. */
const bring = (player: Account, siteUrl?: string) =>
  fetchToken(`walker-${randomUUID()}`, player, siteUrl);

for (const { code: country, currency } of walked) {
  const player = { country, currency };

  test(`every method of ${country} can be paid with its minimum (KASSA_SEED=${seed})`, async () => {
    const { body } = await callApi('methods-payment-v3', await bring(player), {
      hasApplePay: true,
    });
    const methods = (body.methods as PaymentMethod[]).filter(isOpen);
    expect(methods.length).toBeGreaterThan(0);
    expect(await listFailures(methods, (method) => tryDeposit(method, player))).toEqual([]);
  });

  test(`every withdrawal of ${country} can be quoted (KASSA_SEED=${seed})`, async () => {
    const { body } = await callApi('methods-withdrawal', await bring(player), {});
    const methods = (body.methods as PaymentMethod[]).filter(isOpen);
    expect(await listFailures(methods, (method) => tryQuote(method, player))).toEqual([]);
  });
}

const buyer = { country: 'us', currency: 'QSC', region: 'us-ca', of_age: true, verified: true };

test('every method of the sweepstake casino buys a package', async () => {
  const visitor = await bring(buyer, stack.lagoonUrl);
  const { body: offer } = await callApi('sweepstake-boxes', visitor, {});
  const boxes: readonly CoinBoxOnWire[] = offer.boxes;
  const currency = boxes[0]?.priceCurrencyCode;
  const { body } = await callApi('methods-payment-v3', visitor, { currency, hasApplePay: true });
  const methods = (body.methods as PaymentMethod[]).filter(isOpen);
  expect(methods.length).toBeGreaterThan(0);
  expect(await listFailures(methods, (method) => tryPackage(method, boxes))).toEqual([]);
});

test('every redemption of the sweepstake casino can be quoted', async () => {
  const visitor = await bring(buyer, stack.lagoonUrl);
  const { body } = await callApi('methods-withdrawal', visitor, {});
  const methods = (body.methods as PaymentMethod[]).filter(isOpen);
  expect(methods.length).toBeGreaterThan(0);
  const tryRedemption = (method: PaymentMethod) => tryQuote(method, buyer, stack.lagoonUrl);
  expect(await listFailures(methods, tryRedemption)).toEqual([]);
});

const isOpen = ({ unavailable }: PaymentMethod) => unavailable === undefined;

/**
 * One method after another: all at once, new players with an account each wait for the server's connections
 * on a busy machine until it asks to repeat.
 */
async function listFailures(
  methods: readonly PaymentMethod[],
  attempt: (method: PaymentMethod) => Promise<string | null>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const method of methods) {
    const failure = await attempt(method);
    if (failure !== null) failures.push(failure);
  }
  return failures;
}

async function tryDeposit(method: PaymentMethod, player: Account): Promise<string | null> {
  const token = await bring(player);
  const { coin } = method;
  const paidIn = coin !== undefined && isPaidToAddress(method) ? coin : null;
  const { min } = paidIn ?? methodLimits(method, player.currency, player.country);
  const isP2p = method.cardViewType === cardViewTypes.p2p;
  const prepared = method.isPreparationRequired
    ? (await callApi('deposit-prepare', token, { paymentMethod: method.name })).body.fields
    : [];
  const fields = sampleFields({ ...method, fields: [...(method.fields ?? []), ...prepared] });
  const { status, body } = await callApi(isP2p ? 'deposit-create-p2p' : 'deposit-create', token, {
    amount: min,
    currency: paidIn?.currency ?? player.currency,
    [isP2p ? 'paymentMethod' : 'paymentType']: method.name,
    fields,
    selectedCountry: player.country,
    ...(method.wallet !== undefined && { wallet: method.wallet }),
    ...(isP2p && method.banks?.[0] && { bank: method.banks[0].id }),
    ...(method.needsCaptcha === true && { altcha: await solveCaptcha(token) }),
  });
  return status === 200 ? null : `${method.name}: ${body.error.code} ${body.error.message}`;
}

async function tryPackage(
  method: PaymentMethod,
  boxes: readonly CoinBoxOnWire[],
): Promise<string | null> {
  const box = boxes.find(({ price, priceCurrencyCode }) => {
    const { min, max } = methodLimits(method, priceCurrencyCode, buyer.country);
    return compareDecimals(price, min) >= 0 && compareDecimals(price, max) <= 0;
  });
  if (box === undefined) return `${method.name}: no package is within its limits`;
  const token = await bring(buyer, stack.lagoonUrl);
  const { status, body } = await callApi('deposit-create-sweepstake', token, {
    boxId: box.boxId,
    amount: box.price,
    currency: box.priceCurrencyCode,
    paymentType: method.name,
    fields: sampleFields(method),
    selectedCountry: buyer.country,
    ...(method.wallet !== undefined && { wallet: method.wallet }),
    ...(method.needsCaptcha === true && { altcha: await solveCaptcha(token) }),
  });
  return status === 200 ? null : `${method.name}: ${body.error.code} ${body.error.message}`;
}

async function tryQuote(
  method: PaymentMethod,
  player: Account,
  siteUrl?: string,
): Promise<string | null> {
  const token = await bring(player, siteUrl);
  const { status, body } = await callApi('withdrawal-quote', token, {
    amount: methodLimits(method, player.currency, player.country).min,
    currency: player.currency,
    paymentType: method.name,
    fields: sampleFields(method),
    selectedCountry: player.country,
  });
  // A new player has nothing: all else was judged before.
  const isQuoted = status === 200 || body.error.code === 'balance.insufficient';
  return isQuoted ? null : `${method.name}: ${body.error.code} ${body.error.message}`;
}

async function solveCaptcha(token: string): Promise<string> {
  const { body } = await callApi('captcha-challenge', token, {});
  const challenge = altchaChallengeSchema.parse(body.challenge);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
