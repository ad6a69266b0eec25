import { resolveGroup } from '@kassa/contract';
import {
  InvoiceScreen,
  type StandingInvoice,
} from '../../../flows/deposit/created/invoice/invoice.screen.tsx';
import { InvoicePayment } from '../../../flows/deposit/created/invoice/invoice-payment.tsx';
import { useText } from '../../../i18n/text.ts';
import { usePlace } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Notice } from '../../../ui/notice.tsx';
import { InstructionLink, useHasInstruction } from '../instruction/instruction-link.tsx';
import { isStartedBefore } from '../started-before.ts';
import { PaymentTips } from './payment-tips.tsx';

/** The invoice of a payment from person to person (§2 "P2P invoice"). */
export function PeerToPeerInvoiceScreen() {
  return (
    <InvoiceScreen page="Peer to peer invoice">
      {(invoice) => <PeerToPeerInvoice {...invoice} />}
    </InvoiceScreen>
  );
}

function PeerToPeerInvoice({ payee, ...invoice }: StandingInvoice) {
  const text = useText();
  const place = usePlace();
  const { hostData } = useSession();
  const { method } = invoice.created;
  const group = resolveGroup(hostData.experiments, 'payment_detail_tips');
  const hasInstruction = useHasInstruction(method);
  const hasStartedBefore = isStartedBefore(place?.data);
  return (
    <InvoicePayment
      {...invoice}
      payee={payee?.requisites ?? null}
      formType="p2p"
      top={hasStartedBefore && <Notice glyph="clock">{text('p2p.invoice.startedBefore')}</Notice>}
      belowDetails={group === 'group_b' && <PaymentTips />}
      guide={hasInstruction ? <InstructionLink method={method} /> : null}
      aboveButton={group === 'group_c' && <PaymentTips />}
    />
  );
}
