import { BonusCard } from '../../../features/bonus/bonus-card.tsx';
import { BonusEnds } from '../../../features/bonus/bonus-ends.tsx';
import { BonusTerms } from '../../../features/bonus/bonus-terms.tsx';
import { bonusTone } from '../../../features/bonus/bonus-tone.ts';
import { useBonus } from '../../../features/bonus/use-bonus.ts';
import { useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useRouter } from '../../../routing/use-router.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Screen } from '../../../ui/screen.tsx';

/** All terms of the active bonus, and the button that uses it (§2 "Bonus details"). */
export function BonusDetailsScreen() {
  const text = useText();
  const router = useRouter();
  const { active, isOn, setOn } = useBonus();
  if (active === null) return <Navigate to="Deposit list" />;
  const { title, subtitle } = active.content;
  const decide = (isUsed: boolean) => {
    setOn(isUsed);
    router.back();
  };
  return (
    <Screen
      layout="form"
      footer={
        isOn ? (
          <Button look="soft" onClick={() => decide(false)}>
            {text('bonus.details.drop')}
          </Button>
        ) : (
          <Button onClick={() => decide(true)}>{text('bonus.details.use')}</Button>
        )
      }
    >
      <BonusCard
        tone={bonusTone(active)}
        title={title}
        notes={[
          ...(subtitle ? [<bdi key="subtitle">{subtitle}</bdi>] : []),
          <BonusEnds key="ends" bonus={active} />,
        ]}
      />
      {isOn && <Notice glyph="check">{text('bonus.details.used')}</Notice>}
      <BonusTerms bonus={active} />
    </Screen>
  );
}
