import { afterAll, beforeAll } from 'vitest';

const rowHeight = 48;
const frameHeight = 480;

/**
 * Lays out long lists in the tests of a file: 480 px of rows of 48 px are visible. The tests' DOM
 * has no layout of its own, so no row would be.
 */
export function layOutLists(): void {
  const restores: (() => void)[] = [];
  beforeAll(() => {
    restores.push(
      measureAs(HTMLElement.prototype, 'clientHeight', frameHeight),
      measureAs(HTMLElement.prototype, 'offsetHeight', rowHeight),
    );
  });
  afterAll(() => {
    for (const restore of restores) restore();
  });
}

function measureAs(prototype: HTMLElement, name: 'clientHeight' | 'offsetHeight', height: number) {
  const original = Object.getOwnPropertyDescriptor(prototype, name);
  Object.defineProperty(prototype, name, { configurable: true, get: () => height });
  return () => {
    if (original !== undefined) Object.defineProperty(prototype, name, original);
  };
}
