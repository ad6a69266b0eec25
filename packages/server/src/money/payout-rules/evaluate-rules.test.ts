import { describe, expect, test } from 'vitest';
import { reportTurnover } from '../../players/player-turnover.ts';
import { buildPayout, usePayoutRulesDesk } from '../../testing/payout-rules-desk.ts';
import { evaluateRules } from './evaluate-rules.ts';
import type { RuleSubject } from './rule-subject.ts';

const { desk, core, deposit, withdraw, subject } = usePayoutRulesDesk();

const judge = (amount: string, part?: Partial<RuleSubject>) =>
  evaluateRules(core, desk.db, subject(amount, part));

const anna = { first: 'Anna', last: 'Schmidt' };

test('a brand without rules refuses nothing, and an unknown brand neither', async () => {
  await deposit('100', { instrument: { payerName: 'Jan Keller' } });
  const part = { playerNames: anna, holder: 'Jan Keller' };
  expect(await judge('100', part)).toEqual([]);
  expect(await judge('100', { ...part, brandId: 'other' })).toEqual([]);
});

test('every broken rule is named', async () => {
  desk.settings = {
    unverifiedUpTo: {},
    turnover: '1',
    nameMatch: 'refuse',
    thirdParty: 'review',
    screening: { url: 'http://localhost', secrets: [`whsec_${'a'.repeat(32)}`] },
  };
  await deposit('100', { instrument: { payerName: 'Jan Keller' } });
  const screening = { kind: 'hit', detail: 'on a list' } as const;
  const found = await judge('10', { playerNames: anna, holder: 'Jan Keller', screening });
  expect(found.map(({ rule, effect, code }) => [rule, effect, code])).toEqual([
    ['identity', 'refuse', 'payout.unverified'],
    ['turnover', 'refuse', 'payout.turnover'],
    ['nameMatch', 'refuse', 'payout.nameMismatch'],
    ['thirdParty', 'review', 'payout.thirdParty'],
    ['screening', 'refuse', 'payout.screening'],
  ]);
  const text = JSON.stringify(found);
  for (const name of ['Anna', 'Schmidt', 'Jan', 'Keller']) expect(text).not.toContain(name);
});

test.each([
  ['Anna Schmidt', 'refuse', []],
  ['Jan Keller', 'refuse', ['refuse']],
  ['Jan Keller', 'review', ['review']],
  ['Анна Шмидт', 'refuse', ['review']],
  [null, 'refuse', ['review']],
])('nameMatch: the holder %s, setting %s: %j', async (holder, nameMatch, effects) => {
  desk.settings = { nameMatch };
  const found = await judge('10', { playerNames: anna, holder });
  expect(found.map(({ effect }) => effect)).toEqual(effects);
  expect(await judge('10', { playerNames: null, holder })).toMatchObject([
    { rule: 'nameMatch', effect: 'review', detail: "the player's name isn't known" },
  ]);
});

test('nameMatch: an address on a chain has no holder', async () => {
  desk.settings = { nameMatch: 'refuse' };
  const coin = { currency: 'USDT', blockchain: 'TRON' } as const;
  const method = buildPayout('coin_out', { coin });
  expect(await judge('10', { method, playerNames: null })).toEqual([]);
  const named = { method, playerNames: anna, holder: 'Jan Keller' };
  expect(await judge('10', named)).toMatchObject([{ effect: 'refuse' }]);
});

test('thirdParty: looks at receipts whose money was not taken back', async () => {
  desk.settings = { thirdParty: 'refuse' };
  await deposit('100', { instrument: { payerName: 'ANNA SCHMIDT' } });
  await deposit('100', { instrument: { payerName: 'Jan Keller' }, reversed: '100' });
  await deposit('100', { instrument: { token: 't1' } });
  await deposit('100');
  expect(await judge('10', { playerNames: anna })).toEqual([]);
  const reference = await deposit('50', { instrument: { payerName: 'Jan Keller' } });
  expect(await judge('10', { playerNames: anna })).toMatchObject([
    { effect: 'refuse', detail: `deposit ${reference} was paid by somebody else` },
  ]);
  expect(await judge('10', { playerNames: null })).toMatchObject([
    { effect: 'review', detail: "the player's name isn't known" },
  ]);
});

test('thirdParty: without a named payer nothing is compared', async () => {
  desk.settings = { thirdParty: 'refuse' };
  await deposit('100', { instrument: { token: 't1' } });
  expect(await judge('10', { playerNames: null })).toEqual([]);
});

test('thirdParty: a payer in another script is reviewed', async () => {
  desk.settings = { thirdParty: 'refuse' };
  await deposit('100', { instrument: { payerName: 'Анна Шмидт' } });
  expect(await judge('10', { playerNames: anna })).toMatchObject([{ effect: 'review' }]);
});

const report = (total: string, currency = 'EUR') =>
  desk.db
    .transaction()
    .execute((tx) => reportTurnover(core, tx, desk.caller, { amount: total, currency }));

