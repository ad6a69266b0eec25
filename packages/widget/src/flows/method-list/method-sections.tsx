import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { type ReactNode, useId, useMemo } from 'react';
import { type MessageKey, type Text, useText } from '../../i18n/text.ts';
import type { Target } from '../../routing/route.ts';
import { arrangeMethods, type MethodSection, sizeOf } from './arrange-methods.ts';
import { GroupTile } from './group-tile.tsx';
import { groupTitle } from './group-title.ts';
import { MethodTile } from './method-tile.tsx';
import styles from './tiles.module.css';
import { useGradualCount } from './use-gradual-count.ts';

/**
 * The targets of a flow's tiles. Pass the same object at every render, or every tile is rendered
 * again.
 */
export interface TileTargets {
  targetOf: (method: PaymentMethod) => Target;
  targetOfGroup: (group: PaymentGroup) => Target;
  /** The number of entries of a group's own list; by default that of its methods. */
  sizeOfGroup?: (group: PaymentGroup, methods: readonly PaymentMethod[]) => number;
  /** The heading of the groups that are a tile each. */
  groupsTitle: MessageKey;
  /** The heading of methods without a group, which then stand before those groups. */
  othersTitle?: MessageKey;
}

export interface MethodSectionsProps extends TileTargets {
  methods: PaymentMethod[];
  groups: PaymentGroup[];
  currency: string;
  country: string;
  /** The text of a badge that replaces the catalogue's own. */
  badgeOf?: (method: PaymentMethod) => string | undefined;
  /** The name of the method that comes first. */
  first?: string | null;
  /** The name of the last used method, which has a badge. */
  lastUsed?: string | null;
}

/**
 * The whole offer: recommended methods, each small group, the large groups as tiles, then the rest.
 */
export function MethodSections({
  methods,
  groups,
  targetOfGroup,
  sizeOfGroup,
  groupsTitle,
  othersTitle,
  badgeOf,
  first,
  ...tiles
}: MethodSectionsProps) {
  const text = useText();
  const blocks = useMemo(
    () => arrangeMethods(methods, groups, { first, isSingleFirst: othersTitle !== undefined }),
    [methods, groups, first, othersTitle],
  );
  const total = blocks.reduce((sum, block) => sum + sizeOf(block), 0);
  const { count, laidOut } = useGradualCount(total);
  let before = 0;
  return (
    <Sections>
      {blocks.map((block) => {
        const start = before;
        before += sizeOf(block);
        if (start >= count) return null;
        if (block.kind !== 'folded') {
          return (
            <TilesUpTo
              key={keyOf(block)}
              {...tiles}
              title={titleOf(block, text, othersTitle)}
              methods={block.methods}
              badgeOf={badgeOf}
              count={count - start}
              laidOut={laidOut - start}
            />
          );
        }
        return (
          <TileSection key={block.kind} title={text(groupsTitle)}>
            {block.groups.map(({ group, methods }) => (
              <GroupTile
                key={group.name}
                group={group}
                methods={methods}
                size={sizeOfGroup?.(group, methods) ?? methods.length}
                target={targetOfGroup(group)}
                badge={badgeOfGroup(methods, badgeOf)}
              />
            ))}
          </TileSection>
        );
      })}
    </Sections>
  );
}

export interface MethodTilesProps
  extends Pick<
    MethodSectionsProps,
    'methods' | 'currency' | 'country' | 'targetOf' | 'badgeOf' | 'lastUsed'
  > {
  title: string;
}

/**
 * Methods under one heading.
 * @param search - the search that found them
 */
export function MethodTiles({ search, ...props }: MethodTilesProps & { search?: string }) {
  return (
    <Sections>
      <TilesUpTo {...props} {...useGradualCount(props.methods.length, search)} />
    </Sections>
  );
}

interface TilesUpToProps extends MethodTilesProps {
  /** The number of drawn tiles, and of those that are laid out at once. */
  count: number;
  laidOut: number;
}

function TilesUpTo({
  title,
  methods,
  currency,
  country,
  targetOf,
  badgeOf,
  lastUsed,
  count,
  laidOut,
}: TilesUpToProps) {
  return (
    <TileSection title={title}>
      {methods.slice(0, count).map((method, index) => (
        <MethodTile
          key={method.name}
          method={method}
          currency={currency}
          country={country}
          targetOf={targetOf}
          badge={badgeOf?.(method)}
          isLastUsed={method.name === lastUsed}
          isLate={index >= laidOut}
        />
      ))}
    </TileSection>
  );
}

/** Sections of the list. Their room decides whether methods are rows of a card or tiles. */
export function Sections({ children }: { children: ReactNode }) {
  return (
    <div className={styles.room}>
      <div className={styles.sections}>{children}</div>
    </div>
  );
}

interface TileSectionProps {
  title: string;
  children: ReactNode;
}

/** Methods or groups under a heading, within {@link Sections}. */
export function TileSection({ title, children }: TileSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      <ul className={styles.tiles}>{children}</ul>
    </section>
  );
}

/** Returns the badge of a group: that of its methods, where they all have the same. */
function badgeOfGroup(
  methods: readonly PaymentMethod[],
  badgeOf: MethodSectionsProps['badgeOf'],
): string | undefined {
  const badges = new Set(methods.map((method) => badgeOf?.(method)).filter(isGiven));
  return badges.size === 1 ? [...badges][0] : undefined;
}

const isGiven = (badge: string | undefined) => badge !== undefined;

function keyOf(section: MethodSection): string {
  return section.kind === 'group' ? `group:${section.group.name}` : section.kind;
}

function titleOf(
  section: Exclude<MethodSection, { kind: 'folded' }>,
  text: Text,
  others: MessageKey = 'deposit.section.other',
): string {
  if (section.kind === 'group') return groupTitle(section.group, text);
  return text(section.kind === 'recommended' ? 'deposit.section.recommended' : others);
}
