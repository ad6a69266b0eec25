import * as z from 'zod/mini';
import { longestThemeToken, themeTokenNames, themeTokenPattern } from './theme-tokens.ts';

export const themeSchema = z.enum(['light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

const themeTokenValue = z
  .string()
  .check(
    z.maxLength(longestThemeToken),
    z.regex(themeTokenPattern, 'must be a colour, a length or a list of font names'),
  );

type ThemeTokenName = (typeof themeTokenNames)[number];

/** The tokens that this version knows; others are ignored. */
export const themeTokensSchema = z.object(
  Object.fromEntries(themeTokenNames.map((name) => [name, z.optional(themeTokenValue)])) as Record<
    ThemeTokenName,
    z.ZodMiniOptional<typeof themeTokenValue>
  >,
);
export type ThemeTokens = z.infer<typeof themeTokensSchema>;
