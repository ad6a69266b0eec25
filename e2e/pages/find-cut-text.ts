/** A line of a text that shows. */
interface ShownLine {
  text: string;
  rect: DOMRect;
  layer: Element;
  element: Element;
}

type Height = Pick<DOMRect, 'top' | 'bottom'>;

/**
 * Runs in the page: returns the texts that are cut off, lie over another text or make the page
 * scroll sideways, and the words that are broken although they are no codes.
 */
export function findCutText(): string[] {
  const toleratedPx = 2;
  const visibly = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  const problems: string[] = [];
  const page = document.scrollingElement ?? document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1) {
    problems.push(`the page is ${page.scrollWidth} px wide in ${page.clientWidth} px`);
  }
  const shown: ShownLine[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const element = node.parentElement;
    if (text === '' || element === null || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = range.getClientRects();
    if (new Set([...rects].map(({ top }) => top)).size > 1) reportBrokenWords(node, element);
    for (const rect of rects) {
      if (rect.width < 1) continue;
      const cutter = findCutter(element, rect);
      if (cutter === null) shown.push({ text, rect, layer: layerOf(element), element });
      else if (!leavesOut(cutter, rect)) problems.push(`"${text}" is cut by ${describe(cutter)}`);
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

  function reportBrokenWords(node: Node, element: Element): void {
    if (element.closest('bdi, [translate="no"]') || getComputedStyle(element).hyphens === 'auto')
      return;
    const range = document.createRange();
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
    for (const { segment, index, isWordLike } of words.segment(node.textContent ?? '')) {
      if (isWordLike !== true || segment.length < 2 || /[0-9]/.test(segment)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) problems.push(`"${segment}" is broken in "${node.textContent?.trim()}"`);
    }
  }

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
      const ink = overflowY === 'visible' ? rect : inkOf({ element, rect });
      if (overflowX === 'auto' || overflowX === 'scroll') return null;
      const isWide = rect.left < edge.left - toleratedPx || rect.right > edge.right + toleratedPx;
      const isHigh = ink.top < edge.top - toleratedPx || ink.bottom > edge.bottom + toleratedPx;
      if (isWide && overflowX !== 'visible') return box;
      if (overflowY === 'auto' || overflowY === 'scroll') return null;
      if (isHigh && overflowY !== 'visible') return box;
    }
    return null;
  }

  /** Returns where a line's letters reach: its box is higher, in Nastaliq by far. */
  function inkOf({ element, rect }: Pick<ShownLine, 'element' | 'rect'>): Height {
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) return rect;
    const { direction, font } = getComputedStyle(element);
    context.font = font;
    context.direction = direction === 'rtl' ? 'rtl' : 'ltr';
    const ink = context.measureText(element.textContent ?? '');
    const baseline = rect.top + ink.fontBoundingBoxAscent;
    return {
      top: baseline - ink.actualBoundingBoxAscent,
      bottom: baseline + ink.actualBoundingBoxDescent,
    };
  }

  /**
   * Whether a box is meant to leave a line out as a whole: after an ellipsis, or what wraps out of a
   * row's sight. A line that shows in part is cut.
   */
  function leavesOut(box: Element, rect: DOMRect): boolean {
    const { flexWrap, textOverflow, webkitLineClamp } = getComputedStyle(box);
    if (textOverflow === 'ellipsis') return true;
    const isMeant = webkitLineClamp !== 'none' || flexWrap === 'wrap';
    return isMeant && rect.top + rect.height / 2 > box.getBoundingClientRect().bottom;
  }

  function layerOf(element: Element): Element {
    let box = element;
    while (box !== document.body && box.parentElement !== null) {
      if (getComputedStyle(box).position !== 'static') return box;
      box = box.parentElement;
    }
    return box;
  }

  function areOver(one: ShownLine, other: ShownLine): boolean {
    const width =
      Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
    if (width <= toleratedPx) return false;
    // The lines' boxes are higher than their letters.
    return overlap(one.rect, other.rect) > 1 / 3 && overlap(inkOf(one), inkOf(other)) > 1 / 4;
  }

  /** Returns how much of the lower one of two lines lies over the other one. */
  function overlap(one: Height, other: Height): number {
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return height / Math.min(one.bottom - one.top, other.bottom - other.top);
  }

  function describe(box: Element): string {
    return `<${box.tagName.toLowerCase()} class="${box.className}">`;
  }
}
