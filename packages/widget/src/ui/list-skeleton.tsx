import './first-paint.css';
import { Screen } from './screen.tsx';
import { Skeleton } from './skeleton.tsx';

/**
 * The skeleton of a list, for a screen whose code or data still loads. The first screen is a list.
 */
export function ListSkeleton() {
  return (
    <Screen isSkeleton>
      <Skeleton shape="row" />
      <Skeleton shape="field" />
      <div className="first-paint-list">
        <Skeleton shape="row" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
      </div>
    </Screen>
  );
}