test('turnover: deposits that were kept have to be wagered so many times', async () => {
  desk.settings = { turnover: '1.5' };
  expect(await judge('10')).toEqual([]);
  await deposit('100.01');
  await deposit('50', { reversed: '30' });
  await deposit('1000', { isUnpaid: true });
  // 120.01 × 1.5, rounded up.
  expect(await judge('10')).toMatchObject([
    { rule: 'turnover', effect: 'refuse', params: { amount: '180.02', currency: 'EUR' } },
  ]);
  await report('180');
  expect(await judge('10')).toMatchObject([{ params: { amount: '0.02' } }]);
  await report('1000', 'USD');
  expect(await judge('10')).toHaveLength(1);
  await report('180.02');
  expect(await judge('10')).toEqual([]);
});

describe('what the player does after the request', () => {
  const later = () => {
    desk.now = new Date(desk.now.getTime() + 60_000);
  };

  test('turnover: a later deposit is wagered for a later withdrawal', async () => {
    desk.settings = { turnover: '1' };
    await deposit('100');
    await report('100');
    const own = {
      withdrawalId: await withdraw('50', { status: 'inReview' }),
      requestedAt: desk.now,
    };
    later();
    await deposit('30');
    expect(await judge('50', own)).toEqual([]);
    expect(await judge('10')).toMatchObject([{ params: { amount: '30.00' } }]);
  });

  test('turnover: money that comes later to an earlier deposit is not wagered for it', async () => {
    desk.settings = { turnover: '1' };
    const own = { requestedAt: desk.now };
    const creditedAt = new Date(desk.now.getTime() + 60_000);
    await deposit('100', { later: { amount: '500', creditedAt } });
    expect(await judge('50', own)).toMatchObject([{ params: { amount: '100.00' } }]);
    await report('100');
    expect(await judge('50', own)).toEqual([]);
    expect(await judge('50')).toMatchObject([{ params: { amount: '500.00' } }]);
    expect(await judge('50', { requestedAt: creditedAt })).toHaveLength(1);
  });

  test('thirdParty: somebody else’s later money is no reason to stop it', async () => {
    desk.settings = { thirdParty: 'refuse' };
    const own = { playerNames: anna, requestedAt: desk.now };
    await deposit('100', { instrument: { payerName: 'ANNA SCHMIDT' } });
    later();
    const instrument = { payerName: 'Jan Keller' };
    await deposit('30', { instrument });
    expect(await judge('50', own)).toEqual([]);
    expect(await judge('50', { playerNames: anna })).toMatchObject([{ effect: 'refuse' }]);
    expect(await judge('50', { ...own, requestedAt: desk.now })).toMatchObject([
      { effect: 'refuse' },
    ]);
  });

  test('thirdParty: the deposits before it count, however many come later', async () => {
    desk.settings = { thirdParty: 'refuse' };
    const own = { playerNames: anna, requestedAt: desk.now };
    const reference = await deposit('100', { instrument: { payerName: 'Jan Keller' } });
    later();
    for (let count = 0; count < 25; count += 1) await deposit('1');
    expect(await judge('50', own)).toMatchObject([
      { detail: `deposit ${reference} was paid by somebody else` },
    ]);
  });

  test('identity: a later withdrawal uses up nothing of it', async () => {
    desk.settings = { unverifiedUpTo: { EUR: '100' } };
    const own = {
      withdrawalId: await withdraw('80', { status: 'inReview' }),
      requestedAt: desk.now,
    };
    later();
    // The player was verified meanwhile.
    await withdraw('500');
    expect(await judge('80', own)).toEqual([]);
  });
});

test('turnover: a report in the wrong order changes nothing', async () => {
  expect(await report('100')).toEqual({ before: null, after: '100' });
  expect(await report('40')).toEqual({ before: '100', after: '100' });
  expect(await report('100.5')).toEqual({ before: '100', after: '100.5' });
  await expect(report('-1')).rejects.toMatchObject({ code: 'request.invalid' });
});

test('identity: an unverified player withdraws up to the limit in all', async () => {
  desk.settings = { unverifiedUpTo: { EUR: '100' } };
  await withdraw('40');
  await withdraw('500', { status: 'rejected' });
  await withdraw('500', { status: 'returned' });
  const pending = await withdraw('30', { status: 'inReview' });
  expect(await judge('30')).toEqual([]);
  expect(await judge('30.01')).toMatchObject([
    { rule: 'identity', effect: 'refuse', detail: 'not verified, which leaves 30 EUR' },
  ]);
  expect(await judge('30.01', { isVerified: true })).toEqual([]);
  // Before sending, the withdrawal itself doesn't count twice.
  expect(await judge('60', { withdrawalId: pending })).toEqual([]);
  const other = { money: { amount: '1', currency: 'USD' } };
  expect(await judge('1', other)).toMatchObject([{ rule: 'identity' }]);
});

test.each([
  [{ kind: 'clear' }, []],
  [{ kind: 'hit', detail: 'listed' }, [{ effect: 'refuse', detail: 'a hit (operator listed)' }]],
  [
    { kind: 'review', detail: 'a namesake' },
    [{ effect: 'review', detail: 'a doubt (operator a namesake)' }],
  ],
  [{ kind: 'unanswered' }, [{ effect: 'review', detail: 'the operator did not respond' }]],
  [null, []],
] as const)('screening: %j gives %j', async (screening, found) => {
  desk.settings = {
    screening: { url: 'http://localhost', secrets: [`whsec_${'a'.repeat(32)}`] },
  };
  expect(await judge('10', { screening })).toMatchObject(found);
});
