import type { ExternalRedirect } from '@kassa/contract';
import { useEffect, useState } from 'react';
import { type MessageKey, useText } from '../../i18n/text.ts';
import type { PopupMessage } from '../../popup/popup-message.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StatusPanel, StatusText } from '../../ui/status-panel.tsx';
import { fetchRedirect } from './fetch-redirect.ts';
import { openProviderPage } from './open-provider-page.ts';
import styles from './popup-page.module.css';
import type { Return } from './read-return.ts';
import { receiveRedirect } from './receive-redirect.ts';

export interface PopupPageStatusProps {
  /** The provider's return of the player to this page; null before. */
  returned?: Return | null;
  /**
   * The code by which the server knows the redirect, in a browser that an app has opened; null in a
   * popup.
   */
  pageCode?: string | null;
  /** In an app's web view there is no other window: the way back is a link. */
  isNative?: boolean;
}

type Tone = Parameters<typeof StatusPanel>[0]['tone'];

type Stage =
  | { kind: 'waiting' | 'asking' | 'abandoned' | 'over' | 'unreachable' | 'returned' | 'unpaid' }
  /** On the way to the provider, or where its page couldn't be opened. */
  | { kind: 'opening' | 'failed'; redirect: ExternalRedirect };

/** The texts of the popup before it goes to the provider, and after it came back. */
const stages: Record<Stage['kind'], { tone: Tone; title: MessageKey; text: MessageKey }> = {
  waiting: { tone: 'busy', title: 'popup.waiting.title', text: 'popup.waiting.text' },
  asking: { tone: 'busy', title: 'popup.waiting.title', text: 'popup.waiting.text' },
  opening: { tone: 'busy', title: 'popup.opening.title', text: 'popup.opening.text' },
  failed: { tone: 'danger', title: 'popup.failed.title', text: 'popup.failed.text' },
  over: { tone: 'quiet', title: 'popup.over.title', text: 'popup.over.text' },
  unreachable: { tone: 'danger', title: 'popup.failed.title', text: 'popup.unreachable.text' },
  abandoned: { tone: 'quiet', title: 'popup.abandoned.title', text: 'popup.abandoned.text' },
  returned: { tone: 'ok', title: 'popup.returned.title', text: 'popup.returned.text' },
  unpaid: { tone: 'warn', title: 'popup.unpaid.title', text: 'popup.unpaid.text' },
};

/** After this time in ms a button offers the provider's page. */
const timeoutMs = 8000;

/** The content of the popup's page (§2 `/form`): on the way to the provider, or back from it. */
export function PopupPageStatus(props: PopupPageStatusProps) {
  const { returned = null, pageCode = null, isNative = false } = props;
  const text = useText();
  const { stage, retry } = useStage({ returned, pageCode, isNative });
  const redirect = 'redirect' in stage ? stage.redirect : null;
  const isStuck = useIsStuck(stage);
  const { tone, title, text: words } = stages[stage.kind];
  const isOver = stage.kind === 'returned' || stage.kind === 'unpaid';
  return (
    <Screen
      layout="centered"
      isBusy={tone === 'busy'}
      footer={
        isStuck && redirect !== null ? (
          <Button look="ghost" onClick={() => openProviderPage(redirect, document)}>
            {text('popup.openByHand')}
          </Button>
        ) : stage.kind === 'unreachable' ? (
          <Button onClick={retry}>{text('error.retry')}</Button>
        ) : isOver && isNative ? (
          // The page's base is the brand's: the cashier starts again, and offers the unfinished
          // deposit.
          <ButtonLink href="deposit">{text('popup.back')}</ButtonLink>
        ) : stage.kind === 'abandoned' ? (
          <Button onClick={() => window.close()}>{text('close')}</Button>
        ) : undefined
      }
    >
      <div role="status">
        <StatusPanel tone={tone} title={text(title)}>
          <StatusText>
            {stage.kind === 'returned' && isNative
              ? text('popup.returnedInApp.text')
              : text(words, { host: hostOf(redirect) })}
          </StatusText>
          {returned?.reference != null && (
            <p className={styles.reference}>
              {text('reference.label')}{' '}
              <bdi dir="ltr" className={styles.value}>
                {returned.reference}
              </bdi>
            </p>
          )}
        </StatusPanel>
      </div>
    </Screen>
  );
}

function hostOf(redirect: ExternalRedirect | null): string {
  return redirect === null ? '' : new URL(redirect.url).host;
}

function useStage({ returned, pageCode, isNative }: Required<PopupPageStatusProps>) {
  const isReturned = returned !== null;
  const [stage, setStage] = useState<Stage>(() => {
    if (returned === null) return { kind: pageCode === null ? 'waiting' : 'asking' };
    return { kind: returned.isUnpaid ? 'unpaid' : 'returned' };
  });

  useEffect(() => {
    if (isReturned) {
      // A browser closes only a window that a script has opened; otherwise the text stays.
      if (!isNative) {
        tellReturn(window);
        window.close();
      }
      return;
    }
    if (pageCode !== null) return;
    return receiveRedirect(window, {
      onRedirect: (redirect) => setStage(open(redirect)),
      onAbandoned: () => setStage({ kind: 'abandoned' }),
    });
  }, [isReturned, isNative, pageCode]);

  const isAsking = stage.kind === 'asking';
  useEffect(() => {
    if (!isAsking || pageCode === null) return;
    let isLeft = false;
    void fetchRedirect(pageCode).then((found) => {
      if (!isLeft) setStage(typeof found === 'string' ? { kind: found } : open(found));
    });
    return () => {
      isLeft = true;
    };
  }, [isAsking, pageCode]);

  // The page's policy lists the hosts that a form may be posted to. The browser refuses others
  // silently.
  useEffect(() => {
    const handleRefusal = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'form-action') return;
      setStage((now) => ('redirect' in now ? { ...now, kind: 'failed' } : now));
    };
    document.addEventListener('securitypolicyviolation', handleRefusal);
    return () => document.removeEventListener('securitypolicyviolation', handleRefusal);
  }, []);

  return { stage, retry: () => setStage({ kind: 'asking' }) };
}

/** Tells the cashier that the provider has returned the player, where this window still knows it. */
function tellReturn({ opener, location }: Window): void {
  const message: PopupMessage = { kind: 'kassa.popup.returned' };
  (opener as Window | null)?.postMessage(message, location.origin);
}

function open(redirect: ExternalRedirect): Stage {
  openProviderPage(redirect, document);
  return { kind: 'opening', redirect };
}

/** Returns whether the provider's page takes too long. */
function useIsStuck({ kind }: Stage): boolean {
  const [isStuck, setIsStuck] = useState(false);
  useEffect(() => {
    if (kind !== 'opening') return setIsStuck(false);
    const timer = setTimeout(() => setIsStuck(true), timeoutMs);
    return () => clearTimeout(timer);
  }, [kind]);
  return isStuck;
}
