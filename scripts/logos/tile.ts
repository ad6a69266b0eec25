/** The side of a logo. */
export const tileSize = 48;

/**
 * Lays a drawing on a tile with rounded corners. A tile that a white or a dark page would swallow
 * has a hairline.
 */
export function wrapTile(
  { title, color }: { title: string; color: string },
  drawing: string,
): string {
  const name = title.replace(/[<>&]/g, ' ').replace(/\s+/g, ' ').trim();
  const edge = edgeOf(color);
  const tile =
    edge === null
      ? `<rect width="48" height="48" rx="12" fill="${color}"/>`
      : `<rect x=".5" y=".5" width="47" height="47" rx="11.5" fill="${color}" stroke="${edge}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><title>${name}</title>${tile}${drawing}</svg>\n`;
}

function edgeOf(color: string): string | null {
  const luminance = luminanceOf(color);
  if (luminance > 0.9) return '#dfe1e5';
  return luminance < 0.02 ? '#3b4048' : null;
}

/**
 * Returns white if its contrast on the colour is at least 3:1 (WCAG 1.4.11), as brands do; else
 * near-black.
 */
export function inkOn(color: string): string {
  return 1.05 / (luminanceOf(color) + 0.05) >= 3 ? '#fff' : '#111827';
}

/** Returns the relative luminance, 0 to 1, as defined by WCAG. */
function luminanceOf(color: string): number {
  const digits = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  if (digits === undefined) throw new Error(`"${color}" is not a colour such as #1A2B3C`);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((index) => {
    const part = Number.parseInt(digits.slice(index, index + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Rounds a number for a drawing. */
export function round(value: number, decimals = 2): string {
  return String(Number(value.toFixed(decimals)));
}
