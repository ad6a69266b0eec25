import { addDecimals } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { requireEqual, type Transfer, type WalletCheck, type WalletProbe } from './wallet-probe.ts';

const times = <Result>(count: number, make: () => Result) => Array.from({ length: count }, make);

/** Sends equal or different transfers in parallel; each must be done. */
async function askAtOnce(probe: WalletProbe, transfers: Transfer[]): Promise<void> {
  await Promise.all(transfers.map((transfer) => probe.must(transfer)));
}

/** Leaves out the fields that transfers of the release before don't have. */
function withoutPurpose(transfer: Transfer): Transfer {
  const {
    brand: _brand,
    kind: _kind,
    reference: _reference,
    paymentType: _type,
    ...rest
  } = transfer;
  return rest;
}

/** The rules of credits. */
export const creditChecks: WalletCheck[] = [
  {
    name: 'a credit adds exactly its amount',
    run: async (probe) => {
      const twice = addDecimals(probe.unit, probe.unit);
      await probe.mustMove(addDecimals(twice, probe.unit), async () => {
        await probe.must(probe.build('credit'));
        await probe.must(probe.build('credit', { amount: twice }));
      });
      await probe.mustMove('1234567', () =>
        probe.must(probe.build('credit', { amount: '1234567' })),
      );
      await probe.mustMove('10', () =>
        askAtOnce(
          probe,
          times(10, () => probe.build('credit', { amount: '1' })),
        ),
      );
    },
  },
  {
    name: 'many small amounts add up exactly',
    run: async (probe) => {
      let sum = '0';
      for (let count = 0; count < 10; count += 1) sum = addDecimals(sum, probe.unit);
      await probe.mustMove(sum, () =>
        askAtOnce(
          probe,
          times(10, () => probe.build('credit')),
        ),
      );
    },
  },
  {
    name: 'a repeated credit is done, and moves no more money',
    run: (probe) =>
      probe.mustMove(probe.unit, async () => {
        const credit = await probe.must(probe.build('credit'));
        await probe.must(credit);
        await probe.must(credit);
      }),
  },
  {
    name: 'the same credit ten times in parallel moves money once',
    run: (probe) =>
      probe.mustMove(probe.unit, () => {
        const credit = probe.build('credit');
        return askAtOnce(
          probe,
          times(10, () => credit),
        );
      }),
  },
  {
    name: 'the same transferId with another body gets transferReused, and moves no more money',
    run: (probe) =>
      probe.mustMove(probe.unit, async () => {
        const credit = await probe.must(probe.build('credit'));
        const amount = addDecimals(probe.unit, '1');
        await probe.mustRefuse({ ...credit, amount }, 'transferReused');
        await probe.mustRefuse({ ...credit, subjectId: uuidv7() }, 'transferReused');
        const { transferId } = credit;
        await probe.mustRefuse(probe.build('hold', { transferId }), 'transferReused');
        requireEqual('the first body again', await probe.ask(credit), 'done');
      }),
  },
  {
    name: 'the same transferId and fields with another operation get transferReused',
    run: (probe) =>
      probe.mustMove(probe.unit, async () => {
        const credit = await probe.must(probe.build('credit'));
        await probe.mustRefuse({ ...credit, operation: 'hold' }, 'transferReused');
      }),
  },
  {
    name: 'a repeat with and without brand, kind, reference and paymentType is done',
    run: (probe) =>
      probe.mustMove(addDecimals(probe.unit, probe.unit), async () => {
        const first = await probe.must(probe.build('credit'));
        await probe.must(withoutPurpose(first));
        const second = probe.build('credit');
        await probe.must(withoutPurpose(second));
        await probe.must(second);
      }),
  },
  {
    name: 'a repeat with the same amount in another spelling is done',
    run: (probe) =>
      probe.mustMove('1', async () => {
        const credit = await probe.must(probe.build('credit', { amount: '1' }));
        await probe.must({ ...credit, amount: '1' });
      }),
  },
];
