import { type Experiment, type FirstScreen, isCryptoBonusShown } from '@kassa/contract';
import { type Keeper, readKept } from '../storage/kept-for-player.ts';

/** More bonuses than this look the same while they aren't loaded. */
const mostBonuses = 2;

/** What the markup of a screen depends on besides the methods and the build. */
export type ScreenFacts = Omit<FirstScreen, 'build'>;

export interface ScreenParts {
  view: FirstScreen['view'];
  /** The path under the product, with its query. */
  address: string;
  /** The requested locale: the address's, or else the host's. */
  locale: string;
  closingButton: boolean;
  badge: string | undefined;
  bonusCount: number;
  isCryptoBonusAvailable: boolean;
  experiments: readonly Experiment[];
  /** The currency of the offer. */
  currency: string | undefined;
  /** The player, of whom a form also knows the last amount and bank. */
  keeper: Keeper;
}

/**
 * Describes a first screen, without a schema library: the early script has it drawn by this
 * description, and the widget takes over only what has its own.
 */
export function describeScreen(parts: ScreenParts): ScreenFacts {
  const { address, locale, closingButton, badge, bonusCount } = parts;
  return {
    view: parts.view,
    address,
    locale,
    closingButton,
    hasBadge: badge !== undefined,
    bonuses: Math.min(bonusCount, mostBonuses),
    hasCryptoBonus: isCryptoBonusShown(parts.isCryptoBonusAvailable, parts.experiments),
    ...readFormFacts(parts),
  };
}

function readFormFacts({ address, currency, keeper }: ScreenParts) {
  const [, query] = address.split('?');
  // A list has none of a form's fields.
  const method = new URLSearchParams(query).get('method');
  if (method === null) return {};
  const lastAmount = currency === undefined ? null : readKept(`last-amount.${currency}`, keeper);
  const lastBank = readKept(`last-bank.${method}`, keeper);
  return { ...(lastAmount !== null && { lastAmount }), ...(lastBank !== null && { lastBank }) };
}
