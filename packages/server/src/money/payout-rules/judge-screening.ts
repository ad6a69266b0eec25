import type { Breach } from './rule-subject.ts';
import type { ScreeningAnswer } from './screening.ts';

/**
 * Judges the operator's answer: a hit refuses, and without an answer a person decides. The
 * operator's words are marked as theirs, so that an erasure of the player deletes them.
 */
export function judgeScreening(answer: ScreeningAnswer | null): Breach | null {
  switch (answer?.kind) {
    case 'hit':
      return { detail: `a hit (operator ${answer.detail})` };
    case 'review':
      return { effect: 'review', detail: `a doubt (operator ${answer.detail})` };
    case 'unanswered':
      return { effect: 'review', detail: 'the operator did not respond' };
    default:
      return null;
  }
}
