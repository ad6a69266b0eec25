import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAskDecimals } from './ask-decimals.ts';
import { startAnsweringNode } from './testing/answering-node.ts';

/*
 * The answers have the form of tronprotocol/documentation-en, docs/api/http/smart-contract/
 * triggerconstantcontract.md. No live node answered so.
 */

let node: Awaited<ReturnType<typeof startAnsweringNode>>;
beforeAll(async () => {
  node = await startAnsweringNode();
});
afterAll(() => node.close());

const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const call = 'triggerconstantcontract';
const ask = () => buildAskDecimals({ url: node.url, apiKey: 'secret-key' }, 10_000)(contract);

/** The answer to a call that was run. */
const answerRun = (words: string[], ret = {}) => ({
  result: { result: true, ...('ret' in ret && { message: 'REVERT opcode executed' }) },
  energy_used: 935,
  ...(words.length > 0 && { constant_result: words }),
  transaction: { ret: [ret], visible: true, txID: 'ab'.repeat(32) },
});
const word = (hex: string) => hex.padStart(64, '0');
const refusal = (message: string, code = 'CONTRACT_VALIDATE_ERROR') => ({
  result: { code, message },
});

test.each([
  ['tells 6', answerRun([word('6')]), 6],
  ['tells none', answerRun([word('0')]), 0],
  ['tells more than any token has', answerRun([word('100')]), null],
  ['returns nothing', answerRun([]), null],
  ['returns something else', answerRun([`${word('20')}${word('0')}`]), null],
  ['refuses', answerRun([`08c379a0${word('20')}`], { ret: 'FAILED' }), null],
  ['does not exist', refusal('Smart contract is not exist.'), null],
])('a contract %s', async (_, answer, decimals) => {
  node.answer(call, () => answer);
  expect(await ask()).toBe(decimals);
  expect(node.asked.at(-1)?.fields).toEqual({
    owner_address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
    contract_address: contract,
    function_selector: 'decimals()',
    visible: true,
  });
});

test.each([
  ['runs no such calls', refusal('this node does not support constant'), 'unavailable'],
  ['fails', refusal('class java.lang.X : secret-key', 'OTHER_ERROR'), 'unavailable'],
  ['answers nothing', {}, 'unavailable'],
  ['answers something else', { result: 'secret-key' }, 'malformed'],
  ['does not offer it', { status: 404, text: 'secret-key' }, 'misconfigured'],
])('a node %s', async (_, answer, reason) => {
  node.answer(call, () => answer);
  const message = expect.not.stringContaining('secret');
  await expect(ask()).rejects.toMatchObject({ name: 'ChainError', reason, message });
});
