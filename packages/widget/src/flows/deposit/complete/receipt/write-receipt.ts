import type { DescribedReceipt } from './describe-receipt.ts';

interface Document {
  /** The compact JWS; null if the brand signs no receipts. */
  signed: string | null;
  language: string;
  direction: 'ltr' | 'rtl';
}

/** Writes a receipt as a page that stands alone: it loads nothing and runs nothing. */
export function writeReceiptPage(
  { title, brand, facts, timeline, notes }: DescribedReceipt,
  { signed, language, direction }: Document,
): string {
  const rows = facts.map(([name, value]) => `<dt>${escapeText(name)}</dt><dd>${bdi(value)}</dd>`);
  const times = timeline.map(
    ({ name, value, at }) =>
      `<dt>${escapeText(name)}</dt><dd><time datetime="${escapeText(at)}">${bdi(value)}</time></dd>`,
  );
  return `<!doctype html>
<html lang="${escapeText(language)}" dir="${direction}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escapeText(`${title} – ${brand}`)}</title>
<style>${style}</style>
<main>
<p>${escapeText(brand)}</p>
<h1>${escapeText(title)}</h1>
<dl>${rows.join('\n')}</dl>
<dl>${times.join('\n')}</dl>
${notes.map((note) => `<p>${escapeText(note)}</p>`).join('\n')}
${signed === null ? '' : `<p class="signature" dir="ltr">\n${signed}\n</p>`}
</main>
</html>
`;
}

/** Writes the same receipt as plain text, for a share sheet or the clipboard. */
export function writeReceiptText(
  { title, brand, facts, timeline, notes }: DescribedReceipt,
  signed: string | null,
): string {
  return [
    `${title} – ${brand}`,
    '',
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...timeline.map(({ name, value }) => `${name}: ${value}`),
    '',
    ...notes,
    ...(signed === null ? [] : [signed]),
  ].join('\n');
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-inline-size: 34rem; margin: 2rem auto; padding-inline: 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1.5rem; margin-block: 1.5rem; }
dt { opacity: .75; }
dd { margin: 0; font-weight: 600; text-align: end; overflow-wrap: anywhere; }
.signature { font: .75rem/1.5 monospace; overflow-wrap: anywhere; }
`;

const bdi = (text: string) => `<bdi>${escapeText(text)}</bdi>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (found) => entities[found] ?? found);
}
