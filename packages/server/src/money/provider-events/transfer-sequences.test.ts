import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTransferDesk } from '../../testing/transfer-desk.ts';

const { desk, addAccount, importLine, invoice, notify, transfersTo } = useTransferDesk();

/** A report on one of a few transfers; equal ones repeat each other. */
const reportArbitrary = fc.record({
  hasReference: fc.boolean(),
  source: fc.constantFrom('notification', 'statement'),
  deposit: fc.constantFrom(0, 1),
  amount: fc.constantFrom('20', '50', '51'),
  number: fc.constantFrom(1, 2),
});

type Report = typeof reportArbitrary extends fc.Arbitrary<infer Type> ? Type : never;

const sum = (amounts: readonly string[]) =>
  amounts.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0);

test('any reports in any order, some at the same moment, count each transfer once', async () => {
  const batches = fc.array(fc.array(reportArbitrary, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(fc.asyncProperty(batches, play), { numRuns: 25 });
}, 300_000);

async function play(batches: readonly Report[][]): Promise<void> {
  const accounts = [await addAccount(), await addAccount({ has_reference: true })] as const;
  const invoices: Awaited<ReturnType<typeof invoice>>[][] = [];
  for (const to of accounts) invoices.push([await invoice(to), await invoice(to, '51')]);
  const bookedAt = new Date();
  for (const batch of batches) await Promise.all(batch.map(send));

  async function send({ hasReference, source, deposit, amount, number }: Report): Promise<void> {
    const at = Number(hasReference);
    const named = invoices[at]?.[deposit];
    const to = accounts[at === 0 ? 0 : 1];
    // Without references nothing tells the payments of the two deposits apart.
    const text = hasReference ? (named?.reference ?? null) : null;
    const id = `${source} ${amount} ${number} ${text}`;
    const paid = { to, id, amount, text, bookedAt };
    await (source === 'statement' ? importLine(paid) : notify(paid));
  }

  for (const [at, to] of accounts.entries()) {
    const rows = await transfersTo(to);
    const reports = batches.flat().filter(({ hasReference }) => Number(hasReference) === at);
    expect(rows).toHaveLength(countTransfers(reports));
    const payments = (
      await Promise.all((invoices[at] ?? []).map((deposit) => deposit.payments()))
    ).flat();
    const matched = rows.filter(({ status }) => status === 'matched');
    expect(payments.map((row) => [row.provider_payment_id, row.amount]).sort()).toEqual(
      matched.map((row) => [row.id, row.amount]).sort(),
    );
    const inReview = rows.filter(({ status }) => status === 'review');
    const booked = [...payments, ...inReview].map(({ amount }) => amount);
    expect(sum(booked)).toBe(sum(rows.map(({ amount }) => amount)));
    for (const deposit of invoices[at] ?? []) {
      const credited = (await deposit.payments()).filter(({ status }) => status === 'credited');
      expect(sum([await deposit.balance()])).toBe(sum(credited.map(({ amount }) => amount)));
      expect(sum(credited.map(({ amount }) => amount))).toBeLessThanOrEqual(sum(['55']));
    }
  }
  const { db } = desk.server.core;
  const waiting = await db
    .selectFrom('provider_notifications')
    .select('id')
    .where('processed_at', 'is', null)
    .execute();
  expect(waiting).toEqual([]);
}

/**
 * Counts the transfers that were reported: of equal ones as many as the source has that names more.
 */
function countTransfers(reports: readonly Report[]): number {
  const groups = new Map<string, Record<Report['source'], Set<number>>>();
  for (const { hasReference, source, deposit, amount, number } of reports) {
    const name = hasReference ? `${amount} ${deposit}` : amount;
    const group = groups.get(name) ?? { notification: new Set(), statement: new Set() };
    group[source].add(number);
    groups.set(name, group);
  }
  const sizes = [...groups.values()].map((it) => Math.max(it.notification.size, it.statement.size));
  return sizes.reduce((total, size) => total + size, 0);
}
