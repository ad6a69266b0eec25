import { fieldDefinitionSchema, validateField } from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import type { CreateOutcome, DepositOrder } from '../../connectors/connector.ts';
import type { ConnectorDescription, ProviderUnderTest } from './description.ts';
import type { Stage } from './stage.ts';

/** A provider that asks for more fields before it accepts a deposit. */
export function registerAskingTests<Provider extends ProviderUnderTest>(
  { asking }: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  if (asking === null) return;

  const create = (order: DepositOrder) => stage().ask(stage().connector.create(order));
  const begin = async (): Promise<{ order: DepositOrder; asked: Asked }> => {
    const order = stage().order({ fields: asking.fields });
    return { order, asked: requireAsked(await create(order)) };
  };
  /** Continues the deposit as the engine does: with all fields and the provider's reference. */
  const answer = ({ order, asked }: { order: DepositOrder; asked: Asked }) =>
    create({
      ...order,
      fields: { ...asking.fields, ...asking.answers },
      providerReference: asked.providerReference,
    });

  describe('a deposit for which the provider asks for more fields', () => {
    it('asks for fields that a form supports and that accept the given answers', async () => {
      const { asked } = await begin();
      for (const field of asked.fields) {
        expect(fieldDefinitionSchema.parse(field)).toEqual(field);
        expect(validateField(field, asking.answers[field.name] ?? '')).toBeNull();
      }
    });

    it('asks for the same fields when it is created again, and nothing is paid meanwhile', async () => {
      const { order, asked } = await begin();
      expect(await create(order)).toEqual(asked);
      for (const event of await stage().eventsOf(order.depositId)) {
        expect(event).toMatchObject({ status: 'pending', paid: null });
      }
    });

    it('continues as the same payment once the fields are filled in, however often they are sent', async () => {
      const begun = await begin();
      const accepted = await answer(begun);
      expect(accepted).toMatchObject({
        kind: 'accepted',
        providerReference: begun.asked.providerReference,
      });
      expect(await answer(begun)).toEqual(accepted);
      const { depositId } = begun.order;
      await stage().provider.money.arrive(depositId, '20');
      expect(await stage().eventsOf(depositId)).toHaveLength(1);
    });
  });
}

type Asked = Extract<CreateOutcome, { kind: 'fieldsRequired' }>;

function requireAsked(outcome: CreateOutcome): Asked {
  if (outcome.kind !== 'fieldsRequired') throw new Error(JSON.stringify(outcome));
  expect(outcome.providerReference).toMatch(/^.{1,128}$/);
  expect(outcome.fields.length).toBeGreaterThan(0);
  return outcome;
}
