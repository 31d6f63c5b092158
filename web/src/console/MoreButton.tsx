import { Button } from "../ui/Button.tsx";
import styles from "./console.module.css";

type Props = {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
};

/** "Show more" below a list, while it has more pages. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
  if (!hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button onClick={() => void fetchNextPage()} busy={isFetchingNextPage && "Loading"}>
        Show more
      </Button>
    </div>
  );
}
