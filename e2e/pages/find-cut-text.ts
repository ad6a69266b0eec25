/**
 * Runs in the page: returns the texts that are cut off, lie over another text or make the page
 * scroll sideways.
 */
export function findCutText(): string[] {
  const toleratedPx = 2;
  const visibly = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  const problems: string[] = [];
  const page = document.scrollingElement ?? document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1) {
    problems.push(`the page is ${page.scrollWidth} px wide in ${page.clientWidth} px`);
  }
  const shown: { text: string; rect: DOMRect; layer: Element; element: Element }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const element = node.parentElement;
    if (text === '' || element === null || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue;
      const cutter = findCutter(element, rect);
      if (cutter !== null) problems.push(`"${text}" is cut by ${describe(cutter)}`);
      else shown.push({ text, rect, layer: layerOf(element), element });
    }
  }
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      if (one.layer === other.layer && one.element !== other.element && areOver(one, other)) {
        problems.push(`"${one.text}" lies over "${other.text}"`);
      }
    }
  }
  return [...new Set(problems)];

  /** Whether an element is meant for the eye: the texts for screen readers are 1 px wide. */
  function isSeen(element: Element): boolean {
    if (!element.checkVisibility(visibly)) return false;
    for (let box: Element | null = element; box !== null; box = box.parentElement) {
      const { clipPath, position } = getComputedStyle(box);
      if (clipPath !== 'none' && position === 'absolute') return false;
      if (box.getAttribute('aria-hidden') === 'true' || box instanceof SVGElement) return false;
    }
    return !element.matches('script, style, option, textarea');
  }

  /** Returns the box that hides a part of a text without a way to scroll to it. */
  function findCutter(element: Element, rect: DOMRect): Element | null {
    for (let box: Element | null = element; box !== null; box = box.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(box);
      if (display === 'inline' || box === document.body || box === document.documentElement)
        continue;
      const edge = box.getBoundingClientRect();
      if (overflowX === 'auto' || overflowX === 'scroll') return null;
      const isWide = rect.left < edge.left - toleratedPx || rect.right > edge.right + toleratedPx;
      const isHigh = rect.top < edge.top - toleratedPx || rect.bottom > edge.bottom + toleratedPx;
      if (isWide && overflowX !== 'visible') return box;
      if (overflowY === 'auto' || overflowY === 'scroll') return null;
      if (isHigh && overflowY !== 'visible') return box;
    }
    return null;
  }

  function layerOf(element: Element): Element {
    let box = element;
    while (box !== document.body && box.parentElement !== null) {
      if (getComputedStyle(box).position !== 'static') return box;
      box = box.parentElement;
    }
    return box;
  }

  function areOver({ rect: one }: { rect: DOMRect }, { rect: other }: { rect: DOMRect }): boolean {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    // The lines' boxes are higher than their letters.
    return width > toleratedPx && height > Math.min(one.height, other.height) / 3;
  }

  function describe(box: Element): string {
    return `<${box.tagName.toLowerCase()} class="${box.className}">`;
  }
}
