/** What of Geetest v4's script is used ("Web API" of its documentation). */
export type GeetestApi = (
  options: GeetestOptions,
  onMade: (captcha: GeetestCaptcha) => void,
) => void;

interface GeetestOptions {
  captchaId: string;
  /** `bind`: nothing stands in the page, a layer opens when it is told to. */
  product: 'bind';
  language: string;
  protocol: 'https://';
  /** Of one request of its own. */
  timeout: number;
  onError(error: unknown): void;
}

export interface GeetestCaptcha {
  onReady(listener: () => void): unknown;
  onSuccess(listener: () => void): unknown;
  onError(listener: (error: unknown) => void): unknown;
  onClose(listener: () => void): unknown;
  showCaptcha(): unknown;
  /** False before it is solved. */
  getValidate(): unknown;
  destroy?(): void;
}

declare global {
  interface Window {
    initGeetest4?: GeetestApi;
  }
}

/** Its names for the languages that it has; any other player reads English. */
const languages: Readonly<Record<string, string>> = {
  ar: 'ara',
  de: 'deu',
  es: 'spa',
  fr: 'fra',
  id: 'ind',
  ja: 'jpn',
  ko: 'kor',
  pt: 'por',
  ru: 'rus',
  zh: 'zho',
};

/** Geetest's name for a player's language. */
export function geetestLanguage(locale: string): string {
  return languages[new Intl.Locale(locale).language] ?? 'eng';
}
