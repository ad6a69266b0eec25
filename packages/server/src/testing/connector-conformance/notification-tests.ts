import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connector, RawNotification } from '../../connectors/connector.ts';
import { anyText } from '../any-text.ts';
import { expectDiscreet, expectWellFormed } from './checks.ts';
import type { ConnectorDescription, ProviderUnderTest } from './description.ts';
import type { Stage } from './stage.ts';

const dayMs = 24 * 3600_000;

/** Notifications: only those of the provider are authentic, and none causes an exception. */
export function registerNotificationTests<Provider extends ProviderUnderTest>(
  description: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  const verify = (notification: RawNotification, at = new Date()) => {
    const checked = stage().connector.checkNotification(notification, at);
    if (checked.kind === 'refused') expectDiscreet(checked.detail, stage().secrets);
    return checked;
  };

  describe('a notification', () => {
    it('of the provider is authentic, and a repeated one has the same id', async () => {
      const [first, second] = await receiveTwo(stage());
      const checked = verify(first);
      if (checked.kind === 'refused') throw new Error(checked.detail);
      expect(checked.notificationId).toMatch(/^.{1,200}$/s);
      expect(verify(first)).toEqual(checked);
      expect(verify(second)).not.toEqual(checked);
    });

    it('that was tampered with is rejected', async () => {
      const [{ headers, body }] = await receiveTwo(stage());
      for (let at = 0; at < body.length; at += 7) {
        const other = body[at] === '0' ? '1' : '0';
        const changed = `${body.slice(0, at)}${other}${body.slice(at + 1)}`;
        expect(verify({ headers, body: changed }).kind).toBe('refused');
      }
      expect(verify({ headers, body: `${body} ` }).kind).toBe('refused');
      expect(verify({ headers, body: '' }).kind).toBe('refused');
    });

    it('without its signature is rejected', async () => {
      const [{ body }] = await receiveTwo(stage());
      expect(verify({ headers: {}, body }).kind).toBe('refused');
    });

    it('of another secret is rejected', async () => {
      const [notification] = await receiveTwo(stage());
      const other = stage().build(stage().provider.settingsOfAnotherSecret);
      expect(other.checkNotification(notification, new Date()).kind).toBe('refused');
    });

    if (description.abilities.isSignatureTimed) {
      it('that is old is rejected', async () => {
        const [notification] = await receiveTwo(stage());
        expect(verify(notification, new Date(Date.now() + dayMs)).kind).toBe('refused');
        expect(verify(notification, new Date(Date.now() - dayMs)).kind).toBe('refused');
      });
    }

    it.each([
      ['that is empty', ''],
      ['that is not JSON', '<html>'],
      ['that is JSON of another shape', '{"anything":true}'],
      ['that is huge', `{"a":"${'x'.repeat(20 * 1024 * 1024)}"}`],
      ['that is deeply nested', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ])('%s is unreadable, and has an id', async (_, body) => {
      const now = new Date();
      const notification = stage().provider.signNotification(body, now);
      expect(verify(notification, now)).toMatchObject({
        kind: 'authentic',
        notificationId: expect.stringMatching(/^.{1,200}$/s),
      });
      const parsed = stage().connector.parseNotification(body);
      expect(parsed).toMatchObject({ kind: 'unreadable' });
      if (!Array.isArray(parsed)) expectDiscreet(parsed.detail, stage().secrets);
    });
  });

  describe('an arbitrary body', () => {
    it('is never authentic without the secret', async () => {
      const [{ headers, body }] = await receiveTwo(stage());
      const names = fc.constantFrom(...Object.keys(headers));
      const values = fc.oneof(anyText, fc.constantFrom(...Object.values(headers)));
      const forged = fc.tuple(fc.dictionary(names, values), anyText);
      fc.assert(
        fc.property(forged, ([forgedHeaders, text]) => {
          fc.pre(text !== body);
          expect(verify({ headers: forgedHeaders, body: text }).kind).toBe('refused');
        }),
        { numRuns: 200 },
      );
    });

    it('is parsed or unreadable, and never causes an exception', async () => {
      const samples = (await receiveTwo(stage())).map(({ body }) => body);
      const bodies = fc.oneof(anyText, fc.json(), fc.constantFrom(...samples).chain(mutate));
      fc.assert(
        fc.property(bodies, (body) => expectReadOrNot(stage().connector, body, stage().secrets)),
        { numRuns: 2000 },
      );
    });
  });
}

/** Receives two notifications of two deposits as the provider sends them. */
async function receiveTwo<Provider extends ProviderUnderTest>(
  stage: Stage<Provider>,
): Promise<[RawNotification, RawNotification]> {
  for (const amount of ['20', '30']) {
    const { id } = await stage.create();
    await stage.provider.money.arrive(id, amount);
    await expect.poll(() => stage.notified(id).length).toBeGreaterThan(0);
  }
  const [first, second] = stage.inbox.received;
  if (first === undefined || second === undefined)
    throw new Error('the provider sent no notification');
  return [first, second];
}

function expectReadOrNot(connector: Connector, body: string, secrets: readonly string[]): void {
  const parsed = connector.parseNotification(body);
  if (Array.isArray(parsed)) for (const event of parsed) expectWellFormed(event);
  else expectDiscreet(parsed.detail, secrets);
}

/** Builds bodies in which one JSON value of a genuine body is replaced by an arbitrary text. */
function mutate(body: string): fc.Arbitrary<string> {
  const places = [...body.matchAll(/"(?:[^"\\]|\\.)*"|\d+|true|false|null/g)];
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(fc.json(), anyText))
    .map(([place, piece]) => {
      const end = place.index + place[0].length;
      return `${body.slice(0, place.index)}${piece}${body.slice(end)}`;
    });
}
