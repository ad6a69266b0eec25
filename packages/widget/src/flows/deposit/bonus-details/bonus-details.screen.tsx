import { useState } from 'react';
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
  // Until the list is back, the pressed button stays what it was: a second press changes nothing.
  const [pressed, setPressed] = useState<{ isOn: boolean }>();
  const isUsed = pressed?.isOn ?? isOn;
  if (active === null) return <Navigate to="Deposit list" />;
  const { title, subtitle } = active.content;
  const handleDecide = () => {
    if (pressed !== undefined) return;
    setPressed({ isOn });
    setOn(!isOn);
    router.back();
  };
  return (
    <Screen
      layout="form"
      footer={
        isUsed ? (
          <Button look="soft" onClick={handleDecide}>
            {text('bonus.details.drop')}
          </Button>
        ) : (
          <Button onClick={handleDecide}>{text('bonus.details.use')}</Button>
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
      {isUsed && <Notice glyph="check">{text('bonus.details.used')}</Notice>}
      <BonusTerms bonus={active} />
    </Screen>
  );
}
