import type { Breach } from './rule-subject.ts';
import type { ScreeningAnswer } from './screening.ts';

/** Judges the operator's answer: a hit refuses, and without an answer a person decides. */
export function judgeScreening(answer: ScreeningAnswer | null): Breach | null {
  switch (answer?.kind) {
    case 'hit':
      return { detail: answer.detail };
    case 'review':
      return { effect: 'review', detail: answer.detail };
    case 'unanswered':
      return { effect: 'review', detail: 'the operator did not respond' };
    default:
      return null;
  }
}
