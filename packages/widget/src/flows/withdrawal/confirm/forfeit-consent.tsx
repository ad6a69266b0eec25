import type { ForfeitedBonus } from '@kassa/contract';
import type { ComponentProps } from 'react';
import { useText } from '../../../i18n/text.ts';
import { Consent } from '../../../ui/consent.tsx';
import { ForfeitedBonuses } from '../parts/forfeited-bonuses.tsx';

interface ForfeitConsentProps
  extends Omit<ComponentProps<typeof Consent>, 'words' | 'missingWords'> {
  bonuses: readonly ForfeitedBonus[];
}

/** The bonuses that the withdrawal forfeits, which the player has to agree to. */
export function ForfeitConsent({ bonuses, ...consent }: ForfeitConsentProps) {
  const text = useText();
  const count = bonuses.length;
  return (
    <ForfeitedBonuses bonuses={bonuses}>
      <Consent
        {...consent}
        words={text('withdrawal.forfeit.agree', { count })}
        missingWords={text('withdrawal.forfeit.missing', { count })}
      />
    </ForfeitedBonuses>
  );
}
