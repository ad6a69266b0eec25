/**
 * Returns the skeleton of the page, in which this function runs: what axe's rules about anything
 * but colours depend on. Two pages with the same skeleton have the same violations.
 *
 * It has every element with every attribute, the state of inputs, and what has no size or scrolls.
 * It leaves out:
 * - which letters a text has. No rule reads them, but for a control that has both a visible text
 *   and a name: these two stand in the skeleton. Of other texts it has whether they are empty and
 *   which ones are equal, as landmarks must not have the same name;
 * - the letters of ids: it has which ones are equal;
 * - where links, pictures and times lead, and the shapes of drawings.
 *
 * The attributes of the root, its language among them, stand apart: no rule reads them together
 * with anything else. The theme and lengths for the styles are not among them.
 */
export function describeSkeleton(): { root: string; rest: string } {
  const texts = new Map<string, number>();
  const ids = new Map<string, number>();
  const numberOf = (known: Map<string, number>, key: string) => {
    if (!known.has(key)) known.set(key, known.size);
    return known.get(key);
  };
  const describeText = (text: string) => {
    const plain = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
    if (plain === '') return '';
    const kind = /[\p{L}\p{N}]/u.test(plain) ? 'text' : 'signs';
    return `${kind}${plain.length === 1 ? 1 : ''} ${numberOf(texts, plain)}`;
  };
  const ofText = /^(aria-(label|valuetext|description)|alt|title|placeholder|value|content)$/;
  const ofIds =
    /^(id|for|name|form|list|headers|aria-(labelledby|describedby|controls|owns|details|errormessage|activedescendant))$/;
  const ofPlaces = /^(src|srcset|poster|datetime)$/;
  const describeAttribute = (name: string, value: string) => {
    if (ofText.test(name)) return describeText(value);
    if (ofIds.test(name)) return value.split(/\s+/).map((id) => numberOf(ids, id));
    if (ofPlaces.test(name)) return value !== '';
    if (name === 'href') return /^#?/.exec(value)?.[0] + (value.length > 1 ? '…' : '');
    return value;
  };
  const lines: unknown[] = [];
  const describeName = (element: Element) => {
    const by = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const name = by.map((id) => document.getElementById(id)?.textContent).join(' ');
    const label = element.getAttribute('aria-label') ?? '';
    if ((name || label) && element.matches('a, button, summary, input, [role]')) {
      lines.push(name, label, element.textContent);
    }
  };
  const describe = (element: Element) => {
    if (/^(script|style)$/i.test(element.nodeName)) return;
    lines.push(`<${element.nodeName}`, element === document.activeElement);
    if (element !== document.documentElement) {
      const sorted = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
      for (const { name, value } of sorted) lines.push(name, describeAttribute(name, value));
    }
    if (element instanceof HTMLInputElement) lines.push(element.checked, element.indeterminate);
    if ('value' in element) lines.push(describeText(String(element.value)));
    describeName(element);
    // A scrolling element must be reachable by keys; axe ignores less than 14 px.
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    lines.push(scrollWidth > clientWidth + 13, scrollHeight > clientHeight + 13);
    lines.push(element.getClientRects().length);
    const isDrawing = element.nodeName === 'svg' && !element.querySelector('title, desc, text');
    for (const child of isDrawing ? [] : element.childNodes) {
      if (child instanceof Element) describe(child);
      else if (child instanceof Text && child.data.trim() !== '') {
        lines.push(`#${describeText(child.data)}`);
      }
    }
    lines.push('>');
  };
  const root: unknown[] = [];
  for (const { name, value } of document.documentElement.attributes) {
    if (name === 'style') root.push(value.replaceAll(/--[\w-]+:[^;]*;?/g, ''));
    else if (name !== 'data-theme') root.push(name, value);
  }
  describe(document.documentElement);
  return { root: root.join('\n'), rest: lines.join('\n') };
}
