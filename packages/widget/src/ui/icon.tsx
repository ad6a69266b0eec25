import { createContext, use, useState } from 'react';
import styles from './icon.module.css';

/** Told the id of each logo that can't be had. */
export const IconFailureContext = createContext<(id: string) => void>(() => {});

interface IconProps {
  /** A file `icons/<id>.svg` of the catalogue; without one the monogram shows. */
  id: string | undefined;
  /** The name whose first letters stand in when the file can't be had. */
  name: string;
  size?: 'inline' | 'small' | 'medium' | 'large';
}

/** A method's logo. Shown through `<img>` alone, so a fetched SVG can run nothing (design §4). */
export function Icon({ id, name, size = 'medium' }: IconProps) {
  const [failedId, setFailedId] = useState<string>();
  const onFailure = use(IconFailureContext);
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
      src={`icons/${encodeURIComponent(id)}.svg`}
      alt=""
      decoding="async"
      onError={() => {
        setFailedId(id);
        onFailure(id);
      }}
    />
  );
}

/** Up to two letters: of the first two words, else of the first. */
function monogramOf(name: string): string {
  const words = name.split(/[\s\-_/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters =
    words.length > 1
      ? words.slice(0, 2).map((word) => [...word][0])
      : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toUpperCase();
}
