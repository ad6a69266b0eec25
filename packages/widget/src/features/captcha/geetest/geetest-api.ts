/** The part of Geetest v4's script that is used ("Web API" of its documentation). */
export type GeetestApi = (
  options: GeetestOptions,
  onMade: (captcha: GeetestCaptcha) => void,
) => void;

interface GeetestOptions {
  captchaId: string;
  /** `bind`: no element in the page; a layer opens on demand. */
  product: 'bind';
  language: string;
  protocol: 'https://';
  /** The timeout of each of Geetest's own requests, in ms. */
  timeout: number;
  onError(error: unknown): void;
}

export interface GeetestCaptcha {
  onReady(listener: () => void): unknown;
  onSuccess(listener: () => void): unknown;
  onError(listener: (error: unknown) => void): unknown;
  onClose(listener: () => void): unknown;
  showCaptcha(): unknown;
  /** Returns false until the captcha is solved. */
  getValidate(): unknown;
  destroy?(): void;
}

declare global {
  interface Window {
    initGeetest4?: GeetestApi;
  }
}

/** Geetest's names of its languages. Players of any other language see English. */
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

/** Returns Geetest's name of a player's language. */
export function geetestLanguage(locale: string): string {
  return languages[new Intl.Locale(locale).language] ?? 'eng';
}
