import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { BonusCard } from './bonus-card.tsx';
import { cryptoBonusPercent } from './crypto-bonus.ts';
import { formatPercent } from './format-percent.ts';

/** What every deposit in crypto brings on top (§2 "crypto bonus section"); nothing is to be switched on. */
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
