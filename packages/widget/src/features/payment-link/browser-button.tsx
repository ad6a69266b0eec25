import { useEffect, useRef, useState } from 'react';
import { openInBrowser } from '../../popup/external-browser.ts';
import { loadPopupPageAddress } from '../../popup/popup-page-address.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { type Failure, toFailure } from '../failure/failure.ts';
import { FailureSnackbar } from '../failure/failure-snackbar.tsx';
import { isSecondClick } from './is-second-click.ts';

interface BrowserButtonProps {
  depositId: string;
  /** The button's text. */
  children: string;
  look: 'primary' | 'ghost';
  /** The page was opened in the system's browser. */
  onOpen?: (() => void) | undefined;
}

/**
 * Opens a provider's page that needs a POST from a native app: our own page posts the form in the
 * system's browser.
 */
export function BrowserButton({ depositId, children, look, onOpen }: BrowserButtonProps) {
  const session = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort();
  }, []);

  async function handleClick() {
    const { signal } = leaving.current;
    setIsBusy(true);
    setFailure(null);
    try {
      const url = await loadPopupPageAddress(session, depositId, signal);
      if (signal.aborted) return;
      openInBrowser(window, url);
      onOpen?.();
    } catch (error) {
      if (!signal.aborted) setFailure(toFailure(error));
    }
    setIsBusy(false);
  }

  return (
    <>
      <Button
        look={look}
        isBusy={isBusy}
        onClick={(event) => isSecondClick(event) || void handleClick()}
      >
        {children}
        <Glyph name="external" size={20} />
      </Button>
      {failure !== null && (
        <FailureSnackbar
          failure={failure}
          title="popup.failed.title"
          onClose={() => setFailure(null)}
        />
      )}
    </>
  );
}
