import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readForceLogging, readTransportChoice } from '../storage/stored-settings.ts';
import { createDebugHooks, installDebugHooks } from './install-debug-hooks.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  delete window.kassaDebug;
});

function setUp() {
  const document = { cookie: '' };
  const reload = vi.fn();
  return { document, reload, hooks: createDebugHooks({ product: 'kassa', document, reload }) };
}

test('each hook stores its setting and reloads the page', () => {
  const { hooks, document, reload } = setUp();
  hooks.setForceLogging(true);
  expect(readForceLogging()).toBe(true);
  hooks.setTransport('http');
  expect(readTransportChoice()).toBe('http');
  hooks.setTransport(null);
  expect(readTransportChoice()).toBeNull();
  hooks.setUser('token-1');
  expect(document.cookie).toContain('kassa-token=token-1; Path=/kassa/;');
  expect(reload).toHaveBeenCalledTimes(4);
});

test.each([
  ['setForceLogging', 'yes', 'true or false'],
  ['setTransport', 'pigeon', 'socket, http or null'],
  ['setUser', 7, 'a token'],
] as const)(
  '%s(%j) throws with the values that it takes, and doesn’t reload',
  (name, value, words) => {
    const { hooks, reload } = setUp();
    const hook: (value: never) => void = hooks[name];
    expect(() => hook(value as never)).toThrow(words);
    expect(reload).not.toHaveBeenCalled();
  },
);

test('without a form no amount can be filled in', () => {
  const { hooks, reload } = setUp();
  expect(() => hooks.fillDemoAmount()).toThrow('No form is open');
  expect(reload).not.toHaveBeenCalled();
});

test('the hooks are on the window', () => {
  installDebugHooks(window, 'kassa');
  expect(Object.keys(window.kassaDebug ?? {})).toEqual([
    'setForceLogging',
    'setUser',
    'setTransport',
    'fillDemoAmount',
  ]);
});
