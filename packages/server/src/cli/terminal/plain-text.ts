/**
 * Texts come from players, providers and their files too: what would steer the terminal becomes a
 * blank, and so do marks that turn the direction of writing.
 */
export function plainText(text: string): string {
  return text.replaceAll(steering, ' ');
}

const steering = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** The same for a text of several lines. */
export function plainLines(text: string): string {
  return text.split('\n').map(plainText).join('\n');
}

/** JSON that says the same, with all of these spelled out: `\\u009b`. */
export function plainJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  const spell = (mark: string) =>
    mark === '\n' ? mark : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll(steering, spell);
}
