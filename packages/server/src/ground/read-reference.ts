import { base32, forgive, gap } from './base32.ts';

/** What a reference names: a deposit, withdrawal, correction, file of payouts or request. */
export type ReferenceKind = 'KS' | 'KW' | 'KC' | 'PB' | 'KR';

/** A pattern of ten characters with anything between them that people put there. */
const spaced = (kind: ReferenceKind) =>
  [...kind, ...Array.from({ length: 8 }, () => `([${base32}])`)].join(gap);

const kinds: readonly ReferenceKind[] = ['KS', 'KW', 'KC', 'PB', 'KR'];

const whole = kinds.map((kind) => ({
  kind,
  pattern: new RegExp(`^${gap}${spaced(kind)}${gap}$`, 'u'),
}));

/** Any part of a text, also one that overlaps the next part or stands within a word. */
const parts = new Map(kinds.map((kind) => [kind, new RegExp(`(?=${spaced(kind)})`, 'gu')]));

/** `КС` on a Cyrillic keyboard: the second letter looks like a C, and sounds like an S. */
const sounded = `([Кк]${gap})[Сс]`;
const soundedFirst = new RegExp(`^(${gap})${sounded}`, 'u');
const soundedAnywhere = new RegExp(sounded, 'gu');

const toReference = (kind: ReferenceKind, letters: readonly string[]) =>
  `${kind}-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;

/**
 * Returns a reference that a person typed in Kassa's form, `KS-7Q2M-41XK`: with other spaces and
 * dashes, with characters that look like those of base 32 (`forgive`), or with the Cyrillic `КС`. Any
 * other text is returned in capitals.
 */
export function readReference(typed: string): string {
  const text = forgive(typed.replace(soundedFirst, '$1$2S'));
  for (const { kind, pattern } of whole) {
    const [, ...letters] = pattern.exec(text) ?? [];
    if (letters.length > 0) return toReference(kind, letters);
  }
  return typed.trim().toUpperCase();
}

/**
 * Returns every reference that a part of a text may spell, as {@link readReference} reads it, with
 * words glued on before or behind. Ordinary words spell references, too (`THANKS FROM JOHN` spells
 * `KS-FR0M-J0HN`): only one that is known is meant.
 */
export function spellReferences(text: string, kind: ReferenceKind): string[] {
  const texts = kind === 'KS' ? [text, text.replace(soundedAnywhere, '$1S')] : [text];
  const found = texts.flatMap((it) => [...forgive(it).matchAll(parts.get(kind) ?? /$^/g)]);
  return [...new Set(found.map(([, ...letters]) => toReference(kind, letters)))];
}
