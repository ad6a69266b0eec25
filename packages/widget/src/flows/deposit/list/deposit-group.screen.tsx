import { useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useMethods } from '../deposit.queries.ts';
import { groupTitle } from './group-tile.tsx';
import { TileSection } from './method-sections.tsx';
import { MethodTile } from './method-tile.tsx';
import styles from './tiles.module.css';

/** The methods of one group (§2 "group list"). */
export function DepositGroupScreen() {
  const text = useText();
  const { group: name } = useSearch();
  const { catalogue, error } = useMethods();
  if (error !== null && catalogue === undefined) return <Navigate to="Deposit list" />;
  if (catalogue === undefined) {
    return (
      <Screen isBusy>
        <div className={styles.tiles}>
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
        </div>
      </Screen>
    );
  }
  const group = catalogue.groups.find((candidate) => candidate.name === name);
  if (group === undefined) return <Navigate to="Deposit list" />;
  const methods = catalogue.methods
    .filter((method) => group.paymentMethods.includes(method.name))
    .sort((left, right) => left.position - right.position);
  return (
    <Screen>
      <TileSection title={groupTitle(group, text)}>
        {methods.map((method) => (
          <MethodTile key={method.name} method={method} currency={catalogue.currency} />
        ))}
      </TileSection>
    </Screen>
  );
}
