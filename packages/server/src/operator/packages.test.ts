import { beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { packages, useSweepstakeDesk } from '../testing/sweepstake-desk.ts';

const { desk, bring } = useSweepstakeDesk();
let operator: OperatorClient;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});

const reason = 'for a test';
const ask = async (name: string, fields: object = {}) => {
  const { status, body } = await operator.ask(name, { ...fields });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const onSale = async () =>
  (await (await bring()).call('sweepstake-boxes')).body.boxes.map(
    (box: { boxId: string }) => box.boxId,
  );
const listed = async (boxId: string) => {
  const { items } = await ask('packages-list');
  return items.find((one: { package: string }) => one.package === boxId);
};

describe('an operator', () => {
  test('puts a package on sale at once, changes it and takes it back', async () => {
    const { boxId: _, ...terms } = packages.usual;
    await ask('packages-set', { package: 'spring', ...terms, price: '3.99', reason });
    expect(await onSale()).toContain('spring');
    await ask('packages-switch', { package: 'spring', state: 'withdrawn', reason });
    expect(await onSale()).not.toContain('spring');
    expect(await listed('spring')).toMatchObject({
      source: 'changed',
      state: 'withdrawn',
      sold: 0,
    });
    await ask('packages-switch', { package: 'spring', state: 'onSale', reason });
    expect(await onSale()).toContain('spring');
    await ask('packages-switch', { package: 'spring', state: 'asInFiles', reason });
    expect(await onSale()).not.toContain('spring');
  });

  test('changes the price of a package of the files, and orders keep theirs', async () => {
    const player = await bring();
    const { body } = await player.order('usual');
    const { boxId: _, ...terms } = packages.usual;
    await ask('packages-set', { package: 'usual', ...terms, price: '12.99', reason });
    const refused = await player.order('usual', 'card_us', { isAnother: true });
    expect(refused.body.error).toMatchObject({
      code: 'package.changed',
      params: { price: '12.99' },
    });
    const row = await desk.server.core.db
      .selectFrom('deposits')
      .select(['price', 'amount'])
      .where('id', '=', body.depositId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ price: '9.99', amount: '9.99' });
    await ask('packages-switch', { package: 'usual', state: 'asInFiles', reason });
  });

  test.each([
    ['another currency', { priceCurrencyCode: 'EUR' }, 'priceCurrencyCode'],
    ['no price', { price: '0' }, 'price'],
    ['a part of a cent', { price: '1.999' }, 'price'],
    ['no gold coins', { gcAmount: '0' }, 'gcAmount'],
    ['less than no sweep coins', { scAmount: '-1' }, 'scAmount'],
    ['a country that is unknown', { countries: ['xx'] }, 'countries'],
    ['a lower full price', { fullPrice: '1' }, 'fullPrice'],
    [
      'an end before its start',
      { startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' },
      'endsAt',
    ],
  ])('can’t sell a package with %s', async (_, part, field) => {
    const { boxId: __, ...terms } = packages.usual;
    const reply = await operator.ask('packages-set', { package: 'bad', ...terms, ...part, reason });
    expect([reply.status, reply.body.error.params.field]).toEqual([400, field]);
  });

  test('reads which packages are on sale, why not, and how many were sold', async () => {
    const player = await bring();
    await player.order('rare');
    const { body } = await player.order('once');
    await player.call('deposit-cancel', { depositId: body.depositId, paymentMethod: 'card_us' });
    const { boxId: _, ...terms } = packages.usual;
    const startsAt = '2099-01-01T00:00:00Z';
    await ask('packages-set', { package: 'new-year', ...terms, startsAt, reason });
    const { items } = await ask('packages-list');
    const states = items.map((one: { package: string; state: string; sold: number }) => [
      one.package,
      one.state,
      one.sold,
    ]);
    expect(states).toEqual(
      expect.arrayContaining([
        ['rare', 'soldOut', 1],
        ['once', 'onSale', 0],
        ['over', 'over', 0],
        ['new-year', 'notStarted', 0],
      ]),
    );
    expect(await listed('once')).toMatchObject({ price: '1.99', perPlayer: 1, source: 'files' });
  });

  test('sells no package whose price is in a former currency of the files', async () => {
    const { sweepstake } = desk.server.core.catalogOf('kassa');
    if (sweepstake === undefined) throw new Error('The desk has sweepstakes');
    sweepstake.currency = 'EUR';
    try {
      expect(await listed('usual')).toMatchObject({ state: 'otherCurrency' });
      expect(await onSale()).toEqual([]);
    } finally {
      sweepstake.currency = 'USD';
    }
  });

  test('can’t switch a package that isn’t there', async () => {
    const reply = await operator.ask('packages-switch', {
      package: 'none',
      state: 'withdrawn',
      reason,
    });
    expect([reply.status, reply.body.error.code]).toEqual([404, 'package.notFound']);
  });

  test('changes the playthrough and the excluded regions, and resets them', async () => {
    expect(await ask('sweepstake-show')).toMatchObject({ playthrough: '1', needsAge: true });
    await ask('sweepstake-change', { playthrough: '2', excludedRegions: ['us-ca'], reason });
    expect(await ask('sweepstake-show')).toMatchObject({
      playthrough: '2',
      excludedRegions: ['us-ca'],
    });
    expect(await onSale()).toEqual([]);
    await ask('sweepstake-change', { excludedRegions: null, reason });
    expect(await onSale()).not.toEqual([]);
    expect((await ask('sweepstake-show')).playthrough).toBe('2');
    await ask('sweepstake-change', { playthrough: null, reason });
    expect((await ask('sweepstake-show')).playthrough).toBe('1');
  });

  test.each([
    ['playthrough', '-1'],
    ['excludedRegions', ['xx-1']],
    ['excludedRegions', ['US']],
  ])('can’t change the rules to a wrong %s: %j', async (field, value) => {
    const refused = await operator.ask('sweepstake-change', { [field]: value, reason });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain(field);
  });

  test('of another brand sees and changes nothing', async () => {
    const other = await createOperator(desk.server, { brandId: 'other' });
    for (const [name, fields] of [
      ['packages-list', {}],
      ['sweepstake-show', {}],
      ['packages-switch', { package: 'usual', state: 'withdrawn', reason }],
    ] as const) {
      const reply = await other.ask(name, fields);
      expect([reply.status, reply.body.error.code]).toEqual([409, 'act.impossible']);
    }
    expect(await onSale()).toContain('usual');
  });
});
