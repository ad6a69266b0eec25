/** A layout shift: a visible element that moved. */
export interface Shift {
  /** The value of the Layout Instability API: the moved share of the frame times the distance. */
  value: number;
  /** The moved elements, with their old and new positions. */
  sources: string[];
}

declare global {
  interface Window {
    /** Returns the shifts since the last call. */
    takeShifts(): Shift[];
  }
}

/** The browser's entry for a shift; TypeScript's library has no type for it. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/**
 * Runs in every frame of a measured page before its own scripts. Records every shift, including
 * shifts right after a press or a key, which page scores ignore: a message that appears below a
 * field is one.
 */
export function recordShifts(): void {
  const shifts: Shift[] = [];

  const describe = (node: Node | null): string => {
    if (!(node instanceof Element)) return node?.textContent?.slice(0, 40) ?? 'gone';
    const words = node.textContent?.trim().slice(0, 40) ?? '';
    return `${node.tagName.toLowerCase()}.${node.classList} “${words}”`;
  };
  const place = ({ x, y, width, height }: DOMRectReadOnly) =>
    `${Math.round(x)},${Math.round(y)} ${Math.round(width)}×${Math.round(height)}`;
  const take = (entries: PerformanceEntryList) => {
    for (const { value, sources } of entries as LayoutShift[]) {
      shifts.push({
        value,
        sources: sources.map(({ node, previousRect, currentRect }) =>
          `${describe(node)} ${place(previousRect)} → ${place(currentRect)}`.replaceAll('\n', ' '),
        ),
      });
    }
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.takeShifts = () => {
    take(observer.takeRecords());
    return shifts.splice(0);
  };
}
