import { expect, it } from 'vitest';
import { tokenPresets } from '../choices.ts';
import { readThemeTokens } from './theme-token-text.ts';

it('parses tokens in the syntax of a style sheet', () => {
  expect(readThemeTokens(' accent:#0a7d5c ;; font: Georgia, "Noto Serif" ; ')).toEqual({
    kind: 'tokens',
    tokens: { accent: '#0a7d5c', font: 'Georgia, "Noto Serif"' },
  });
  expect(readThemeTokens('')).toEqual({ kind: 'tokens', tokens: {} });
});

it.each(Object.values(tokenPresets))('parses the preset "%s"', (text) => {
  expect(readThemeTokens(text).kind).toBe('tokens');
});

it.each([
  ['glow: red', 'glow: no such theme token'],
  ['accent', 'accent: must be a colour'],
  ['accent: url(//evil.example)', 'accent: must be a colour'],
])('reports the problem of "%s"', (text, words) => {
  expect(readThemeTokens(text)).toEqual({ kind: 'wrong', words: expect.stringContaining(words) });
});
