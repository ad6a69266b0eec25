// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCashierSheet } from './cashier-sheet.ts';

let isNarrow: boolean;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener: () => {} }));
  document.body.innerHTML = `
    <section id="cashier">
      <button id="cashier-handle"></button>
      <div id="cashier-content"></div>
    </section>
    <div id="cashier-backdrop"></div>`;
});
afterEach(() => void vi.unstubAllGlobals());

const find = (id: string) => document.getElementById(id) as HTMLElement;
const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key }));
const isOpen = () => find('cashier-handle').getAttribute('aria-expanded') === 'true';

it('closes on Escape, and its handle receives the focus', () => {
  isNarrow = true;
  createCashierSheet(find('cashier'));
  press('Enter');
  expect(isOpen()).toBe(true);
  press('Escape');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(find('cashier-handle'));
  press('Escape');
  expect(isOpen()).toBe(false);
});

it('ignores Escape while it stands beside the page', () => {
  isNarrow = false;
  createCashierSheet(find('cashier'));
  press('Escape');
  expect(isOpen()).toBe(true);
});
