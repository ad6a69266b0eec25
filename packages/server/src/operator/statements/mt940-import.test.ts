import { expect, test } from 'vitest';
import { useTransferDesk } from '../../testing/transfer-desk.ts';

const { desk, addIban, importFile, invoice, transfersTo } = useTransferDesk();

/** Today as SWIFT's date. */
const today = () => desk.server.core.now().toISOString().slice(2, 10).replaceAll('-', '');

/** A statement of one account, with a closing balance. */
const write = (account: string, day: string, closing: string, fields: readonly string[]) =>
  [
    ':20:S1',
    `:25:${account}`,
    ':28C:7/1',
    `:60F:C${day}EUR0,`,
    ...fields,
    `:62F:C${day}EUR${closing},`,
  ].join('\r\n');

test('a movement that a payer may have written credits nothing, and waits for a person', async () => {
  const to = await addIban();
  const paid = await invoice(to);
  const day = today();
  const reference = paid.reference.replaceAll('-', '');
  const fields = [
    `:61:${day}C1,00NTRFNONREF`,
    `:86:${'/TRTP/SEPA/REMI/USTD//'.padEnd(65, 'x')}`,
    `:61:${day}C50,00NTRF${reference}`.padEnd(65),
    `:61:${day}D50,00NTRFX`,
  ];
  expect(await importFile(write(to.number, day, '1', fields))).toMatchObject({
    status: 200,
    body: { lines: 3, matched: 0, review: 2, ignored: 1 },
  });
  const found = (await transfersTo(to)).find(({ amount }) => Number(amount) === 50);
  expect(found).toMatchObject({ status: 'review', because: 'noPayment' });
  expect(await paid.balance()).toBe('0.00');
});

test('a file that was read in another encoding credits nothing again', async () => {
  const to = await addIban();
  const first = await invoice(to);
  const day = today();
  const file = (text: string) =>
    write(to.number, day, '50', [`:61:${day}C50,00NTRFNONREF`, `:86:${text}`]);
  expect(await importFile(file('fÃ¼r Ada'))).toMatchObject({ body: { matched: 1 } });
  // The setting is corrected afterwards.
  await desk.server.core.db
    .updateTable('bank_statements')
    .set({ reading: 'in another encoding' } as never)
    .where('requisite_id', '=', to.row.id)
    .execute();
  const second = await invoice(to);
  expect(await importFile(file('für Ada'))).toMatchObject({ body: { matched: 0, review: 1 } });
  expect(await transfersTo(to)).toContainEqual(
    expect.objectContaining({ because: 'perhapsKnown' }),
  );
  expect(await first.balance()).toBe('50.00');
  expect(await second.balance()).toBe('0.00');
});
