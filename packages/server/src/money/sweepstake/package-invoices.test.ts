import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../testing/operator-client.ts';
import { useRequisiteDesk } from '../../testing/requisite-desk.ts';
import { sellPackage } from '../../testing/sweepstake-desk.ts';

const { desk, add, reservationOf, rowOf } = useRequisiteDesk();
const price = '50';
beforeAll(() => sellPackage(desk.server.core, 'boxed'));

const order = async () => {
  const { server } = desk;
  const claims = { playerId: uuidv7(), country: 'de', currency: 'QSC' };
  const token = await server.token({ ...claims, issuedAt: server.core.now() });
  const asked = { amount: price, currency: 'EUR', paymentType: 'transfer', boxId: 'boxed' };
  const { status, body } = await server.call('deposit-create-sweepstake', asked, {
    token,
    key: uuidv7(),
  });
  expect([status, body.error]).toEqual([200, undefined]);
  const { amount } = (await reservationOf(body.depositId)) ?? {};
  return { depositId: body.depositId as string, amount: Number(amount) };
};

test('an own account asks for the price of a package or cents more, and gives the package for it', async () => {
  await add();
  const operator = await createOperator(desk.server);
  const orders = [await order(), await order(), await order()];
  expect(orders.map(({ amount }) => amount)).toEqual([50.01, 50.02, 50.03]);
  for (const { depositId, amount } of orders) {
    const seen = { depositId, amount: String(amount), currency: 'EUR', account: 'own' };
    await operator.ask('deposits-confirm', { ...seen, reason: 'it arrived' });
    const { status, return_reason, credited_amount } = await rowOf(depositId);
    expect([status, return_reason, Number(credited_amount)]).toEqual(['processed', null, amount]);
  }
});

test('an own account’s package is given for the price where cents more were asked for', async () => {
  await add();
  await order();
  const { depositId, amount } = await order();
  expect(amount).toBe(50.02);
  const operator = await createOperator(desk.server, { name: 'another key' });
  const seen = { depositId, amount: price, currency: 'EUR', account: 'own', reason: 'it arrived' };
  await operator.ask('deposits-confirm', seen);
  expect((await rowOf(depositId)).status).toBe('processed');
});
