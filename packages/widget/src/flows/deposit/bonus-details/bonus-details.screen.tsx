import { BonusCard } from '../../../features/bonus/bonus-card.tsx';
import { BonusEnds } from '../../../features/bonus/bonus-ends.tsx';
import { BonusSwitch } from '../../../features/bonus/bonus-switch.tsx';
import { BonusTerms } from '../../../features/bonus/bonus-terms.tsx';
import { bonusTone } from '../../../features/bonus/bonus-tone.ts';
import { useBonus } from '../../../features/bonus/use-bonus.ts';
import { useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useRouter } from '../../../routing/use-router.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import styles from './bonus-details.module.css';

/** All terms of the active bonus, and the switch (§2 "Bonus details"). */
export function BonusDetailsScreen() {
  const text = useText();
  const router = useRouter();
  const { active, isOn, setOn } = useBonus();
  if (active === null) return <Navigate to="Deposit list" />;
  const { title, subtitle } = active.content;
  return (
    <Screen
      layout="form"
      footer={<Button onClick={() => router.back()}>{text('bonus.details.back')}</Button>}
    >
      <BonusCard
        tone={bonusTone(active)}
        title={title}
        notes={[
          ...(subtitle ? [<bdi key="subtitle">{subtitle}</bdi>] : []),
          <BonusEnds key="ends" bonus={active} />,
        ]}
      />
      <div className={styles.use}>
        <span aria-hidden="true">{text('bonus.details.use')}</span>
        <BonusSwitch look="plain" isOn={isOn} onChange={setOn} label={text('bonus.details.use')} />
      </div>
      <BonusTerms bonus={active} />
    </Screen>
  );
}
