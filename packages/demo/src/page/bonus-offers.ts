import type { HostDataInput } from '@kassa/contract';
import { type Answer, fetchBonuses, type OfferedBonus } from './demo-api.ts';
import type { PlaygroundSettings } from './playground-settings.ts';

type BonusList = NonNullable<HostDataInput['bonusList']>;

/** What this site's backend offers the player of the settings. */
export interface BonusOffers {
  /** Those known by now. */
  of(settings: PlaygroundSettings): readonly OfferedBonus[];
  /** Asks for them. */
  load(settings: PlaygroundSettings): Promise<Answer<readonly OfferedBonus[]>>;
}

/** `onLoad`: others are known than before. */
export function createBonusOffers(onLoad: () => void): BonusOffers {
  let known: { key: string; offered: readonly OfferedBonus[] } = { key: '', offered: [] };
  return {
    of: (settings) => (known.key === keyOf(settings) ? known.offered : []),
    async load(settings) {
      if (settings.bonuses === 'none') return { kind: 'answered', value: [] };
      const answer = await fetchBonuses(settings);
      if (answer.kind === 'answered') {
        known = { key: keyOf(settings), offered: answer.value };
        onLoad();
      }
      return answer;
    },
  };
}

/** What decides which bonuses there are. */
function keyOf({ player, currency, bonuses }: PlaygroundSettings): string {
  return `${player} ${currency} ${bonuses}`;
}

/** As a host with a fault would send it: the cashier drops this one alone. */
const broken = { id: 7, type: 'gift' } as unknown as BonusList[number];

/** The list as this page tells it to the cashier. */
export function bonusListOf(
  { bonuses }: Pick<PlaygroundSettings, 'bonuses'>,
  offered: readonly OfferedBonus[],
): BonusList {
  const list: BonusList = offered.map(({ bonus }) => bonus);
  return bonuses === 'broken' ? [broken, ...list] : list;
}

/** The chosen bonus's own id, where it is named as this page names it. */
export function resolveBonusId(
  { bonusId }: Pick<PlaygroundSettings, 'bonusId'>,
  offered: readonly OfferedBonus[],
): string {
  return offered.find(({ name }) => name === bonusId)?.bonus.id ?? bonusId;
}
