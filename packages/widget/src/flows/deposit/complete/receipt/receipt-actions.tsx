import type { CallResponse } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../../../features/copy/use-copy.ts';
import { canShareFile, saveFile, shareFile } from '../../../../features/save-file/save-file.ts';
import { useMoney, useText } from '../../../../i18n/text.ts';
import { useSession } from '../../../../session/session.ts';
import { Announcement } from '../../../../ui/announcement.tsx';
import { Glyph, type GlyphName } from '../../../../ui/glyph.tsx';
import { QuickAction, QuickActions } from '../../../../ui/quick-actions.tsx';
import { describeReceipt } from './describe-receipt.ts';
import { receiptQuery } from './receipt.query.ts';
import { writeReceiptPage, writeReceiptText } from './write-receipt.ts';

/**
 * Saves or shares the receipt of a processed deposit; nothing until it is loaded. A native app shares
 * it as text, since its web view saves no files.
 */
export function ReceiptActions({ depositId, isOpen }: { depositId: string; isOpen: boolean }) {
  const { data } = useQuery(receiptQuery(useSession(), depositId));
  if (data === undefined || data.receipt === null) return null;
  return <LoadedReceipt receipt={data.receipt} signed={data.signed} isOpen={isOpen} />;
}

type Loaded = CallResponse<'deposit-receipt'>;

interface LoadedReceiptProps {
  receipt: NonNullable<Loaded['receipt']>;
  signed: Loaded['signed'];
  /** The player decided how much to pay. */
  isOpen: boolean;
}

function LoadedReceipt({ receipt, signed, isOpen }: LoadedReceiptProps) {
  const text = useText();
  const money = useMoney();
  const { bridge, locale } = useSession();
  const words = { text, money, locale: locale.format };
  const described = describeReceipt(receipt, words, { isSigned: signed !== null, isOpen });
  const plain = writeReceiptText(described, signed);
  const { outcome, copy } = useCopy(plain);
  if (bridge.isNative) {
    const share = () => bridge.send({ messageType: 'onShare', payload: { text: plain } });
    return <QuickActions>{button('share', 'receipt.share', share)}</QuickActions>;
  }
  const page = writeReceiptPage(described, {
    signed,
    language: locale.tag,
    direction: locale.direction,
  });
  const name = `receipt-${receipt.reference}.html`;
  const file = new File([page], name, { type: 'text/html' });
  const said = outcome === 'none' ? null : outcome === 'done' ? 'copy.done' : 'copy.forbidden';
  return (
    <QuickActions>
      {button('receipt', 'receipt.save', () => saveFile(file))}
      {canShareFile(file)
        ? button('share', 'receipt.share', () => void shareFile(file, described.title))
        : button(outcome === 'done' ? 'check' : 'copy', said ?? 'receipt.copy', copy)}
      <Announcement>{said === null ? '' : text(said)}</Announcement>
    </QuickActions>
  );

  function button(glyph: GlyphName, label: Parameters<typeof text>[0], onClick: () => void) {
    return (
      <QuickAction glyph={<Glyph name={glyph} size={18} />} onClick={onClick}>
        {text(label)}
      </QuickAction>
    );
  }
}
