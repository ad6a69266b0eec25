import { formatPercent } from '@kassa/contract';
import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { BonusCard } from './bonus-card.tsx';
import { cryptoBonusPercent } from './crypto-bonus.ts';

/** The bonus on every crypto deposit (§2 "crypto bonus section"). It can't be switched off. */
export function CryptoBonusCard() {
  const text = useText();
  const { locale } = useSession();
  const percent = formatPercent(cryptoBonusPercent, locale.format);
  return (
    <BonusCard
      tone="crypto"
      title={text('bonus.crypto.title', { percent })}
      notes={[text('bonus.crypto.note')]}
    />
  );
}
