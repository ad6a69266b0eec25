import { type Experiment, type FirstScreen, isCryptoBonusShown } from '@kassa/contract';

/** More bonuses than this look the same while they aren't loaded. */
const mostBonuses = 2;

/** What the markup of the list depends on besides the methods and the build. */
export type ScreenFacts = Omit<FirstScreen, 'build'>;

export interface ScreenParts {
  /** The requested locale: the address's, or else the host's. */
  locale: string;
  closingButton: boolean;
  badge: string | undefined;
  bonusCount: number;
  isCryptoBonusAvailable: boolean;
  experiments: readonly Experiment[];
  lastMethod: string | null;
}

/**
 * Describes the list as a first screen, without a schema library: the early script has it drawn by
 * this description, and the widget takes over only what has its own.
 */
export function describeScreen(parts: ScreenParts): ScreenFacts {
  const { locale, closingButton, badge, bonusCount, isCryptoBonusAvailable, lastMethod } = parts;
  return {
    locale,
    closingButton,
    hasBadge: badge !== undefined,
    bonuses: Math.min(bonusCount, mostBonuses),
    hasCryptoBonus: isCryptoBonusShown(isCryptoBonusAvailable, parts.experiments),
    ...(lastMethod !== null && { lastMethod }),
  };
}
