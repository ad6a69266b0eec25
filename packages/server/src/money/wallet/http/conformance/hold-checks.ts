import { addDecimals, compareDecimals, negateDecimal } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
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

/** Sends two transfers in parallel, of which exactly one may be done. */
async function mustDoOne(
  probe: WalletProbe,
  pair: [Transfer, Transfer],
  other: string,
): Promise<void> {
  const outcomes = await Promise.all(pair.map((transfer) => probe.ask(transfer)));
  requireEqual(
    'the two responses',
    outcomes.toSorted().join(' and '),
    ['done', other].toSorted().join(' and '),
  );
}

/** The rules of holds, captures and releases. */
export const holdChecks: WalletCheck[] = [
  {
    name: 'a hold reduces the balance once, and a release restores it once',
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
    name: 'a capture leaves the balance unchanged, and a repeated capture is done',
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
    name: 'of a parallel capture and release only one is done',
    run: async (probe) => {
      const held = await hold(probe);
      const capture = probe.build('capture', ofHold(held));
      const release = probe.build('release', ofHold(held));
      await mustDoOne(probe, [capture, release], 'holdEnded');
    },
  },
  {
    name: "an amount other than the hold's gets amountMismatch",
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
    name: 'a hold that does not exist gets unknownHold',
    run: async (probe) => {
      await probe.mustRefuse(probe.build('capture'), 'unknownHold');
      await probe.mustRefuse(probe.build('release'), 'unknownHold');
      // A credit is no hold.
      const credit = await probe.must(probe.build('credit'));
      await probe.mustRefuse(probe.build('release', ofHold(credit)), 'unknownHold');
    },
  },
  {
    name: 'a refusal as unknownHold is final',
    run: async (probe) => {
      await probe.must(probe.build('credit'));
      const held = probe.build('hold');
      const early = probe.build('capture', ofHold(held));
      await probe.mustRefuse(early, 'unknownHold');
      await probe.must(held);
      await probe.mustRefuse(early, 'unknownHold');
      await probe.must(probe.build('release', ofHold(held)));
    },
  },
  {
    name: "a hold of one player can't be captured or released for another",
    run: async (probe) => {
      const held = await hold(probe);
      const { otherPlayerId } = probe.target;
      const other = { ...ofHold(held), playerId: otherPlayerId ?? `nobody-${uuidv7()}` };
      const code = otherPlayerId === null ? 'unknownPlayer' : 'unknownHold';
      await probe.mustMove('0', async () => {
        await probe.mustRefuse(probe.build('capture', other), code);
        await probe.mustRefuse(probe.build('release', other), code);
      });
      await probe.must(probe.build('release', ofHold(held)));
    },
  },
  {
    name: 'the same transferId and fields get transferReused for a release after a capture',
    run: async (probe) => {
      const held = await hold(probe);
      const capture = await probe.must(probe.build('capture', ofHold(held)));
      const { transferId, subjectId } = capture;
      const release = probe.build('release', { ...ofHold(held), transferId, subjectId });
      await probe.mustMove('0', () => probe.mustRefuse(release, 'transferReused'));
    },
  },
  {
    name: 'a hold of more than the balance gets insufficient, and stays refused',
    run: async (probe) => {
      const amount = addDecimals(await probe.balance(), probe.unit);
      const held = probe.build('hold', { amount });
      await probe.mustMove('0', () => probe.mustRefuse(held, 'insufficient'));
      // A response is final: a late request must not perform a hold that Kassa has given up.
      await probe.must(probe.build('credit'));
      await probe.mustMove('0', () => probe.mustRefuse(held, 'insufficient'));
    },
  },
  {
    name: 'two parallel holds never take more than the balance',
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
