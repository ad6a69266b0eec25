import { createContext, use, useState } from 'react';
import styles from './icon.module.css';

/** Receives the id of each logo that fails to load. */
export const IconFailureContext = createContext<(id: string) => void>(() => {});

/** The files of the brand's own logos in `icons/`, by id: their names change with their content. */
export const OwnIconsContext = createContext<Readonly<Record<string, string>>>({});

interface IconProps {
  /**
   * The id of a logo: the brand's own, else the file `icons/<id>.svg` of the catalogue. Without an
   * id the monogram shows.
   */
  id: string | undefined;
  /** The name whose first letters replace a missing file. */
  name: string;
  size?: 'inline' | 'small' | 'medium' | 'large';
}

/**
 * A method's logo. It shows in an `<img>` only, so that a fetched SVG can't run scripts (design
 * §4).
 */
export function Icon({ id, name, size = 'medium' }: IconProps) {
  const [failedId, setFailedId] = useState<string>();
  const onFailure = use(IconFailureContext);
  const own = use(OwnIconsContext);
  if (id === undefined || id === failedId) {
    return (
      <span className={`${styles.monogram} ${styles[size]}`} aria-hidden="true">
        {monogramOf(name)}
      </span>
    );
  }
  return (
    <img
      className={`${styles.image} ${styles[size]}`}
      src={`icons/${own[id] ?? `${encodeURIComponent(id)}.svg`}`}
      alt=""
      decoding="async"
      onError={() => {
        setFailedId(id);
        onFailure(id);
      }}
    />
  );
}

/**
 * Returns the initials of up to two words, where `DemirBank` is two: `DB`. A small letter stays: the
 * capital of `i` is another one in Turkish, and Georgian has none.
 */
function monogramOf(name: string): string {
  const words = name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').split(/[^\p{L}\p{M}\p{N}]+/u);
  const initials = words.filter((word) => word !== '').map((word) => [...word][0]);
  return initials.slice(0, 2).join('');
}
