/** Something that stood in sight and moved by itself, or was moved. */
export interface Shift {
  /** As the Layout Instability API has it: how much of the frame moved, times how far. */
  value: number;
  /** What moved, and from where to where. */
  sources: string[];
}

declare global {
  interface Window {
    /** Gives the shifts since the last time. */
    takeShifts(): Shift[];
  }
}

/** What browsers note of a shift; TypeScript's library has no type for it. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/**
 * Runs in every frame of a measured page before its own scripts. Counts every shift, also one right
 * after a press or a key, which scores of whole pages leave out: a message that comes up below a field
 * is one.
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
