import { type ThemeTokens, themeTokenNames, themeTokensSchema } from '@kassa/contract';

/** The result of parsing theme tokens: the tokens, or the problem in words. */
export type ReadTokens = { kind: 'tokens'; tokens: ThemeTokens } | { kind: 'wrong'; words: string };

/** Parses `accent: #0a7d5c; radius: 4px`, the syntax of a style sheet. */
export function readThemeTokens(text: string): ReadTokens {
  const known: readonly string[] = themeTokenNames;
  const parts = text.split(';').filter((part) => part.trim() !== '');
  const entries = parts.map((part) => {
    const [name = '', ...value] = part.split(':');
    return [name.trim(), value.join(':').trim()] as const;
  });
  const unknown = entries.find(([name]) => !known.includes(name));
  if (unknown !== undefined) return { kind: 'wrong', words: `${unknown[0]}: no such theme token` };
  const parsed = themeTokensSchema.safeParse(Object.fromEntries(entries));
  if (parsed.success) return { kind: 'tokens', tokens: parsed.data };
  const words = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { kind: 'wrong', words: words.join('; ') };
}
