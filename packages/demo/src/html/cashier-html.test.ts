// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { siteTextsOf } from '../site-texts.ts';
import { cashierHtml } from './cashier-html.ts';

it('has an outline behind the frame, which no screen reader tells', () => {
  const page = document.createElement('div');
  page.innerHTML = cashierHtml(siteTextsOf('en'));
  const outline = page.querySelector('.cashier-skeleton');
  expect(outline?.getAttribute('aria-hidden')).toBe('true');
  expect(outline?.textContent).toBe('');
  expect(outline?.nextElementSibling?.id).toBe('cashier-frame');
});
