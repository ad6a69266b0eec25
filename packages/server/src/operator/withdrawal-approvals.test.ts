import { expect, test } from 'vitest';
import { createOperator } from '../testing/operator-client.ts';
import { useWithdrawalDesk } from '../testing/withdrawal-desk.ts';

const desk = useWithdrawalDesk();
const reason = 'the documents are in order';

const approvedBy = async (id: string) => (await desk.row(id)).approved_by;

test("the brand's settings approve a small withdrawal", async () => {
  const player = await desk.bring();
  const id = await player.withdraw('free', '40');
  expect(await approvedBy(id)).toBe('settings');
  expect(await desk.show(id)).toMatchObject({ approvedBy: 'settings', status: 'approved' });
  await desk.decide(id, { status: 'completed' });
  await expect.poll(async () => (await desk.row(id)).status).toBe('completed');
});

test('an operator approves a large one, and it is paid', async () => {
  const player = await desk.bring();
  desk.set({ approveUpTo: {} });
  const withdrawalId = await player.withdraw('free', '40');
  expect(await approvedBy(withdrawalId)).toBeNull();
  const { body } = await desk.operator().ask('withdrawals-approve', { withdrawalId, reason });
  expect(body).toMatchObject({ status: 'approved' });
  expect(await approvedBy(withdrawalId)).toBe('key "anna"');
  await desk.decide(withdrawalId, { status: 'completed' });
  await expect.poll(async () => (await desk.row(withdrawalId)).status).toBe('completed');
});

test('two keys approve one above the threshold, and both are named', async () => {
  const player = await desk.bring();
  desk.set({ approveUpTo: {} });
  const brand = desk.server().core.brands.get('kassa');
  if (brand === undefined) throw new Error('There is no brand');
  brand.secondApproval = { upTo: { EUR: '10' } };
  const ben = await createOperator(desk.server(), { name: 'ben' });
  const withdrawalId = await player.withdraw('free', '40');
  const { body } = await desk.operator().ask('withdrawals-approve', { withdrawalId, reason });
  expect(await approvedBy(withdrawalId)).toBeNull();
  const approved = await ben.ask('pending-acts-approve', { pendingActId: body.pendingAct.id });
  brand.secondApproval = null;
  expect({ approved }).toMatchObject({ approved: { status: 200 } });
  expect(await approvedBy(withdrawalId)).toBe('key "anna", approved by key "ben"');
  await desk.decide(withdrawalId, { status: 'completed' });
  await expect.poll(async () => (await desk.row(withdrawalId)).status).toBe('completed');
});

test("an operator's approval covers a rule that had it reviewed, and no refusal", async () => {
  const player = await desk.bring({ person: { given_name: 'Anna', family_name: 'Berg' } });
  desk.set({ nameMatch: 'review' });
  const withdrawalId = await player.withdraw('to_holder', '40', 'Carl Dorn');
  const shown = await desk.show(withdrawalId);
  expect(shown).toMatchObject({ status: 'inReview' });
  expect(shown.timeline).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('rule nameMatch: ') }),
  );
  await desk.operator().ask('withdrawals-approve', { withdrawalId, reason });
  await desk.followUp();
  await expect.poll(async () => (await desk.payout(withdrawalId)).status).toBe(200);
  const second = await player.withdraw('to_holder', '30', 'Carl Dorn');
  await desk.operator().ask('withdrawals-approve', { withdrawalId: second, reason });
  desk.set({ nameMatch: 'refuse' });
  await desk.followUp();
  await expect.poll(async () => (await desk.row(second)).status).toBe('inReview');
  expect((await desk.payout(second)).status).toBe(404);
});
