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
  /** The form's method. Without it, as on the list, nothing tells whether the bonus is reached. */
  method?: PaymentMethod | undefined;
  /** The amount in the form; empty or `0` where none is typed. */
  amount?: Decimal | undefined;
  currency?: string | undefined;
}

/**
 * The player's bonuses, with the switch and the link to their terms (§4 Bonus). Nothing shows where
 * there is none or the method hides them. A bonus that expires while it shows is replaced by a
 * text.
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
          isEvaluated={method !== undefined}
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
  /** The section is on a form, which reserves a line for the verdict. */
  isEvaluated: boolean;
  /** Null where there is no deposit yet. */
  verdict: Verdict | null;
}

function BonusSlide({ bonus, isActive, isOn, onSwitch, isEvaluated, verdict }: BonusSlideProps) {
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
      verdict={isEvaluated && <BonusVerdict bonus={bonus} verdict={verdict} />}
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

/**
 * Returns whether the form's deposit gets the bonus, and reports to analytics, once for each bonus,
 * that it is reached (§7).
 */
function useVerdict(
  { active, evaluate }: BonusControls,
  { method, amount = '0', currency }: BonusSectionProps,
): Verdict | null {
  const { send } = useDepositAnalytics();
  const reported = useRef(new Set<string>());
  const isTyped = amount !== '' && compareDecimals(amount, '0') > 0;
  const verdict =
    method === undefined || currency === undefined || !isTyped
      ? null
      : evaluate({ method, amount, currency });
  const activatedId = verdict === 'activated' ? (active?.id ?? null) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: reported when the bonus is reached, not when the amount changes
  useEffect(() => {
    if (activatedId === null || reported.current.has(activatedId)) return;
    reported.current.add(activatedId);
    send('bonus_activated', { submit_amount: amount });
  }, [activatedId]);

  return verdict;
}
