import { addDecimals, compareDecimals, negateDecimal } from '@kassa/contract';
import {
  requireEqual,
  type Transfer,
  Violation,
  type WalletCheck,
  type WalletProbe,
} from './wallet-probe.ts';

/** Credits one unit and holds it. */
async function hold(probe: WalletProbe): Promise<Transfer> {
  await probe.must(probe.build('credit'));
  return probe.must(probe.build('hold'));
}

const ofHold = ({ transferId, amount }: Transfer) => ({ holdId: transferId, amount });

/** Asks for two transfers at once, of which exactly one may be done. */
async function mustDoOne(
  probe: WalletProbe,
  pair: [Transfer, Transfer],
  other: string,
): Promise<void> {
  const outcomes = await Promise.all(pair.map((transfer) => probe.ask(transfer)));
  requireEqual(
    'the two answers',
    outcomes.toSorted().join(' and '),
    ['done', other].toSorted().join(' and '),
  );
}

/** Money that leaves. */
export const holdChecks: WalletCheck[] = [
  {
    name: 'a hold takes its amount off the balance, once, and a release gives it back, once',
    run: async (probe) => {
      await probe.must(probe.build('credit'));
      const held = probe.build('hold');
      await probe.mustMove(negateDecimal(probe.unit), async () => {
        await probe.must(held);
        await probe.must(held);
      });
      const release = probe.build('release', ofHold(held));
      await probe.mustMove(probe.unit, async () => {
        await probe.must(release);
        await probe.must(release);
      });
    },
  },
  {
    name: 'a capture leaves the balance as it is, and is done again when asked for again',
    run: async (probe) => {
      const held = await hold(probe);
      await probe.mustMove('0', async () => {
        const capture = await probe.must(probe.build('capture', ofHold(held)));
        await probe.must(capture);
      });
    },
  },
  {
    name: 'a captured hold gets holdEnded for another capture and for a release',
    run: async (probe) => {
      const held = await hold(probe);
      await probe.must(probe.build('capture', ofHold(held)));
      await probe.mustMove('0', async () => {
        await probe.mustRefuse(probe.build('capture', ofHold(held)), 'holdEnded');
        await probe.mustRefuse(probe.build('release', ofHold(held)), 'holdEnded');
      });
    },
  },
  {
    name: 'a released hold gets holdEnded for another release and for a capture',
    run: async (probe) => {
      const held = await hold(probe);
      await probe.must(probe.build('release', ofHold(held)));
      await probe.mustMove('0', async () => {
        await probe.mustRefuse(probe.build('release', ofHold(held)), 'holdEnded');
        await probe.mustRefuse(probe.build('capture', ofHold(held)), 'holdEnded');
      });
    },
  },
  {
    name: 'of a capture and a release at once only one is done',
    run: async (probe) => {
      const held = await hold(probe);
      const capture = probe.build('capture', ofHold(held));
      const release = probe.build('release', ofHold(held));
      await mustDoOne(probe, [capture, release], 'holdEnded');
    },
  },
  {
    name: 'another amount than that of the hold gets amountMismatch',
    run: async (probe) => {
      const held = await hold(probe);
      const amount = addDecimals(held.amount, probe.unit);
      await probe.mustMove('0', async () => {
        const part = { ...ofHold(held), amount };
        await probe.mustRefuse(probe.build('capture', part), 'amountMismatch');
        await probe.mustRefuse(probe.build('release', part), 'amountMismatch');
      });
      await probe.must(probe.build('release', ofHold(held)));
    },
  },
  {
    name: 'a hold that nobody made gets unknownHold',
    run: async (probe) => {
      await probe.mustRefuse(probe.build('capture'), 'unknownHold');
      await probe.mustRefuse(probe.build('release'), 'unknownHold');
      // A credit is no hold.
      const credit = await probe.must(probe.build('credit'));
      await probe.mustRefuse(probe.build('release', ofHold(credit)), 'unknownHold');
    },
  },
  {
    name: 'a hold of more than the balance gets insufficient, and stays refused',
    run: async (probe) => {
      const amount = addDecimals(await probe.balance(), probe.unit);
      const held = probe.build('hold', { amount });
      await probe.mustMove('0', () => probe.mustRefuse(held, 'insufficient'));
      // An answer is final: a request that comes late must not do what Kassa gave up.
      await probe.must(probe.build('credit'));
      await probe.mustMove('0', () => probe.mustRefuse(held, 'insufficient'));
    },
  },
  {
    name: 'two holds at once never take more than the balance',
    run: async (probe) => {
      await probe.must(probe.build('credit'));
      const amount = await probe.balance();
      if (compareDecimals(amount, '0') <= 0) throw new Violation(`the balance is ${amount}`);
      const first = probe.build('hold', { amount });
      const second = probe.build('hold', { amount });
      await mustDoOne(probe, [first, second], 'insufficient');
      const done = (await probe.ask(first)) === 'done' ? first : second;
      await probe.must(probe.build('release', ofHold(done)));
    },
  },
];
