import type { CaptchaSettings } from '../../brands/captcha-settings.ts';

/** Additional sources in a page's Content-Security-Policy, by directive. */
export type PageSources = Readonly<Record<string, readonly string[]>>;

interface Provider {
  /** Hosts of the provider's script; for a script from another host, only that host is allowed. */
  scriptHosts: readonly string[];
  sources: PageSources;
}

/**
 * Providers' widgets use `style` attributes. Only those are allowed: no style element, no script.
 * Browsers without this directive (Firefox before 108) apply `style-src` to them: the widget works
 * there, without styles.
 */
const styleAttributes = { 'style-src-attr': ["'unsafe-inline'"] };

const geetestStatic = ['https://static.geetest.com', 'https://static.geevisit.com'];
const geetestApi = ['https://gcaptcha4.geetest.com', 'https://gcaptcha4.geevisit.com'];

/** Geetest's script falls back between two hosts of each kind; its API responds with JSONP. */
const geetest: Provider = {
  scriptHosts: ['static.geetest.com', 'static.geevisit.com'],
  sources: {
    'script-src': [...geetestStatic, ...geetestApi],
    'style-src': geetestStatic,
    'img-src': geetestStatic,
    'font-src': geetestStatic,
    'connect-src': geetestApi,
    ...styleAttributes,
  },
};

/** By Google's FAQ on reCAPTCHA, and the requests of its script. */
const recaptcha: Provider = {
  scriptHosts: ['www.google.com'],
  sources: {
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    'connect-src': ['https://www.google.com/recaptcha/'],
    ...styleAttributes,
  },
};

/** The same for countries where google.com can't be reached. */
const recaptchaNet: Provider = {
  scriptHosts: ['www.recaptcha.net'],
  sources: {
    'script-src': [
      'https://www.recaptcha.net/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://www.gstatic.cn/recaptcha/',
    ],
    'frame-src': ['https://www.recaptcha.net/recaptcha/'],
    'connect-src': ['https://www.recaptcha.net/recaptcha/'],
    ...styleAttributes,
  },
};

const providers = [geetest, recaptcha, recaptchaNet];

/**
 * Lists the sources that a brand's captcha needs in the page, and no others: ALTCHA runs in a
 * worker of Kassa; a provider's parts come from its known hosts, or all from the host of the
 * script.
 */
export function listPageSources(config: CaptchaSettings): PageSources {
  if (config.kind === 'altcha') return { 'worker-src': ["'self'"] };
  const { host, origin } = new URL(config.scriptUrl);
  const known = providers.find(({ scriptHosts }) => scriptHosts.includes(host));
  if (known !== undefined) return known.sources;
  const directives = ['script-src', 'style-src', 'img-src', 'frame-src', 'connect-src'];
  return Object.fromEntries(directives.map((directive) => [directive, [origin]]));
}
