/** HTML that is escaped already. */
export interface Markup {
  readonly markup: string;
}

/** Builds HTML and escapes every plain string in it. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  const filled = values.map((value, index) => `${encode(value)}${parts[index + 1]}`);
  return { markup: `${parts[0]}${filled.join('')}` };
}

function encode(value: string | Markup | readonly Markup[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
  return 'markup' in value ? value.markup : value.map((part) => part.markup).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
