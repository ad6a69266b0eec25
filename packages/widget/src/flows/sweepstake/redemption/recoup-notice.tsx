import { compareDecimals, type RecoupStatus } from '@kassa/contract';
import { SupportLink } from '../../../features/support/support-link.tsx';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { closeWidget } from '../../../session/close-widget.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import type { GlyphName } from '../../../ui/glyph.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useWithdrawalAnalytics } from '../../withdrawal/use-withdrawal-analytics.ts';
import styles from './recoup-notice.module.css';
import type { RecoupSum } from './redemption.queries.ts';

/** What is in the way of redeeming the whole balance. */
type Hindrance = Exclude<RecoupStatus, 'available' | 'neverRedeemable'>;

const glyphs: Partial<Record<Hindrance, GlyphName>> = {
  playthrough: 'play',
  unverified: 'shield',
  age: 'shield',
  blocked: 'shield',
};

/** Why sweep coins can't be redeemed, or not all of them, and the way on; nothing where they can. */
export function RecoupNotice({ recoup }: { recoup: RecoupSum }) {
  const text = useText();
  const money = useMoney();
  const { status, amount, missingPlay, owed, unplayed } = recoup;
  if (status === 'available' || status === 'neverRedeemable') {
    return compareDecimals(amount, '0') > 0 ? null : <NoCoins />;
  }
  const show = (coins: string) => money(coins, 'QSC', { trimZeros: true });
  const params = { play: show(missingPlay), unplayed: show(unplayed), owed: show(owed) };
  return (
    <div className={styles.notice} role="status">
      <Notice tone={status === 'playthrough' ? 'info' : 'warn'} glyph={glyphs[status] ?? 'warning'}>
        <b>{text(`redemption.status.${status}.title`, params)}</b>
        <p>{text(`redemption.status.${status}.text`, params)}</p>
        {status === 'blocked' && <SupportLink />}
      </Notice>
      <BackToGame isQuiet={compareDecimals(amount, '0') > 0} />
    </div>
  );
}

/** Playing, the identity and the account are the host page's. */
function BackToGame({ isQuiet }: { isQuiet: boolean }) {
  const text = useText();
  const session = useSession();
  return (
    <Button look={isQuiet ? 'ghost' : 'soft'} onClick={() => closeWidget(session)}>
      {session.hostData.backLabel ?? text('complete.backToGame')}
    </Button>
  );
}

/** Sweep coins come with the packages of gold coins. */
function NoCoins() {
  const text = useText();
  const router = useRouter();
  const { send } = useWithdrawalAnalytics();
  const handlePress = () => {
    send('button', { button_name: 'deposit' });
    router.navigate({ to: router.rootOf('deposit') });
  };
  return (
    <div className={styles.notice} role="status">
      <Notice>
        <b>{text('redemption.none.title')}</b>
        <p>{text('redemption.none.text')}</p>
      </Notice>
      <Button look="soft" onClick={handlePress}>
        {text('redemption.none.packages')}
      </Button>
    </div>
  );
}
