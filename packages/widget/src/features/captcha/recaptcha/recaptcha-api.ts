/** The part of reCAPTCHA's script that is used (documentation of v2, of v2 invisible and of v3). */
export interface RecaptchaApi {
  /** Calls back once the rest of the script is loaded. */
  ready(act: () => void): void;
  /** Returns the id of the rendered widget. */
  render(place: HTMLElement, options: RecaptchaOptions): number;
  execute(id: number, options?: { action: string }): PromiseLike<unknown> | undefined;
  reset(id: number): void;
}

export interface RecaptchaOptions {
  sitekey: string;
  size: 'normal' | 'compact' | 'invisible';
  /** For the invisible kinds: shows the badge in `place`, not over our button. */
  badge?: 'inline';
  theme?: 'light' | 'dark';
  callback?(token: string): void;
  'expired-callback'?(): void;
  'error-callback'?(): void;
}

declare global {
  interface Window {
    grecaptcha?: RecaptchaApi;
  }
}

/** Returns the address of the script that renders only on demand. */
export function recaptchaAddress(scriptUrl: string, locale: string): string {
  const address = new URL(scriptUrl);
  address.searchParams.set('render', 'explicit');
  address.searchParams.set('hl', locale);
  return address.href;
}
