export type DayName =
  | { kind: 'today' }
  | { kind: 'yesterday' }
  /** Any time of that day. */
  | { kind: 'date'; date: Date; isThisYear: boolean };

export interface Day<Item> {
  /** Year, month and day in the player's time zone. */
  key: string;
  name: DayName;
  items: Item[];
}

/** Groups items by the day of their creation, in the player's time zone, and keeps their order. */
export function groupByDay<Item extends { createdAtMs: number }>(
  items: readonly Item[],
  now: Date,
): Day<Item>[] {
  const days = new Map<string, Day<Item>>();
  for (const item of items) {
    const date = new Date(item.createdAtMs);
    const key = keyOf(date);
    const day = days.get(key) ?? { key, name: nameOf(date, now), items: [] };
    day.items.push(item);
    days.set(key, day);
  }
  return [...days.values()];
}

function nameOf(date: Date, now: Date): DayName {
  const key = keyOf(date);
  if (key === keyOf(now)) return { kind: 'today' };
  // The previous calendar day isn't 24 hours ago: a day may have 23 or 25 hours.
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (key === keyOf(yesterday)) return { kind: 'yesterday' };
  return { kind: 'date', date, isThisYear: date.getFullYear() === now.getFullYear() };
}

function keyOf(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}
