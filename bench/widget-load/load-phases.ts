import type { Frame } from 'playwright-core';

/** The end of each phase of a load, by name; in milliseconds from the host page's start. */
export type Phases = Record<string, number>;

/** The browser's timings of one frame's load, in epoch milliseconds. */
interface FrameTimes {
  startedAt: number;
  answeredAt: number;
  paintedAt: number | null;
  scripts: { url: string; endedAt: number }[];
  apiAnsweredAt: number | null;
  /** The page's own performance marks named `kassa:*`. */
  marks: { name: string; at: number }[];
}

interface WidgetLoad {
  host: Frame;
  widget: Frame;
  /** Times of the watchers in the frames, in epoch milliseconds. */
  hostDataAt: number | undefined;
  usableAt: number;
}

/** Splits the widget's load into phases, from the browser's own timings. */
export async function readPhases(load: WidgetLoad): Promise<Phases> {
  const [host, widget] = [
    await load.host.evaluate(readFrameTimes),
    await load.widget.evaluate(readFrameTimes),
  ];
  const inTime = ({ endedAt }: { endedAt: number }) => endedAt <= load.usableAt;
  const lastScript = Math.max(...widget.scripts.filter(inTime).map(({ endedAt }) => endedAt));
  const happened: Record<string, number | null | undefined> = {
    'host page': host.answeredAt,
    'embed script': host.scripts[0]?.endedAt,
    'frame starts': widget.startedAt,
    'frame HTML': widget.answeredAt,
    'host data': load.hostDataAt,
    'last script': Number.isFinite(lastScript) ? lastScript : null,
    'methods answered': widget.apiAnsweredAt,
    'first paint': widget.paintedAt,
    usable: load.usableAt,
  };
  for (const { name, at } of widget.marks) happened[name] = at;
  const phases = Object.entries(happened)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .map(([name, at]): [string, number] => [name, at - host.startedAt]);
  return Object.fromEntries(phases);
}

function readFrameTimes(): FrameTimes {
  const absolute = (time: number) => performance.timeOrigin + time;
  const [navigation] = performance.getEntriesByType('navigation');
  const resources = performance.getEntriesByType('resource');
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  const scripts: FrameTimes['scripts'] = [];
  let apiAnsweredAt: number | null = null;
  for (const entry of resources) {
    if (!(entry instanceof PerformanceResourceTiming)) continue;
    const endedAt = absolute(entry.responseEnd);
    if (/\.js$/.test(entry.name)) scripts.push({ url: entry.name, endedAt });
    if (/\/api\/banking\/methods-payment/.test(entry.name)) apiAnsweredAt ??= endedAt;
  }
  return {
    startedAt: performance.timeOrigin,
    answeredAt: absolute(
      navigation instanceof PerformanceNavigationTiming ? navigation.responseEnd : 0,
    ),
    paintedAt: paint === undefined ? null : absolute(paint.startTime),
    scripts,
    apiAnsweredAt,
    marks: performance
      .getEntriesByType('mark')
      .filter(({ name }) => name.startsWith('kassa:'))
      .map(({ name, startTime }) => ({ name, at: absolute(startTime) })),
  };
}
