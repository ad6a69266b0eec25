/** What of reCAPTCHA's script is used (its documentation of v2, of the invisible kind and of v3). */
export interface RecaptchaApi {
  /** Calls back once the rest is there. */
  ready(act: () => void): void;
  /** Gives the id of what was rendered. */
  render(place: HTMLElement, options: RecaptchaOptions): number;
  execute(id: number, options?: { action: string }): PromiseLike<unknown> | undefined;
  reset(id: number): void;
}

export interface RecaptchaOptions {
  sitekey: string;
  size: 'normal' | 'compact' | 'invisible';
  /** Of the invisible kinds: in its place, not over our button. */
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

/** The address of the script that renders what it is told to and nothing by itself. */
export function recaptchaAddress(scriptUrl: string, locale: string): string {
  const address = new URL(scriptUrl);
  address.searchParams.set('render', 'explicit');
  address.searchParams.set('hl', locale);
  return address.href;
}
