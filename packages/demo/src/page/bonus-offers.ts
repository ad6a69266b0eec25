import type { HostDataInput } from '@kassa/contract';
import { type Answer, fetchBonuses, type OfferedBonus } from './demo-api.ts';
import type { PlaygroundSettings } from './playground-settings.ts';

type BonusList = NonNullable<HostDataInput['bonusList']>;

/** The bonuses that this site's backend offers the settings' player. */
export interface BonusOffers {
  /** Returns the bonuses loaded so far. */
  of(settings: PlaygroundSettings): readonly OfferedBonus[];
  /** Loads the bonuses. */
  load(settings: PlaygroundSettings): Promise<Answer<readonly OfferedBonus[]>>;
}

/** `onLoad` is called when the loaded bonuses changed. */
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

/** Returns a key of the settings that determine the bonuses. */
function keyOf({ player, currency, locale, bonuses }: PlaygroundSettings): string {
  return `${player} ${currency} ${locale} ${bonuses}`;
}

/** A malformed bonus of a faulty host: the cashier drops only this one. */
const broken = { id: 7, type: 'gift' } as unknown as BonusList[number];

/** Returns the list of bonuses for the cashier. */
export function bonusListOf(
  { bonuses }: Pick<PlaygroundSettings, 'bonuses'>,
  offered: readonly OfferedBonus[],
): BonusList {
  const list: BonusList = offered.map(({ bonus }) => bonus);
  return bonuses === 'broken' ? [broken, ...list] : list;
}

/** Returns the chosen bonus's own id if the setting has this page's name for it. */
export function resolveBonusId(
  { bonusId }: Pick<PlaygroundSettings, 'bonusId'>,
  offered: readonly OfferedBonus[],
): string {
  return offered.find(({ name }) => name === bonusId)?.bonus.id ?? bonusId;
}
