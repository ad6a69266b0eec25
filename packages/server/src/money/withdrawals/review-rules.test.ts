import { expect, test } from 'vitest';
import { usePayoutRulesDesk } from '../../testing/payout-rules-desk.ts';
import { findReviewRule } from './review-rules.ts';

const { desk, core, withdraw } = usePayoutRulesDesk();

const find = (digest: string | null = 'new', id: string | null = null) =>
  findReviewRule(core, desk.db, {
    id,
    brand_id: 'kassa',
    player_id: desk.caller.playerId,
    destination_digest: digest,
    created_at: desk.now,
  });

const hours = (count: number) => new Date(desk.now.getTime() - count * 3600_000);

test('a brand without rules reviews by amount alone', async () => {
  expect(await find()).toBeNull();
});

test('firstWithdrawal: until one was paid', async () => {
  desk.settings = { review: { first: true } };
  const own = await withdraw('10', { status: 'requested' });
  await withdraw('10', { status: 'inReview' });
  await withdraw('10', { status: 'rejected' });
  expect(await find()).toBe('firstWithdrawal');
  expect(await find('new', own)).toBe('firstWithdrawal');
  await withdraw('10');
  expect(await find()).toBeNull();
});

test('changedDetails: a destination that was never paid, besides the first withdrawal', async () => {
  desk.settings = { review: { changedDetails: true } };
  expect(await find('first')).toBeNull();
  await withdraw('10', { destination_digest: 'first' });
  await withdraw('10', { destination_digest: 'second', status: 'failed' });
  expect(await find('first')).toBeNull();
  expect(await find('second')).toBe('changedDetails');
  expect(await find(null)).toBe('changedDetails');
  const other = await withdraw('10', { destination_digest: 'second' });
  expect(await find('second')).toBeNull();
  expect(await find('second', other)).toBe('changedDetails');
});

test('velocity: more than the count within the hours', async () => {
  desk.settings = { review: { velocity: { count: 2, hours: 6 } } };
  await withdraw('10', { created_at: hours(7) });
  await withdraw('10', { created_at: hours(5), status: 'canceled' });
  await withdraw('10', { created_at: hours(5) });
  expect(await find()).toBeNull();
  const own = await withdraw('10', { created_at: hours(1), status: 'requested' });
  expect(await find('new', own)).toBeNull();
  expect(await find()).toBe('velocity');
});
