import { compareNames } from '../../players/compare-names.ts';
import type { Breach, Rule } from './rule-subject.ts';

/**
 * The holder of the destination has the player's name. What can't be compared is reviewed: an
 * unknown name would be the way around the rule.
 */
export const nameMatch: Rule = ({ subject: { holder, playerNames, method } }) => {
  // An address on a chain has no holder.
  if (holder === null && method.coin !== undefined) return null;
  if (playerNames === null) return toReview("the player's name isn't known");
  if (holder === null) return toReview("the name of the account's holder isn't known");
  switch (compareNames(playerNames, holder)) {
    case 'same':
      return null;
    case 'different':
      return { detail: "the account's holder isn't the player" };
    case 'unclear':
      return toReview("the holder's name can't be compared with the player's");
  }
};

const toReview = (detail: string): Breach => ({ effect: 'review', detail });
