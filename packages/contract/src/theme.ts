import * as z from 'zod/mini';

export const themeSchema = z.enum(['light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

/** The design tokens that a host may set; each is the widget's custom property `--k-<name>`. */
export const themeTokenNames = [
  'accent',
  'accent-strong',
  'on-accent',
  'bg',
  'surface',
  'raised',
  'text',
  'muted',
  'line',
  'control',
  'field',
  'radius',
  'radius-s',
  'font',
] as const;

/** Colours, lengths and font names; nothing that loads or computes. */
const themeTokenValue = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(
      /^(#[\da-f]{3,8}|(rgb|hsl|oklch|oklab)a?\([\d\s.,%/a-z-]+\)|[\d.]+(px|rem|em)|[\w\s,"'-]+)$/i,
      'must be a colour, a length or a list of font names',
    ),
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
