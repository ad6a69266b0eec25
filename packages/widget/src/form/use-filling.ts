import type { FieldDefinition } from '@kassa/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Fields } from '../fields/registry.ts';
import { useSessionStore } from '../session/session-store.ts';
import { type FormField, listAddedFields } from './form-fields.ts';
import type { FormStore } from './form-store.ts';
import { useFields } from './use-fields.ts';

interface FillingOptions {
  /** The fields that the form starts with. */
  inputs: readonly FormField[];
  draftName: string;
  /** Called in each render with the code of the fields, which the store needs. */
  onFields: (fields: Fields | undefined) => void;
}

/**
 * Loads the code of a form's fields and fills them with the form's draft, or else with their
 * initial values. A change of player starts the form again.
 */
export function useFilling(store: FormStore, { inputs, draftName, onFields }: FillingOptions) {
  const [added, setAdded] = useState<readonly (readonly FieldDefinition[])[]>([]);
  const all = [...inputs, ...added.flatMap(listAddedFields)];
  const query = useFields(all.map(({ definition }) => definition.type));
  onFields(query.fields);

  const fill = (fields: readonly FormField[]) => {
    const kept = useSessionStore.getState().formDrafts[draftName] ?? {};
    return fields.map((field) => store.fill(field, field.isOfDeposit === true ? {} : kept));
  };
  const start = () => store.dispatch({ kind: 'started', fields: fill(inputs) });
  const begin = () => {
    setAdded([]);
    start();
  };
  const keep = () => {
    const { formDrafts, keepFormDraft } = useSessionStore.getState();
    keepFormDraft(draftName, { ...formDrafts[draftName], ...store.readDraft() });
  };

  // A form whose code is there is filled from the start, also where the server draws it.
  useState(() => query.isComplete && start());
  // biome-ignore lint/correctness/useExhaustiveDependencies: `begin` and `fill` are of this render
  useLayoutEffect(() => {
    if (!query.isComplete) return;
    if (!store.getState().isStarted) begin();
    for (const definitions of added.slice(store.getState().additions)) {
      store.dispatch({ kind: 'fieldsAdded', fields: fill(listAddedFields(definitions)) });
    }
  }, [query.isComplete, added]);

  const filledName = useRef(draftName);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` is of this render
  useEffect(() => {
    // In another currency the form keeps its values, and so must the draft.
    if (filledName.current !== draftName && store.getState().isStarted) keep();
    filledName.current = draftName;
  }, [draftName]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads nothing else that changes
  useEffect(
    () =>
      useSessionStore.subscribe((now, before) => {
        const isForgotten = now.formDrafts[draftName] === undefined;
        if (isForgotten && before.formDrafts[draftName] !== undefined) begin();
      }),
    [draftName],
  );

  const { isStarted, additions } = store.getState();
  return {
    query,
    isReady: query.isComplete && isStarted && additions === added.length,
    addFields: (definitions: readonly FieldDefinition[]) => {
      store.dispatch({ kind: 'depositCreated' });
      setAdded((before) => [...before, definitions]);
    },
    /** Empties the form and deletes its draft. */
    reset: () => {
      useSessionStore.getState().keepFormDraft(draftName, null);
      begin();
    },
    /** Keeps the form's values as its draft, for the player's return from another screen. */
    keep,
  };
}
