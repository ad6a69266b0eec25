import { buildUser } from '@kassa/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  readForceLogging,
  readStoredUser,
  readTransportChoice,
  writeStoredUser,
} from './stored-settings.ts';
import { writeForceLogging, writeTransportChoice } from './write-settings.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.unstubAllGlobals());

test('by default logging is off, and the host chooses the transport', () => {
  expect(readForceLogging()).toBe(false);
  expect(readTransportChoice()).toBeNull();
  expect(readStoredUser('key-1', 'player-1')).toBeNull();
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

test('returns the stored player under the player’s key alone, with the id of the token', () => {
  const { role: _, ...user } = buildUser({ id: 'player-1', accountType: 'additional' });
  writeStoredUser('key-1', { ...user, role: 3 });
  expect(readStoredUser('key-1', 'player-1')).toEqual(user);
  expect(readStoredUser('key-2', 'player-2')).toBeNull();
  expect(readStoredUser(null, 'player-1')).toBeNull();
  expect(readStoredUser('key-1', null)).toBeNull();
  writeStoredUser(null, user);
  expect(Object.values({ ...sessionStorage }).join()).not.toMatch(/player-1|role/);
});

test.each(['{', '7', '{"currency":"EUR"}'])('ignores the stored player %j', (stored) => {
  sessionStorage.setItem('kassa.key-1.user', stored);
  expect(readStoredUser('key-1', 'player-1')).toBeNull();
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
    writeStoredUser('key-1', buildUser());
    expect(readForceLogging()).toBe(false);
    expect(readTransportChoice()).toBeNull();
    expect(readStoredUser('key-1', 'player-1')).toBeNull();
  });
});
