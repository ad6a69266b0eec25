import type { HostDataInput } from '@kassa/contract';
import type { PlaygroundSettings } from './playground-settings.ts';

type BonusList = NonNullable<HostDataInput['bonusList']>;

const hourMs = 3_600_000;
/** Long enough to read the bonus, short enough to see it go. */
const soonMs = 45_000;

/** The bonuses of a preset, in the player's currency and with times from now on. */
export function bonusesOf(
  { bonuses, currency }: PlaygroundSettings,
  nowMs = Date.now(),
): BonusList {
  const until = (lifeMs: number) => new Date(nowMs + lifeMs).toISOString();
  const deposit: BonusList[number] = {
    id: 'welcome',
    type: 'deposit',
    currency,
    mustAccruedBefore: until(48 * hourMs),
    content: { title: '100% on your deposit', subtitle: 'Up to 200' },
    depositBonusData: {
      minDeposit: '20',
      maxBonusAmount: '200',
      percent: 100,
      wagerMultiplier: 30,
    },
  };
  const freespin: BonusList[number] = {
    id: 'spins',
    type: 'freespin',
    currency,
    mustAccruedBefore: until(3 * hourMs),
    content: { title: '50 free spins' },
    freespinBonusData: {
      minDeposit: '10',
      maxSpinWin: '100',
      count: 50,
      wagerMultiplier: 25,
      gamesContent: [{ nameEn: 'Northern Lights' }],
    },
  };
  // As a host with a fault would send it: the cashier drops this one alone.
  const broken = { id: 7, type: 'gift' } as unknown as BonusList[number];
  const lists: Record<PlaygroundSettings['bonuses'], BonusList> = {
    none: [],
    deposit: [deposit],
    freespin: [freespin],
    both: [deposit, freespin],
    expiring: [{ ...deposit, mustAccruedBefore: until(soonMs) }, freespin],
    broken: [broken, deposit],
  };
  return lists[bonuses];
}
