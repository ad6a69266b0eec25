import type { CaptchaSettings } from '../../brands/captcha-settings.ts';

/** What a page's Content-Security-Policy allows besides, by its directive. */
export type PageSources = Readonly<Record<string, readonly string[]>>;

interface Provider {
  /** Hosts that serve the provider's script; a script from anywhere else stands alone. */
  scriptHosts: readonly string[];
  sources: PageSources;
}

/**
 * Providers build their parts with `style` attributes. Those alone: no style element, no script.
 * Browsers without the directive (Firefox before 108) hold `style-src` against them: such a part
 * works and looks plain.
 */
const styleAttributes = { 'style-src-attr': ["'unsafe-inline'"] };

const geetestStatic = ['https://static.geetest.com', 'https://static.geevisit.com'];
const geetestApi = ['https://gcaptcha4.geetest.com', 'https://gcaptcha4.geevisit.com'];

/** The two hosts of each sort that Geetest's own script falls back between; its API answers as JSONP. */
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

/** As Google's questions and answers on reCAPTCHA have it, and the calls that its script makes. */
const recaptcha: Provider = {
  scriptHosts: ['www.google.com'],
  sources: {
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    'connect-src': ['https://www.google.com/recaptcha/'],
    ...styleAttributes,
  },
};

/** The same where google.com can't be reached. */
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
 * What the page must be allowed for a brand's captcha, and nothing besides: ALTCHA works in a worker
 * of ours; a provider's parts come from its known hosts, or all from the one that serves the script.
 */
export function listPageSources(config: CaptchaSettings): PageSources {
  if (config.kind === 'altcha') return { 'worker-src': ["'self'"] };
  const { host, origin } = new URL(config.scriptUrl);
  const known = providers.find(({ scriptHosts }) => scriptHosts.includes(host));
  if (known !== undefined) return known.sources;
  const directives = ['script-src', 'style-src', 'img-src', 'frame-src', 'connect-src'];
  return Object.fromEntries(directives.map((directive) => [directive, [origin]]));
}
