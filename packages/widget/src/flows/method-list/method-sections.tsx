import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { Children, type ReactNode, useDeferredValue, useId } from 'react';
import { type Text, useText } from '../../i18n/text.ts';
import type { Target } from '../../routing/route.ts';
import { arrangeMethods, type MethodSection } from './arrange-methods.ts';
import { GroupTile, groupTitle } from './group-tile.tsx';
import { MethodTile } from './method-tile.tsx';
import styles from './tiles.module.css';

/** Where a flow's tiles lead. */
export interface TileTargets {
  targetOf: (method: PaymentMethod) => Target;
  targetOfGroup: (group: PaymentGroup) => Target;
}

export interface MethodSectionsProps extends TileTargets {
  methods: PaymentMethod[];
  groups: PaymentGroup[];
  currency: string;
  /** The words of a badge in place of the catalogue's own. */
  badgeOf?: (method: PaymentMethod) => string | undefined;
}

/** A group with more methods than this is one tile that leads to a screen of its own. */
const openGroupCount = 4;

/** The whole offer: recommended methods, each small group, then the large groups as tiles. */
export function MethodSections({
  methods,
  groups,
  currency,
  targetOf,
  targetOfGroup,
  badgeOf,
}: MethodSectionsProps) {
  const text = useText();
  const sections = arrangeMethods(methods, groups);
  const folded = sections.filter(isFolded);
  const open = sections.filter((section) => !isFolded(section));
  // A phone draws the first heading's methods at once, and what lies below them right after.
  const isWhole = useDeferredValue(true, open.length === 0);
  return (
    <div className={styles.sections}>
      {(isWhole ? open : open.slice(0, 1)).map((section) => (
        <MethodTiles
          key={keyOf(section)}
          title={titleOf(section, text)}
          methods={section.methods}
          currency={currency}
          targetOf={targetOf}
          badgeOf={badgeOf}
        />
      ))}
      {isWhole && folded.length > 0 && (
        <TileSection title={text('deposit.section.groups')}>
          {folded.map(({ group, methods }) => (
            <GroupTile
              key={group.name}
              group={group}
              methods={methods}
              target={targetOfGroup(group)}
              badge={badgeOfAll(methods, badgeOf)}
            />
          ))}
        </TileSection>
      )}
    </div>
  );
}

export interface MethodTilesProps
  extends Pick<MethodSectionsProps, 'methods' | 'currency' | 'targetOf' | 'badgeOf'> {
  title: string;
}

/** Methods under one heading. */
export function MethodTiles({ title, methods, currency, targetOf, badgeOf }: MethodTilesProps) {
  return (
    <TileSection title={title}>
      {methods.map((method) => (
        <MethodTile
          key={method.name}
          method={method}
          currency={currency}
          target={targetOf(method)}
          badge={badgeOf?.(method)}
        />
      ))}
    </TileSection>
  );
}

interface TileSectionProps {
  title: string;
  children: ReactNode;
}

const widestColumns = 4;

/** Tiles under a heading, as wide as it has tiles where the frame is wide. */
function TileSection({ title, children }: TileSectionProps) {
  const id = useId();
  const columns = Math.min(Children.count(children), widestColumns);
  return (
    <section className={styles.section} aria-labelledby={id} data-columns={columns}>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      <ul className={styles.tiles}>{children}</ul>
    </section>
  );
}

/** A group has the badge that all of its methods have. */
function badgeOfAll(
  methods: readonly PaymentMethod[],
  badgeOf: MethodSectionsProps['badgeOf'],
): string | undefined {
  const badges = new Set(methods.map((method) => badgeOf?.(method)));
  return badges.size === 1 ? [...badges][0] : undefined;
}

function isFolded(section: MethodSection): section is Extract<MethodSection, { kind: 'group' }> {
  return section.kind === 'group' && section.methods.length > openGroupCount;
}

function keyOf(section: MethodSection): string {
  return section.kind === 'group' ? `group:${section.group.name}` : section.kind;
}

function titleOf(section: MethodSection, text: Text): string {
  if (section.kind === 'group') return groupTitle(section.group, text);
  return text(
    section.kind === 'recommended' ? 'deposit.section.recommended' : 'deposit.section.other',
  );
}
