import { hostDataSchema, themeTokenNames } from '@kassa/contract';
import { expect, it } from 'vitest';
import { checkOptions } from './check-options.ts';

const right = { url: 'https://pay.example.com/kassa/', token: 'secret' };
const values = [null, true, 7, 'text', [], {}, () => {}];

/** Returns the error's message, or null if the options are valid. */
function refusal(option: object): string | null {
  try {
    checkOptions({ ...right, ...option });
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return String(error);
  }
}

it.each(Object.keys(hostDataSchema.shape))('validates %s like the schema', (name) => {
  const field = hostDataSchema.shape[name as keyof typeof hostDataSchema.shape];
  for (const value of [undefined, ...values]) {
    // The token has no default here.
    const expected = field.safeParse(value).success && !(name === 'token' && value === undefined);
    expect(refusal({ [name]: value }) === null, `${name}: ${String(value)}`).toBe(expected);
  }
});

it.each(['transport', 'platform', 'widgetViewType', 'theme'] as const)(
  'accepts each %s of the contract',
  (name) => {
    const { def } = hostDataSchema.shape[name]._zod;
    for (const word of def.innerType._zod.values) expect(refusal({ [name]: word })).toBeNull();
  },
);

it('accepts each theme token of the contract and no other', () => {
  const themeTokens = Object.fromEntries(themeTokenNames.map((name) => [name, '#fff']));
  expect(refusal({ themeTokens })).toBeNull();
  expect(refusal({ themeTokens: { glow: '#fff' } })).toContain('themeTokens.glow');
  expect(refusal({ themeTokens: { accent: 7 } })).toContain(
    'themeTokens.accent must be a string, but is 7',
  );
});

it.each([
  ['autoHeight', 'yes', 'autoHeight must be true or false, but is "yes"'],
  ['autoScroll', 0, 'autoScroll must be true or false, but is 0'],
  ['start', 'history', 'start must be "deposit" or "withdrawal", but is "history"'],
  ['start', 'history ', 'start must be "deposit" or "withdrawal"'],
  ['title', 7, 'title must be a string, but is 7'],
  ['refreshToken', 'token-2', 'refreshToken must be a function'],
  ['on', () => {}, 'on must be an object, but is [object Function]'],
  ['on', { onclose: () => {} }, 'an event must be one of widgetMessageTypes, but is "onclose"'],
  ['on', { onClose: null }, 'the listener of onClose must be a function, but is [object Null]'],
  ['theme', 'sepia', 'theme must be "light" or "dark", but is "sepia"'],
  ['token', Promise.resolve('secret'), 'token must be a string, but is [object Promise]'],
])('names %s and its expected type', (name, value, words) => {
  expect(refusal({ [name]: value })).toContain(words);
});

it('never shows a value that may be a token', () => {
  expect(refusal({ token: ['secret'] })).not.toContain('secret');
  expect(refusal({ token: { token: 'secret' } })).not.toContain('secret');
});

it('rejects options that are no object', () => {
  for (const options of [undefined, null, 'https://pay.example.com', []]) {
    expect(() => checkOptions(options)).toThrow(/options must be an object/);
  }
});
