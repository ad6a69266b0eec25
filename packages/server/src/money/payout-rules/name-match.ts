import { compareNames } from './compare-names.ts';
import type { Rule } from './rule-subject.ts';

/** The holder of the destination has the player's name, as far as both are known. */
export const nameMatch: Rule = ({ subject: { holder, playerNames } }) => {
  if (holder === null || playerNames === null) return null;
  switch (compareNames(playerNames, holder)) {
    case 'same':
      return null;
    case 'different':
      return { detail: "the account's holder isn't the player" };
    case 'unclear':
      return { effect: 'review', detail: "the holder's name can't be compared with the player's" };
  }
};
