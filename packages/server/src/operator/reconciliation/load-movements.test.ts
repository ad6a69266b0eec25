import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWithdrawalDesk } from '../../testing/withdrawal-desk.ts';
import { loadPayouts } from './load-movements.ts';

const desk = useWithdrawalDesk();

const load = (id: string) =>
  loadPayouts(desk.server().core.db, { brandId: 'kassa', connector: 'sandbox' }, sql`t.id = ${id}`);

test('a payout is compared with what was paid out, and not with what left the balance', async () => {
  const player = await desk.bring();
  const [inCoin, inPart] = [
    await player.withdraw('in_coin', '40'),
    await player.withdraw('with_fee', '30'),
  ];
  desk.payInPart();
  await desk.decide(inCoin, { status: 'completed' });
  await desk.decide(inPart, { status: 'completed', paidAmount: '20.00' });
  await expect
    .poll(async () => (await Promise.all([inCoin, inPart].map(desk.row))).map((it) => it.status))
    .toEqual(['completed', 'completed']);
  expect(await load(inCoin)).toMatchObject([
    { type: 'payout', status: 'paid', money: { amount: '43.92716044', currency: 'USDT' } },
  ]);
  const [part] = await load(inPart);
  expect(part).toMatchObject({ status: 'paid', money: { currency: 'EUR' } });
  expect(Number(part?.money.amount)).toBe(20);
  // The fee that the player paid is none of the provider's.
  expect(part?.fees).toEqual(new Map());
});
