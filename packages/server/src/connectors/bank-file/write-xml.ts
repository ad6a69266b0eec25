/** An element to be written: with a text or with elements. */
export interface XmlNode {
  name: string;
  attributes?: Record<string, string>;
  content: string | readonly XmlNode[];
}

/** Writes an XML document in UTF-8. Names are the caller's own; texts are escaped. */
export function writeXml(root: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root, '')}`;
}

function writeNode({ name, attributes = {}, content }: XmlNode, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `${indent}<${name}${given.join('')}>`;
  if (typeof content === 'string') return `${start}${escapeXml(content)}</${name}>\n`;
  const inner = content.map((node) => writeNode(node, `${indent}  `)).join('');
  return `${start}\n${inner}${indent}</${name}>\n`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
