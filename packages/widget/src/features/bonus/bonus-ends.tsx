import type { Bonus } from '@kassa/contract';
import { useText } from '../../i18n/text.ts';
import { Countdown } from '../countdown/countdown.tsx';
import { expiryOf } from './bonus.machine.ts';

/** A placeholder for the clock in the sentence. No language uses this character. */
const place = '\u0000';

/** "ends in 02:14:09". */
export function BonusEnds({ bonus }: { bonus: Bonus }) {
  const text = useText();
  const [before, after] = text('bonus.endsIn', { time: place }).split(place);
  return (
    <>
      {before}
      <Countdown deadlineMs={expiryOf(bonus)} />
      {after}
    </>
  );
}
