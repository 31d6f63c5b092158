import { Button } from "./Button.tsx";
import styles from "./MoreRows.module.css";

type Props = {
  /** Rows that are shown. */
  readonly count: number;
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
};

/** The foot of a list with more rows; nothing on its last page. */
export function MoreRows({ count, query }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <footer className={styles.foot}>
      <span role="status">{count} shown</span>
      <Button size="small" busy={query.isFetchingNextPage && "Loading"} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? "Try again" : "Show more"}
      </Button>
    </footer>
  );
}
