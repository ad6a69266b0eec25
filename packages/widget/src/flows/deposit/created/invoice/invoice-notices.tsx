import { isSafeLink, type PaymentMethod } from '@kassa/contract';
import { useText } from '../../../../i18n/text.ts';
import { isWebAddress } from '../../../../popup/is-web-address.ts';
import { useSession } from '../../../../session/session.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Glyph } from '../../../../ui/glyph.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { isPeerToPeer } from '../../method-kinds.ts';
import { useDepositAnalytics } from '../../use-deposit-analytics.ts';

interface InvoiceNoticesProps {
  method: PaymentMethod | undefined;
}

/** Whose account an invoice is paid from, and the provider's guarantee (§2 "P2P invoice"). */
export function InvoiceNotices({ method }: InvoiceNoticesProps) {
  const text = useText();
  return (
    <>
      {isPeerToPeer(method) && <Notice tone="warn">{text('payment.ownAccount')}</Notice>}
      {method?.isGuaranteed === true && (
        <Notice glyph="shield">{text('payment.guaranteed')}</Notice>
      )}
    </>
  );
}

interface SupportLinkProps {
  method: PaymentMethod | undefined;
  /** The deposit's. */
  currency: string;
}

/** Beside https, a support may be a chat or a mailbox. The brand names it, not the method. */
const supportSchemes = ['tg', 'mailto'];

/**
 * The operator's support; nothing where the method names none. A page has a window of its own, and
 * so has any support in a native app: a link from a browser to an app leaves an empty window behind.
 */
export function SupportLink({ method, currency }: SupportLinkProps) {
  const text = useText();
  const { bridge } = useSession();
  const analytics = useDepositAnalytics(currency);
  const { supportUrl } = method ?? {};
  if (supportUrl === undefined || !isSafeLink(supportUrl, supportSchemes)) return null;
  const hasWindow = bridge.isNative || isWebAddress(supportUrl);
  return (
    <ButtonLink
      look="ghost"
      href={supportUrl}
      {...(hasWindow && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={() => analytics.send('button', { button_name: 'support' })}
    >
      <Glyph name="chat" size={20} />
      {text('payment.support')}
    </ButtonLink>
  );
}
