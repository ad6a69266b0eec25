import { addDecimals, compareDecimals, multiplyDecimals, negateDecimal } from '@kassa/contract';
import { kinds } from './request-checks.ts';
import { requireEqual, type WalletCheck, type WalletProbe } from './wallet-probe.ts';

/**
 * Tells whether the wallet knows debits, by one of more than its balance. A wallet that reads the
 * operations of the release before only refuses the request; a wallet without an answer breaks the
 * rules of debits.
 */
export async function knowsDebits(probe: WalletProbe): Promise<boolean> {
  const balance = await probe.balance().catch(() => null);
  if (balance === null) return true;
  const covered = compareDecimals(balance, '0') > 0 ? balance : '0';
  const amount = addDecimals(covered, probe.unit);
  const outcome = await probe.ask(probe.build('debit', { amount }));
  return outcome !== 'unknownOperation' && !/^status (400|422|501) /.test(outcome);
}

/** The rules of debits. */
export const debitChecks: WalletCheck[] = [
  {
    name: 'a debit takes exactly its amount, and a repeated debit takes no more',
    run: async (probe) => {
      await probe.must(probe.build('credit'));
      const debit = probe.build('debit');
      await probe.mustMove(negateDecimal(probe.unit), async () => {
        await probe.must(debit);
        await probe.must(debit);
      });
    },
  },
  {
    name: 'the same debit ten times in parallel takes money once',
    run: async (probe) => {
      const amount = addDecimals(probe.unit, probe.unit);
      await probe.must(probe.build('credit', { amount }));
      const debit = probe.build('debit');
      await probe.mustMove(negateDecimal(probe.unit), () =>
        Promise.all(Array.from({ length: 10 }, () => probe.must(debit))),
      );
    },
  },
  {
    name: 'a debit of more than the balance gets insufficient, and stays refused',
    run: async (probe) => {
      const amount = addDecimals(await probe.balance(), probe.unit);
      const debit = probe.build('debit', { amount });
      await probe.mustMove('0', () => probe.mustRefuse(debit, 'insufficient'));
      // A response is final: Kassa has asked for a smaller debit since.
      await probe.must(probe.build('credit'));
      await probe.mustMove('0', () => probe.mustRefuse(debit, 'insufficient'));
    },
  },
  {
    name: 'two parallel debits never take more than the balance',
    run: async (probe) => {
      const found = await probe.balance();
      const lack = compareDecimals(found, '0') < 0 ? negateDecimal(found) : '0';
      await probe.must(probe.build('credit', { amount: addDecimals(lack, probe.unit) }));
      const amount = await probe.balance();
      await probe.mustMove(negateDecimal(amount), async () => {
        const pair = [probe.build('debit', { amount }), probe.build('debit', { amount })];
        const outcomes = await Promise.all(pair.map((debit) => probe.ask(debit)));
        const answers = outcomes.toSorted().join(' and ');
        requireEqual('the two responses', answers, 'done and insufficient');
      });
      await probe.must(probe.build('credit', { amount }));
    },
  },
  {
    name: 'a debit of any kind is done',
    run: async (probe) => {
      const amount = multiplyDecimals(probe.unit, String(kinds.length));
      await probe.must(probe.build('credit', { amount }));
      await probe.mustMove(negateDecimal(amount), async () => {
        for (const kind of kinds) await probe.must(probe.build('debit', { kind }));
      });
    },
  },
  {
    name: 'the transferId and fields of a credit get transferReused for a debit',
    run: (probe) =>
      probe.mustMove(probe.unit, async () => {
        const credit = await probe.must(probe.build('credit'));
        await probe.mustRefuse({ ...credit, operation: 'debit' }, 'transferReused');
      }),
  },
  {
    name: 'a debit is no hold',
    run: async (probe) => {
      await probe.must(probe.build('credit'));
      const { transferId: holdId } = await probe.must(probe.build('debit'));
      await probe.mustMove('0', () =>
        probe.mustRefuse(probe.build('release', { holdId }), 'unknownHold'),
      );
    },
  },
];
