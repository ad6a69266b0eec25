import type { CallResponse } from '@kassa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCopy } from '../../../../features/copy/use-copy.ts';
import { useMoney, useText } from '../../../../i18n/text.ts';
import { type Session, useSession } from '../../../../session/session.ts';
import { Announcement } from '../../../../ui/announcement.tsx';
import { Glyph } from '../../../../ui/glyph.tsx';
import { describeReceipt } from './describe-receipt.ts';
import styles from './receipt-actions.module.css';
import { writeReceiptPage, writeReceiptText } from './write-receipt.ts';

/** The receipt is loaded before the press: a browser shares only in the press itself. */
function receiptQuery({ transport, locale: { tag } }: Session, depositId: string) {
  return queryOptions({
    queryKey: ['deposit-receipt', depositId, tag],
    queryFn: ({ signal }) =>
      transport.call('deposit-receipt', { depositId, locale: tag }, { signal }),
    staleTime: 60_000,
  });
}

/**
 * Saves or shares the receipt of a processed deposit; nothing until it is loaded. A native app shares
 * it as text, since its web view saves no files.
 */
export function ReceiptActions({ depositId }: { depositId: string }) {
  const { data } = useQuery(receiptQuery(useSession(), depositId));
  if (data === undefined || data.receipt === null) return null;
  return <LoadedReceipt receipt={data.receipt} signed={data.signed} />;
}

type Loaded = CallResponse<'deposit-receipt'>;

interface LoadedReceiptProps {
  receipt: NonNullable<Loaded['receipt']>;
  signed: Loaded['signed'];
}

function LoadedReceipt({ receipt, signed }: LoadedReceiptProps) {
  const text = useText();
  const money = useMoney();
  const { bridge, locale } = useSession();
  const words = { text, money, locale: locale.format };
  const described = describeReceipt(receipt, words, signed !== null);
  const plain = writeReceiptText(described, signed);
  const { outcome, copy } = useCopy(plain);
  if (bridge.isNative) {
    const share = () => bridge.send({ messageType: 'onShare', payload: { text: plain } });
    return <div className={styles.actions}>{button('share', 'receipt.share', share)}</div>;
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
    <div className={styles.actions}>
      {button('receipt', 'receipt.save', () => save(file))}
      {canShare(file)
        ? button('share', 'receipt.share', () => void share(file, described.title))
        : button(outcome === 'done' ? 'check' : 'copy', said ?? 'receipt.copy', copy)}
      <Announcement>{said === null ? '' : text(said)}</Announcement>
    </div>
  );

  function button(
    glyph: Parameters<typeof Glyph>[0]['name'],
    label: Parameters<typeof text>[0],
    onClick: () => void,
  ) {
    return (
      <button type="button" className={styles.action} onClick={onClick}>
        <Glyph name={glyph} size={18} />
        {text(label)}
      </button>
    );
  }
}

function canShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) === true;
}

/** Opens the share sheet; the file is saved where the browser refuses. */
async function share(file: File, title: string): Promise<void> {
  try {
    await navigator.share({ files: [file], title });
  } catch (error) {
    // The player closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    save(file);
  }
}

/** How long the address of a saved file lives, in ms: some browsers read it after the press. */
const savedMs = 60_000;

/** Saves a file by a link: it needs `allow-downloads` in a sandboxed frame. */
function save(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), savedMs);
}
