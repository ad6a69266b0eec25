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

/** In characters. */
export const longestThemeToken = 100;

/** Colours, lengths and font names; nothing that loads or computes. */
export const themeTokenPattern =
  /^(#[\da-f]{3,8}|(rgb|hsl|oklch|oklab)a?\([\d\s.,%/a-z-]+\)|[\d.]+(px|rem|em)|[\w\s,"'-]+)$/i;

/** Returns whether a value is one that a host may set, without a schema library. */
export function isThemeToken(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= longestThemeToken && themeTokenPattern.test(value)
  );
}
