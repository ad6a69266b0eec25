import type { FieldDefinition, PaymentMethod } from '@kassa/contract';
import { type ReactNode, useMemo } from 'react';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePreparation } from './use-preparation.ts';

interface PreparedProps {
  method: PaymentMethod;
  /** The form: of the method with all that its provider asks for. */
  children: (prepared: PaymentMethod) => ReactNode;
}

/** The form of a method, once its provider has said what it shows and asks for besides. */
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

/** What bears the name of a field of the method takes its place. */
function addFields(method: PaymentMethod, asked: readonly FieldDefinition[]): PaymentMethod {
  if (asked.length === 0) return method;
  const names = new Set(asked.map(({ name }) => name));
  const kept = (method.fields ?? []).filter(({ name }) => !names.has(name));
  return { ...method, fields: [...kept, ...asked] };
}
