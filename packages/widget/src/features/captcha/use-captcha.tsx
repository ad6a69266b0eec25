import type { CaptchaSolution } from '@kassa/contract';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { type Session, useSession } from '../../session/session.ts';
import { readForceLogging } from '../../storage/stored-settings.ts';
import { CaptchaError } from './captcha-error.ts';
import type { CaptchaStage } from './captcha-stage.ts';
import { CaptchaStatus } from './captcha-status.tsx';
import type { CaptchaView } from './captcha-view.ts';
import { solveCaptcha } from './solve-captcha.ts';

/** The captcha of a form whose method requires one. */
export interface Captcha {
  /**
   * Solves the brand's captcha, a new one each time.
   * @throws CaptchaError, a TransportError where the server can't be reached, or the signal's
   * reason
   */
  solve(signal: AbortSignal): Promise<CaptchaSolution>;
  /** The captcha's status above the button; empty before the captcha starts. */
  element: ReactNode;
}

interface CaptchaOptions {
  /**
   * Shows failures here, with this action as the retry. Otherwise the form shows them, and its
   * button tries again.
   */
  onRetry?: () => void;
}

/** Provides the brand's captcha (§4). The server says which kind it is, at each attempt. */
export function useCaptcha({ onRetry }: CaptchaOptions = {}): Captcha {
  const session = useSession();
  const [view, setView] = useState<CaptchaView>({ kind: 'idle' });
  const place = useRef<HTMLDivElement>(null);
  /** The run that the view shows. An abandoned run must not overwrite the next one's view. */
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

/** Failures other than the captcha's own are shown by the caller. */
function describe(error: unknown): CaptchaView {
  return error instanceof CaptchaError ? { kind: 'failed', why: error.kind } : { kind: 'idle' };
}

/**
 * Reports a failure to the host and, for developers, in the console. A captcha that the player
 * closed isn't reported.
 */
function report({ bridge }: Session, { kind, message }: CaptchaError): void {
  if (kind === 'closed') return;
  bridge.send({ messageType: 'Metric', payload: { name: 'Captcha.ERROR', value: message } });
  if (import.meta.env.DEV || readForceLogging()) console.error('Captcha.ERROR', kind, message);
}
