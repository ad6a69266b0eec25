import { expect, test } from 'vitest';
import { meetLimitedPlayer, useLimitsDesk } from '../testing/limits-desk.ts';
import { takeDailyUse } from './daily-uses.ts';

const { desk, wait } = useLimitsDesk();

/** Takes a use of two a day; returns the refusal if there is one. */
const take = async (player = desk.caller, kind: 'proof' | 'captcha' = 'proof', count = 1) => {
  const core = { db: desk.db, now: () => desk.now };
  return takeDailyUse(core, player, kind, 2, count).then(
    () => 'taken',
    (refusal: unknown) => refusal,
  );
};

test('a player’s uses of a kind are limited, parallel ones too, for a day from the first', async () => {
  const three = await Promise.all([take(), take(), take()]);
  expect(three.filter((one) => one === 'taken')).toHaveLength(2);
  wait(23 * 3600_000);
  expect(await take()).toMatchObject({ code: 'rate.ofDay', params: { seconds: '3600' } });
  expect(await take(await meetLimitedPlayer(desk.db, 'kassa'))).toBe('taken');
  expect(await take(desk.caller, 'captcha')).toBe('taken');
  wait(3600_000);
  expect([await take(), await take()]).toEqual(['taken', 'taken']);
  expect(await take()).toMatchObject({ params: { seconds: '86400' } });
});

test('what counts for several uses ends the day', async () => {
  expect(await take(desk.caller, 'proof', 5)).toBe('taken');
  expect(await take()).toMatchObject({ code: 'rate.ofDay' });
});

test('a limit of zero allows none', async () => {
  const core = { db: desk.db, now: () => desk.now };
  await expect(takeDailyUse(core, desk.caller, 'nameEnquiry', 0)).rejects.toMatchObject({
    code: 'rate.ofDay',
  });
});
