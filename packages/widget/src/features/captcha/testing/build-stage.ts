import type { CaptchaStage } from '../captcha-stage.ts';

/** A page's side of a captcha, without an abort. */
export function buildStage(over: Partial<CaptchaStage> = {}): CaptchaStage {
  const place = document.body.appendChild(document.createElement('div'));
  const { signal } = new AbortController();
  return { place, locale: 'en', isDark: false, signal, onTurn: () => {}, ...over };
}
