import type { ReactNode } from 'react';
import { Navigate } from '../../routing/link.tsx';
import type { RouteName } from '../../routing/route-names.ts';
import { writeErrorReport } from '../../routing/write-error-report.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

interface ListContentProps<Content> {
  /** Undefined while it is not there: it is renewed for another player. */
  content: Content | undefined;
  /** Why it can't be had. */
  error: unknown;
  /** Also of a list behind the first one if the player is blocked: the first one says so. */
  isEmpty: (content: Content) => boolean;
  /** The route that leads on from an empty list, and that a refresh asks for. */
  list: RouteName;
  children: (content: Content) => ReactNode;
}

/**
 * The content of a list that may change while the player looks at it (§2): without anything left to
 * show the list's route goes on to the empty page; where the content can't be had, the error page shows.
 */
export function ListContent<Content>({
  content,
  error,
  isEmpty,
  list,
  children,
}: ListContentProps<Content>) {
  if (content !== undefined) {
    return isEmpty(content) ? <Navigate to={list} /> : children(content);
  }
  // Whoever looks at the list keeps its request going: it is not left before an answer is there.
  if (error === null) return <ListSkeleton />;
  const data = writeErrorReport(error, { name: list, search: {} });
  return <Navigate to="Error" search={{ backRoute: list }} data={data} />;
}
