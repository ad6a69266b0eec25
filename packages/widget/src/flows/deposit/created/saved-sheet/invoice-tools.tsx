import type { Requisite, UnifiedForm } from '@kassa/contract';
import { use, useState } from 'react';
import { useCopy } from '../../../../features/copy/use-copy.ts';
import { UsedContext } from '../../../../features/copy/used-context.ts';
import { canShareFile, saveFile, shareFile } from '../../../../features/save-file/save-file.ts';
import { useMoney, useText } from '../../../../i18n/text.ts';
import { useSession } from '../../../../session/session.ts';
import { Announcement } from '../../../../ui/announcement.tsx';
import { Glyph } from '../../../../ui/glyph.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { QuickAction, QuickActions } from '../../../../ui/quick-actions.tsx';
import { useMediaQuery } from '../../../../ui/use-media-query.ts';
import { useDepositAnalytics } from '../../use-deposit-analytics.ts';
import type { CreatedDeposit } from '../use-created-deposit.ts';
import { describeSheet, writeSheetText } from './describe-sheet.ts';
import type { SheetFormat } from './draw-sheet.ts';

interface InvoiceToolsProps {
  created: CreatedDeposit<UnifiedForm>;
  /** Everything to pay by. */
  requisites: readonly Requisite[];
  /** In ms since 1970, by the device's clock. */
  deadlineMs: number;
}

/**
 * Copies the whole invoice as one text, and saves it as a picture or a document. A native app shares
 * it as text, since its web view saves no files.
 */
export function InvoiceTools({ created, requisites, deadlineMs }: InvoiceToolsProps) {
  const text = useText();
  const money = useMoney();
  const { bridge, locale } = useSession();
  const analytics = useDepositAnalytics(created.deposit.currency);
  const { deposit, method, step } = created;
  const invoice = { deposit, method, requisites, amount: step.amount, deadlineMs };
  const sheet = describeSheet(invoice, { text, money, locale });
  const plain = writeSheetText(sheet);
  const { outcome, copy } = useCopy(plain);
  const { hasFailed, save } = useSave();
  const noteUse = use(UsedContext);
  const report = (button_name: string) => analytics.send('button', { button_name });
  const said = outcome === 'none' ? null : outcome === 'done' ? 'copy.done' : 'copy.forbidden';
  const file = { name: `invoice-${deposit.reference}`, direction: locale.direction };

  function handleCopy() {
    report('copy_all');
    void copy();
  }

  function handleShare() {
    report('share_invoice');
    noteUse('kept');
    bridge.send({ messageType: 'onShare', payload: { text: plain } });
  }

  function handleSave(format: SheetFormat) {
    report(format === 'png' ? 'save_picture' : 'save_pdf');
    noteUse('kept');
    void save(async () => {
      // Loaded at the press: few players save what they are about to pay.
      const { drawSheet } = await import('./draw-sheet.ts');
      return drawSheet(sheet, { ...file, format });
    }, sheet.title);
  }

  return (
    <>
      <QuickActions isProminent>
        <QuickAction
          glyph={<Glyph name={outcome === 'done' ? 'check' : 'copy'} />}
          onClick={handleCopy}
        >
          {text(said ?? 'invoice.copyAll')}
        </QuickAction>
        {bridge.isNative ? (
          <QuickAction glyph={<Glyph name="share" />} onClick={handleShare}>
            {text('invoice.share')}
          </QuickAction>
        ) : (
          <>
            <QuickAction glyph={<PictureGlyph />} onClick={() => handleSave('png')}>
              {text('invoice.savePicture')}
            </QuickAction>
            <QuickAction glyph={<Glyph name="receipt" />} onClick={() => handleSave('pdf')}>
              {text('invoice.savePdf')}
            </QuickAction>
          </>
        )}
      </QuickActions>
      <Announcement>{said === null ? '' : text(said)}</Announcement>
      {hasFailed && (
        <div role="status">
          <Notice tone="warn">{text('invoice.saveFailed')}</Notice>
        </div>
      )}
    </>
  );
}

/** A picture with a hill and a sun, as the other glyphs are drawn. */
function PictureGlyph() {
  return (
    <svg
      width="1.375em"
      height="1.375em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6 4.500h12A1.500 1.500 0 0119.500 6v12a1.500 1.500 0 01-1.500 1.500H6A1.500 1.500 0 014.500 18V6A1.500 1.500 0 016 4.500zM4.500 16.500l4.500-4.500 6.500 7M13.500 16.800l2.500-2.800 3.500 3.500M15 8.500v.1" />
    </svg>
  );
}

/** Saves a file; on a touch screen by the share sheet, which also knows the photo album. */
function useSave() {
  const [hasFailed, setHasFailed] = useState(false);
  const isTouched = useMediaQuery('(pointer: coarse)');
  async function save(make: () => Promise<File>, title: string): Promise<void> {
    setHasFailed(false);
    try {
      const file = await make();
      if (isTouched && canShareFile(file)) await shareFile(file, title);
      else saveFile(file);
    } catch {
      setHasFailed(true);
    }
  }
  return { hasFailed, save };
}
