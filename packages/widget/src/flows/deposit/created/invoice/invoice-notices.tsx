import type { PaymentMethod } from '@kassa/contract';
import { useSupportTarget } from '../../../../features/support/use-support-target.ts';
import { useText } from '../../../../i18n/text.ts';
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

interface MethodSupportProps {
  method: PaymentMethod | undefined;
  /** The deposit's. */
  currency: string;
}

/** The operator's support for a method; nothing where the method names none. */
export function MethodSupport({ method, currency }: MethodSupportProps) {
  const text = useText();
  const analytics = useDepositAnalytics(currency);
  const target = useSupportTarget(method?.supportUrl);
  if (target === null) return null;
  return (
    <ButtonLink
      look="ghost"
      {...target}
      onClick={() => analytics.send('button', { button_name: 'support' })}
    >
      <Glyph name="chat" size={20} />
      {text('payment.support')}
    </ButtonLink>
  );
}
