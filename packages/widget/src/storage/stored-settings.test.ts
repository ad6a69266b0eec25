import { buildUser } from '@kassa/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  readForceLogging,
  readStoredUser,
  readTransportChoice,
  writeForceLogging,
  writeStoredUser,
  writeTransportChoice,
} from './stored-settings.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.unstubAllGlobals());

test('by default logging is off, and the host chooses the transport', () => {
  expect(readForceLogging()).toBe(false);
  expect(readTransportChoice()).toBeNull();
  expect(readStoredUser('kassa', 'player-1')).toBeNull();
});

test('keeps a setting until it is taken back', () => {
  writeForceLogging(true);
  writeTransportChoice('http');
  expect([readForceLogging(), readTransportChoice()]).toEqual([true, 'http']);
  writeForceLogging(false);
  writeTransportChoice(null);
  expect([readForceLogging(), readTransportChoice()]).toEqual([false, null]);
});

test.each(['pigeon', 'HTTP', '', 'null', '{"transport":"http"}'])(
  'ignores the stored transport %j',
  (stored) => {
    sessionStorage.setItem('kassa.transport', stored);
    expect(readTransportChoice()).toBeNull();
  },
);

test('returns the stored player only to the same player', () => {
  writeStoredUser('kassa', buildUser({ id: 'player-1' }));
  expect(readStoredUser('kassa', 'player-1')).toEqual(buildUser({ id: 'player-1' }));
  expect(readStoredUser('kassa', 'player-2')).toBeNull();
  expect(readStoredUser('other', 'player-1')).toBeNull();
  expect(readStoredUser('kassa', null)).toBeNull();
  expect(readStoredUser('kassa', '')).toBeNull();
});

test.each(['{', '7', '{"id":"player-1"}'])('ignores the stored player %j', (stored) => {
  sessionStorage.setItem('kassa.user', stored);
  expect(readStoredUser('kassa', 'player-1')).toBeNull();
});

describe('a storage that throws', () => {
  test('counts as empty', () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    writeForceLogging(true);
    writeTransportChoice('socket');
    writeTransportChoice(null);
    writeStoredUser('kassa', buildUser());
    expect(readForceLogging()).toBe(false);
    expect(readTransportChoice()).toBeNull();
    expect(readStoredUser('kassa', 'player-1')).toBeNull();
  });
});
