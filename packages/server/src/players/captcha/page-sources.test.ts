import { expect, test } from 'vitest';
import { captchaSettingsSchema } from '../../brands/captcha-settings.ts';
import { listPageSources } from './page-sources.ts';

const geetest = { kind: 'geetest', captchaId: 'id', captchaKey: 'a key of it' };
const recaptcha = { kind: 'recaptcha', v2: { siteKey: 'site', secret: 'a secret of it' } };

const list = (config: object) => listPageSources(captchaSettingsSchema.parse(config));

test('ALTCHA needs a worker of Kassa and no third party', () => {
  expect(list({ kind: 'altcha' })).toEqual({ 'worker-src': ["'self'"] });
});

test.each([
  ['geetest', geetest, /^https:\/\/(static|gcaptcha4)\.(geetest|geevisit)\.com$/],
  ['reCAPTCHA', recaptcha, /^https:\/\/(www|recaptcha)\.(google|gstatic)\.com\/recaptcha\/$/],
])(
  '%s may load from its known hosts, with inline styles in attributes only',
  (_, config, known) => {
    const { 'style-src-attr': styleAttributes, ...sources } = list(config);
    expect(styleAttributes).toEqual(["'unsafe-inline'"]);
    for (const source of Object.values(sources).flat()) expect(source).toMatch(known);
    expect(sources['script-src']?.length).toBeGreaterThan(1);
  },
);

test('reCAPTCHA from its other domain uses frames of that domain', () => {
  const scriptUrl = 'https://www.recaptcha.net/recaptcha/api.js';
  expect(list({ ...recaptcha, scriptUrl })['frame-src']).toEqual([
    'https://www.recaptcha.net/recaptcha/',
  ]);
});

test('a script from an unknown host adds only its own origin', () => {
  const sources = list({ ...geetest, scriptUrl: 'http://localhost:4200/v4/gt4.js' });
  expect(new Set(Object.values(sources).flat())).toEqual(new Set(['http://localhost:4200']));
  expect(Object.keys(sources)).toEqual(
    expect.arrayContaining(['script-src', 'frame-src', 'connect-src', 'style-src', 'img-src']),
  );
});
