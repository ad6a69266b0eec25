/** A text of the page: its element, and what the contrast depends on. */
export interface ColouredText {
  element: Element;
  colours: string;
  /** Nothing can be read there: axe gives no verdict. */
  isUnreadable: boolean;
}

/**
 * Lists the texts of the page, in which this function runs, with everything that axe's rules about
 * colours depend on: colour, size and weight of the text, and the backgrounds behind it. These are
 * those of its ancestors, and of other elements behind the middle of its first line (in sight), as
 * axe itself looks for them. Texts with the same colours have the same contrast.
 */
export function listTextColours(): ColouredText[] {
  const isPlain = (style: CSSStyleDeclaration) =>
    style.backgroundColor === 'rgba(0, 0, 0, 0)' && style.backgroundImage === 'none';
  const describeBackground = (style: CSSStyleDeclaration) =>
    [style.backgroundColor, style.backgroundImage, style.opacity, style.mixBlendMode].join(' ');
  const known = new Map<Element, string>();
  /** Describes the backgrounds of an element and its ancestors. */
  const describeAncestors = (element: Element): string => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const style = getComputedStyle(element);
    const above = element.parentElement === null ? '' : describeAncestors(element.parentElement);
    const isNothing = isPlain(style) && style.opacity === '1' && style.mixBlendMode === 'normal';
    const all = isNothing ? above : `${above} > ${describeBackground(style)}`;
    known.set(element, all);
    return all;
  };
  const boxOf = (element: Element): DOMRect | undefined => {
    if (element.matches('select, textarea, input')) return element.getBoundingClientRect();
    const text = [...element.childNodes].find((it) => it instanceof Text && it.data.trim() !== '');
    if (text === undefined) return undefined;
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getClientRects()[0];
  };
  const describe = (element: Element): ColouredText[] => {
    const box = boxOf(element);
    if (box === undefined) return [];
    const style = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const [x, y] = [Math.ceil(box.left + box.width / 2), Math.ceil(box.top + box.height / 2)];
    const isInSight = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    const stack = isInSight ? document.elementsFromPoint(x, y) : [element];
    const behind = stack
      .slice(stack.indexOf(element) + 1)
      .filter((it) => !it.contains(element) && !isPlain(getComputedStyle(it)));
    const isHidden = width <= 1 || height <= 1 || box.width === 0;
    const isCovered = stack[0] !== element;
    const isOff = element.closest(':disabled, [aria-disabled=true], [inert]') !== null;
    // A link within a text must differ from it by more than its colour.
    const isLink = element.nodeName === 'A' && style.display === 'inline';
    const around = isLink && element.parentElement ? getComputedStyle(element.parentElement) : null;
    const colours = [
      [style.color, style.webkitTextFillColor, style.webkitTextStrokeWidth, style.textShadow],
      [style.fontSize, style.fontWeight, isHidden, isCovered, isOff, isInSight],
      around && [style.textDecorationLine, style.fontFamily, style.fontStyle, around.color],
      describeAncestors(element),
      behind.map((it) => describeBackground(getComputedStyle(it))),
    ];
    const isUnreadable = isHidden || isCovered || isOff || !isInSight;
    return [{ element, colours: JSON.stringify(colours), isUnreadable }];
  };
  const without = ['hidden', 'range', 'color', 'checkbox', 'radio', 'image'];
  const skipped = `script, style, option, ${without.map((type) => `[type=${type}]`)}`;
  return [...document.body.querySelectorAll(`:not(${skipped})`)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .flatMap(describe);
}
