import type { CaptchaSolution } from '@kassa/contract';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { type Session, useSession } from '../../session/session.ts';
import { readForceLogging } from '../../storage/stored-settings.ts';
import { CaptchaError } from './captcha-error.ts';
import type { CaptchaStage } from './captcha-stage.ts';
import { CaptchaStatus } from './captcha-status.tsx';
import type { CaptchaView } from './captcha-view.ts';
import { solveCaptcha } from './solve-captcha.ts';

/** The captcha of a form whose method asks for one. */
export interface Captcha {
  /**
   * Has the player, or their device, solve the brand's captcha, a fresh one each time. Rejects with
   * a CaptchaError, a TransportError where the server can't be asked, or the signal's reason.
   */
  solve(signal: AbortSignal): Promise<CaptchaSolution>;
  /** What the player sees of it, above the button: nothing until it is asked for. */
  element: ReactNode;
}

interface CaptchaOptions {
  /** Has a failure shown here, with this for another try. Else the form says it, and its button tries again. */
  onRetry?: () => void;
}

/** The brand's captcha (§4): which kind it is the server says, each time it is asked for. */
export function useCaptcha({ onRetry }: CaptchaOptions = {}): Captcha {
  const session = useSession();
  const [view, setView] = useState<CaptchaView>({ kind: 'idle' });
  const place = useRef<HTMLDivElement>(null);
  /** The run that the view shows: one that was left must not write over the next one's. */
  const latest = useRef<AbortSignal | null>(null);

  const solve = useCallback(
    async (signal: AbortSignal): Promise<CaptchaSolution> => {
      latest.current = signal;
      const show = (next: CaptchaView) => {
        if (latest.current === signal) setView(next);
      };
      show({ kind: 'checking' });
      const stage: CaptchaStage = {
        place: place.current ?? document.body.appendChild(document.createElement('div')),
        locale: session.locale.tag,
        isDark: document.documentElement.dataset.theme === 'dark',
        signal,
        onTurn: (cancel) => show({ kind: 'asking', cancel }),
      };
      try {
        const solution = await solveCaptcha(session, stage);
        show({ kind: 'solved' });
        return solution;
      } catch (error) {
        show(describe(error));
        if (error instanceof CaptchaError) report(session, error);
        throw error;
      }
    },
    [session],
  );

  return { solve, element: <CaptchaStatus view={view} place={place} onRetry={onRetry} /> };
}

/** What isn't the captcha's own failure, whoever asked for it shows. */
function describe(error: unknown): CaptchaView {
  return error instanceof CaptchaError ? { kind: 'failed', why: error.kind } : { kind: 'idle' };
}

/** Tells the host, and whoever develops. A player who closed it has changed their mind: no failure. */
function report({ bridge }: Session, { kind, message }: CaptchaError): void {
  if (kind === 'closed') return;
  bridge.send({ messageType: 'Metric', payload: { name: 'Captcha.ERROR', value: message } });
  if (import.meta.env.DEV || readForceLogging()) console.error('Captcha.ERROR', kind, message);
}
