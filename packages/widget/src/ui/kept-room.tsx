import { Skeleton } from './skeleton.tsx';

/** The room of what comes later, so that nothing below it moves under a finger then. */
export function KeptRoom({ px }: { px: number }) {
  return (
    <div style={{ blockSize: px }}>
      <Skeleton shape="room" />
    </div>
  );
}
