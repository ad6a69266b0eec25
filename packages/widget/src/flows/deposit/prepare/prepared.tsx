import type { FieldDefinition, PaymentMethod } from '@kassa/contract';
import { type ReactNode, useMemo } from 'react';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePreparation } from './use-preparation.ts';

interface PreparedProps {
  method: PaymentMethod;
  /** Renders the form of the method, with all fields that its provider asks for. */
  children: (prepared: PaymentMethod) => ReactNode;
}

/** Loads the details and fields that a provider adds to a method's form, and shows the form. */
export function Prepared({ method, children }: PreparedProps) {
  const preparation = usePreparation(method);
  const fields = preparation.kind === 'ready' ? preparation.fields : none;
  const prepared = useMemo(() => addFields(method, fields), [method, fields]);
  switch (preparation.kind) {
    case 'loading':
      return (
        <Screen layout="form" isSkeleton>
          <Skeleton shape="row" />
          <Skeleton shape="row" />
          <Skeleton shape="tile" />
        </Screen>
      );
    case 'failed':
      return <FailedScreen {...preparation} title="prepare.failed" />;
    case 'ready':
      return children(prepared);
  }
}

const none: readonly FieldDefinition[] = [];

/** Adds the provider's fields. Each replaces the method's field of the same name. */
function addFields(method: PaymentMethod, asked: readonly FieldDefinition[]): PaymentMethod {
  if (asked.length === 0) return method;
  const names = new Set(asked.map(({ name }) => name));
  const kept = (method.fields ?? []).filter(({ name }) => !names.has(name));
  return { ...method, fields: [...kept, ...asked] };
}
