import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAskDecimals } from './ask-decimals.ts';
import { NodeRefusal, type NodeStandIn, startNodeStandIn } from './testing/node-stand-in.ts';

let node: NodeStandIn;
beforeEach(async () => {
  node = await startNodeStandIn();
});
afterEach(() => node.close());

const contract = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const ask = () => buildAskDecimals({ url: `${node.url}/secret-key` }, 10_000)(contract);
const word = (hex: string) => `0x${hex.padStart(64, '0')}`;

test.each([
  ['18', word('12'), 18],
  ['none', word('0'), 0],
  ['no code', '0x', null],
  ['a text', `${word('20')}${'0'.repeat(64)}`, null],
  ['more than any token has', word('100'), null],
])('a contract tells %s', async (_, answer, decimals) => {
  node.answers.eth_call = (call: object, tag: string) => {
    expect([call, tag]).toEqual([{ to: contract, data: '0x313ce567' }, 'latest']);
    return answer;
  };
  expect(await ask()).toBe(decimals);
});

test.each([
  [3, 'execution reverted: secret-key'],
  [-32_000, 'execution reverted'],
])('a contract refuses with %d', async (code, message) => {
  node.answers.eth_call = () => {
    throw new NodeRefusal(code, message);
  };
  expect(await ask()).toBeNull();
});

test.each([
  ['refuses', new NodeRefusal(-32_000, 'no access with secret-key'), 'unavailable'],
  ['answers something else', { decimals: 6 }, 'malformed'],
])('a node %s', async (_, answer, reason) => {
  node.answers.eth_call = () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const message = expect.not.stringContaining('secret');
  await expect(ask()).rejects.toMatchObject({ name: 'ChainError', reason, message });
});
