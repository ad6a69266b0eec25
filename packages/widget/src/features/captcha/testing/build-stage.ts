import type { CaptchaStage } from '../captcha-stage.ts';

/** A captcha's part of a page, which nobody leaves. */
export function buildStage(over: Partial<CaptchaStage> = {}): CaptchaStage {
  const place = document.body.appendChild(document.createElement('div'));
  const { signal } = new AbortController();
  return { place, locale: 'en', isDark: false, signal, onTurn: () => {}, ...over };
}
