import { type Bonus, compareDecimals, type Decimal, type PaymentMethod } from '@kassa/contract';
import { useEffect, useRef, useState } from 'react';
import {
  minDepositOf,
  type BonusVerdict as Verdict,
} from '../../../features/bonus/bonus.machine.ts';
import { BonusCard } from '../../../features/bonus/bonus-card.tsx';
import { BonusEnds } from '../../../features/bonus/bonus-ends.tsx';
import { BonusSlides } from '../../../features/bonus/bonus-slides.tsx';
import { BonusSwitch } from '../../../features/bonus/bonus-switch.tsx';
import { bonusTone } from '../../../features/bonus/bonus-tone.ts';
import { BonusVerdict } from '../../../features/bonus/bonus-verdict.tsx';
import { type BonusControls, useBonus } from '../../../features/bonus/use-bonus.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import announcement from '../../../ui/announcement.module.css';
import { useDepositAnalytics } from '../use-deposit-analytics.ts';
import styles from './bonus-section.module.css';

interface BonusSectionProps {
  /** The form's; without one, as on the list, it isn't said whether the bonus is reached. */
  method?: PaymentMethod | undefined;
  /** What the player is about to pay; empty or `0` where they have typed nothing. */
  amount?: Decimal | undefined;
  currency?: string | undefined;
}

/**
 * The player's bonuses, with the switch and the way to their terms (§4 Bonus). Nothing where there is
 * none, or the method hides them; what ends while it is looked at is said to have, in the same place.
 */
export function BonusSection({ method, amount, currency }: BonusSectionProps) {
  const text = useText();
  const bonus = useBonus();
  const { bonuses, active } = bonus;
  const verdict = useVerdict(bonus, { method, amount, currency });
  const [last, setLast] = useState(active);
  if (active !== null && active !== last) setLast(active);
  if (method?.isBonusHidden === true) return null;
  if (active === null) {
    if (last === null) return null;
    return <BonusCard title={last.content.title} notes={[text('bonus.ended')]} />;
  }
  return (
    <BonusSlides
      ids={bonuses.map(({ id }) => id)}
      activeId={active.id}
      onChoose={bonus.choose}
      renderSlide={(id, isActive) => (
        <BonusSlide
          bonus={bonuses.find((one) => one.id === id) ?? active}
          isActive={isActive}
          isOn={bonus.isOn}
          onSwitch={bonus.setOn}
          isJudged={method !== undefined}
          verdict={isActive ? verdict : null}
        />
      )}
    />
  );
}

interface BonusSlideProps {
  bonus: Bonus;
  isActive: boolean;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  /** Stands in a form, which keeps a line for the verdict. */
  isJudged: boolean;
  /** Null where there is no deposit yet to judge. */
  verdict: Verdict | null;
}

function BonusSlide({ bonus, isActive, isOn, onSwitch, isJudged, verdict }: BonusSlideProps) {
  const text = useText();
  const money = useMoney();
  const { method, group } = useSearch();
  const { title, subtitle } = bonus.content;
  const least = minDepositOf(bonus);
  const notes = [
    subtitle && <bdi key="subtitle">{subtitle}</bdi>,
    compareDecimals(least, '0') > 0 &&
      text('bonus.min', { amount: money(least, bonus.currency, { trimZeros: true }) }),
    <BonusEnds key="ends" bonus={bonus} />,
    <Link
      key="terms"
      className={styles.terms}
      to="Deposit bonus details"
      search={{ method, group }}
    >
      {text('bonus.terms')}
      <span className={announcement.announcement}> {title}</span>
    </Link>,
  ].filter(Boolean);
  return (
    <BonusCard
      tone={bonusTone(bonus)}
      title={title}
      notes={notes}
      verdict={isJudged && <BonusVerdict bonus={bonus} verdict={verdict} />}
    >
      <BonusSwitch
        isOn={isOn}
        onChange={onSwitch}
        label={text('bonus.use', { title })}
        isHidden={!isActive}
      />
    </BonusCard>
  );
}

/** What the bonus comes to for a form's deposit; tells analytics, once for each bonus, that it is reached (§7). */
function useVerdict(
  { active, judge }: BonusControls,
  { method, amount = '0', currency }: BonusSectionProps,
): Verdict | null {
  const { send } = useDepositAnalytics();
  const told = useRef(new Set<string>());
  const isTyped = amount !== '' && compareDecimals(amount, '0') > 0;
  const verdict =
    method === undefined || currency === undefined || !isTyped
      ? null
      : judge({ method, amount, currency });
  const activatedId = verdict === 'activated' ? (active?.id ?? null) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it comes to it, not when what is told changes
  useEffect(() => {
    if (activatedId === null || told.current.has(activatedId)) return;
    told.current.add(activatedId);
    send('bonus_activated', { submit_amount: amount });
  }, [activatedId]);

  return verdict;
}
